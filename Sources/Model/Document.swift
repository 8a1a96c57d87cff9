/// A response that declares trackers, or that a rule reads: VAST, VMAP, a playlist, an asset list, DAI JSON.
///
/// All `id`s of interpreted values are local to one interpretation and count from 1 per type; the store makes them
/// unique in its file.
public struct Document: Sendable, Hashable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable {
        case vast, vmap, playlist, assetList = "asset-list", daiStream = "dai-stream", daiMetadata = "dai-metadata"
        case mediaTailor = "mediatailor", nielsenConfig = "nielsen-config"
    }

    /// How it could be read.
    public enum State: String, Sendable, Hashable {
        case wellFormed = "well-formed"
        /// Read after a repair (stray ampersands, a blank line before the XML declaration); ``Document/detail`` says which.
        case repaired
        case malformed
        /// A valid answer that declares nothing: no ad.
        case empty
        /// The response was seen, its body was not.
        case unseen
    }

    public var id: ID<Document>
    /// The exchange whose response it is.
    public var exchange: ID<Exchange>
    public var kind: Kind
    public var version: String?
    public var state: State
    /// When its request began.
    public var at: Timestamp
    /// When its last byte had arrived (or, unknown, when its request began): nothing it declares can fire earlier.
    public var ready: Timestamp
    /// Number of `<Ad>` elements, ads in the playlist, assets in the list.
    public var ads: Int
    /// For people: the kind and where it came from.
    public var label: String
    /// Line and column of a fault, or the repair.
    public var detail: String?
    /// It stands among the members of a JSON body, as in the answer of an auction: some of those are never shown.
    public var isOffer: Bool

    public init(
        id: ID<Document>, exchange: ID<Exchange>, kind: Kind, version: String? = nil, state: State, at: Timestamp,
        ready: Timestamp,
        ads: Int = 0, label: String, detail: String? = nil, isOffer: Bool = false
    ) {
        self.id = id
        self.exchange = exchange
        self.kind = kind
        self.version = version
        self.state = state
        self.at = at
        self.ready = ready
        self.ads = ads
        self.label = label
        self.detail = detail
        self.isOffer = isOffer
    }
}

/// That one document led to another: a wrapper's VASTAdTagURI, a redirect, a VMAP ad source, an asset list.
public struct DocumentLink: Sendable, Hashable {
    /// How one led to the other.
    public enum Via: String, Sendable, Hashable {
        case wrapper, redirect, vmap, assetList = "asset-list"
    }

    public var parent: ID<Document>
    public var child: ID<Document>
    public var via: Via

    public init(parent: ID<Document>, child: ID<Document>, via: Via) {
        self.parent = parent
        self.child = child
        self.via = via
    }
}

/// One ad (or ad break) that a document declares, played or not.
public struct Ad: Sendable, Hashable {
    /// What kind of ad it is.
    public enum Kind: String, Sendable, Hashable {
        case inline, wrapper
        /// An ad inside a playlist.
        case stitched
        /// A VMAP `AdBreak`, an SSAI or DAI pod.
        case adBreak = "ad-break"
    }

    public var id: ID<Ad>
    public var document: ID<Document>
    public var kind: Kind
    /// From 1, in document order.
    public var position: Int
    /// The `sequence` attribute of a pod's ad.
    public var sequence: Int?
    public var adID: String?
    public var title: String?
    /// For people: the ad id, else the title, else the position.
    public var label: String
    /// Creative id or universal ad id.
    public var creative: String?
    public var durationUs: Int64?
    /// The `skipoffset` attribute as declared; `nil` when there is none.
    public var skipOffset: String?
    /// The same as a time. Percentages are resolved against the duration, which a wrapper has none of.
    public var skipOffsetUs: Int64?
    /// VAST 4.1's `AdServingId`.
    public var servingID: String?
    public var universalAdID: String?
    /// VAST 4's `Expires`: how long after its request the ad may be shown.
    public var expiresUs: Int64?
    /// Of a break for linear ads: its place in the content.
    public var offsetUs: Int64?
    /// The ad (wrapper or break) that this one was fetched or declared under.
    public var parent: ID<Ad>?

