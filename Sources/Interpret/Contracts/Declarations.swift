import Model

/// What a document says, before it has ids: a family's reader makes it, ``RunContext/declare(_:for:)`` registers it.
public struct DocumentDeclaration: Sendable, Hashable {
    public var kind: Document.Kind
    public var version: String?
    public var state: Document.State
    public var label: String
    /// Line and column of a fault, or the repair.
    public var detail: String?
    /// It stands among the members of a JSON body, as in the answer of an auction.
    public var isOffer = false
    public var ads: [AdDeclaration]
    /// Trackers of the document itself, such as `<Error>` beside the ads.
    public var trackers: [TrackerDeclaration]
    public var resources: [ResourceDeclaration]

    public init(
        kind: Document.Kind, version: String? = nil, state: Document.State = .wellFormed, label: String,
        detail: String? = nil, ads: [AdDeclaration] = [], trackers: [TrackerDeclaration] = [],
        resources: [ResourceDeclaration] = []
    ) {
        self.kind = kind
        self.version = version
        self.state = state
        self.label = label
        self.detail = detail
        self.ads = ads
        self.trackers = trackers
        self.resources = resources
    }
}

/// One ad (or ad break) of a document. Its position is its place in the document.
public struct AdDeclaration: Sendable, Hashable {
    public var kind: Ad.Kind
    /// The family that its ad plays belong to.
    public var family: Family
    public var sequence: Int?
    public var adID: String?
    public var title: String?
    public var creative: String?
    public var durationUs: Int64?
    /// The `skipoffset` attribute as declared.
    public var skipOffset: String?
    public var skipOffsetUs: Int64?
    /// VAST 4.1's `AdServingId`.
    public var servingID: String?
    public var universalAdID: String?
    /// How long after its request the ad may be shown.
    public var expiresUs: Int64?
    /// Of a break for linear ads: its place in the content.
    public var offsetUs: Int64?
    public var trackers: [TrackerDeclaration]
    public var resources: [ResourceDeclaration]
    /// URLs that lead to further documents whose ads belong under this one: `VASTAdTagURI`, a VMAP `AdTagURI`.
    public var documentURLs: [String]
    /// Ads that the document nests under this one (VMAP `VASTAdData`); they become ads of the same document.
    public var nested: [AdDeclaration]

    public init(
        kind: Ad.Kind, family: Family, sequence: Int? = nil, adID: String? = nil, title: String? = nil,
        creative: String? = nil, durationUs: Int64? = nil, skipOffsetUs: Int64? = nil,
        trackers: [TrackerDeclaration] = [], resources: [ResourceDeclaration] = [], documentURLs: [String] = [],
        nested: [AdDeclaration] = []
    ) {
        self.kind = kind
        self.family = family
        self.sequence = sequence
        self.adID = adID
        self.title = title
        self.creative = creative
        self.durationUs = durationUs
        self.skipOffsetUs = skipOffsetUs
        self.trackers = trackers
        self.resources = resources
        self.documentURLs = documentURLs
        self.nested = nested
    }
}

/// One URL template for one event. ``event`` is already spelled canonically.
public struct TrackerDeclaration: Sendable, Hashable {
    public var family: Family
    public var event: String
    /// The text as declared, XML or attribute syntax resolved.
    public var url: String
    public var element: String
    public var offsetUs: Int64?
    public var line: Int?
    /// Which of the ad's verifications it belongs to, from 1.
    public var verification: Int?

    public init(
        family: Family, event: String, url: String, element: String, offsetUs: Int64? = nil, line: Int? = nil
    ) {
        self.family = family
        self.event = event
        self.url = url
        self.element = element
        self.offsetUs = offsetUs
        self.line = line
    }
}

/// One URL to be fetched rather than fired.
public struct ResourceDeclaration: Sendable, Hashable {
    public var kind: Resource.Kind
    public var url: String
    /// MIME type, API framework or vendor, as declared.
    public var type: String?
    /// For a verification script: its `VerificationParameters`, trimmed.
    public var parameters: String?
    /// Which of the ad's verifications it belongs to, from 1.
    public var verification: Int?

    public init(
        kind: Resource.Kind, url: String, type: String? = nil, parameters: String? = nil, verification: Int? = nil
    ) {
        self.kind = kind
        self.url = url
        self.type = type
        self.parameters = parameters
        self.verification = verification
    }
}

/// The ids that a declaration was given, in the order of its parts.
public struct DeclaredDocument: Sendable, Hashable {
    public var document: ID<Document>
    /// The document's ads, each followed by its nested ones.
    public var ads: [ID<Ad>]
}