    public init(
        id: ID<Ad>, document: ID<Document>, kind: Kind, position: Int, sequence: Int? = nil, adID: String? = nil,
        title: String? = nil, label: String, creative: String? = nil, durationUs: Int64? = nil,
        skipOffset: String? = nil, skipOffsetUs: Int64? = nil, servingID: String? = nil,
        universalAdID: String? = nil,
        expiresUs: Int64? = nil, offsetUs: Int64? = nil, parent: ID<Ad>? = nil
    ) {
        self.id = id
        self.document = document
        self.kind = kind
        self.position = position
        self.sequence = sequence
        self.adID = adID
        self.title = title
        self.label = label
        self.creative = creative
        self.durationUs = durationUs
        self.skipOffset = skipOffset
        self.skipOffsetUs = skipOffsetUs
        self.servingID = servingID
        self.universalAdID = universalAdID
        self.expiresUs = expiresUs
        self.offsetUs = offsetUs
        self.parent = parent
    }
}

/// One URL template that a document declares for one event.
public struct Tracker: Sendable, Hashable {
    public var id: ID<Tracker>
    public var document: ID<Document>
    public var ad: ID<Ad>?
    public var family: Family
    /// The event as the specification spells it (`firstQuartile`), whatever case the document used; elements have their
    /// own names: `impression`, `error`, `clickTracking`, `clickThrough`, `viewable`, `iconView`.
    public var event: String
    /// The text as declared, trimmed.
    public var url: String
    /// Lower-case; empty when the host itself is a macro.
    public var host: String
    /// The element that declares it: `Impression`, `Tracking`, `EXT-X-BEACON`.
    public var element: String
    /// For `progress`: the offset, percentages resolved.
    public var offsetUs: Int64?
    /// The line in the document, from 1.
    public var line: Int?
    /// Which of the ad's verifications it belongs to, from 1.
    public var verification: Int?

    public init(
        id: ID<Tracker>, document: ID<Document>, ad: ID<Ad>?, family: Family, event: String, url: String, host: String,
        element: String,
        offsetUs: Int64? = nil, line: Int? = nil, verification: Int? = nil
    ) {
        self.id = id
        self.document = document
        self.ad = ad
        self.family = family
        self.event = event
        self.url = url
        self.host = host
        self.element = element
        self.offsetUs = offsetUs
        self.line = line
        self.verification = verification
    }
}

/// A URL that a document declares to be fetched rather than fired: media, captions, scripts, landing pages.
public struct Resource: Sendable, Hashable {
    /// What it is fetched for.
    public enum Kind: String, Sendable, Hashable {
        case media, mezzanine, interactive, captions, verification, icon, iconFallback = "icon-fallback", companion
        /// The landing page of the linear ad; those of its icon, companion and overlay have trackers of their own.
        case clickThrough = "click-through"
        case iconClickThrough = "icon-click-through", companionClickThrough = "companion-click-through"
        case nonLinearClickThrough = "nonlinear-click-through"
        case wrappedTag = "wrapped-tag", segment, playlist
    }

    public var id: ID<Resource>
    public var document: ID<Document>
    public var ad: ID<Ad>?
    public var kind: Kind
    public var url: String
    /// For a wrapped tag: its URL with the values of cache busters masked, equal for two requests of one tag.
    public var tag: String?
    public var host: String
    /// MIME type, API framework or vendor, as declared.
    public var type: String?
    /// For a verification script: its `VerificationParameters`, trimmed.
    public var parameters: String?
    /// Which of the ad's verifications it belongs to, from 1: the key it shares with their trackers.
    public var verification: Int?

    public init(
        id: ID<Resource>, document: ID<Document>, ad: ID<Ad>?, kind: Kind, url: String, tag: String? = nil,
        host: String,
        type: String? = nil, parameters: String? = nil, verification: Int? = nil
    ) {
        self.id = id
        self.document = document
        self.ad = ad
        self.kind = kind
        self.url = url
        self.tag = tag
        self.host = host
        self.type = type
        self.parameters = parameters
        self.verification = verification
    }
}
