/// One playback of one ad: a client, an `<Ad>` of a document, the nth time it was played.
public struct AdPlay: Sendable, Hashable {
    /// Why the playback is known to be over.
    public enum EndReason: String, Sendable, Hashable {
        case complete, skip, closeLinear, error, notUsed
        /// A later play of the same ad, or of the next ad of the pod, began.
        case superseded
    }

    /// What permits the play (docs/attribution.md, "Sent again").
    public enum Licence: String, Sendable, Hashable {
        /// Its own fetch of the document.
        case document
        /// A new OMID session.
        case omidSession = "omid-session"
        /// The same response played again after its earlier play had ended.
        case replay
    }

    public var id: ID<AdPlay>
    public var ad: ID<Ad>
    public var document: ID<Document>
    public var family: Family
    /// From 1: the first, second, … play of the same ad.
    public var nth: Int
    public var label: String
    public var title: String?
    public var creative: String?
    public var durationUs: Int64?
    /// When the play could begin: when its document had arrived.
    public var from: Timestamp
    /// First impression firing.
    public var impressionAt: Timestamp?
    /// First `start` firing.
    public var startAt: Timestamp?
    /// When it was seen to end; `nil` while nothing says so.
    public var end: Timestamp?
    public var endReason: EndReason?
    public var licence: Licence

    public init(
        id: ID<AdPlay>, ad: ID<Ad>, document: ID<Document>, family: Family, nth: Int = 1, label: String,
        title: String? = nil,
        creative: String? = nil, durationUs: Int64? = nil, from: Timestamp, impressionAt: Timestamp? = nil,
        startAt: Timestamp? = nil, end: Timestamp? = nil, endReason: EndReason? = nil, licence: Licence = .document
    ) {
        self.id = id
        self.ad = ad
        self.document = document
        self.family = family
        self.nth = nth
        self.label = label
        self.title = title
        self.creative = creative
        self.durationUs = durationUs
        self.from = from
        self.impressionAt = impressionAt
        self.startAt = startAt
        self.end = end
        self.endReason = endReason
        self.licence = licence
    }
}

/// One tracker that is declared for an ad play, merged over the inline ad and its wrappers.
public struct PlayTracker: Sendable, Hashable {
    public var adPlay: ID<AdPlay>
    public var tracker: ID<Tracker>
    public var family: Family
    public var event: String
    public var document: ID<Document>
    /// 0 is the inline ad, n its nth wrapper counted outwards.
    public var level: Int
    /// Equal for those of one play with equal URL text: one request cannot say which of them it meant.
    public var twin: Int
    public var offsetUs: Int64?

    public init(
        adPlay: ID<AdPlay>, tracker: ID<Tracker>, family: Family, event: String, document: ID<Document>, level: Int,
        twin: Int,
        offsetUs: Int64? = nil
    ) {
        self.adPlay = adPlay
        self.tracker = tracker
        self.family = family
        self.event = event
        self.document = document
        self.level = level
        self.twin = twin
        self.offsetUs = offsetUs
    }
}

/// A stretch of an ad play in one state, from pause and resume beacons, OMID or logs.
public struct PlaybackSpan: Sendable, Hashable {
    /// What the player did.
    public enum State: String, Sendable, Hashable {
        case playing, paused, buffering, unknown
    }

    /// Who said so.
    public enum Source: String, Sendable, Hashable {
        case beacons, omid, calls
    }

    public var adPlay: ID<AdPlay>
    public var from: Timestamp
    /// `nil` when nothing ended it.
    public var to: Timestamp?
    public var state: State
    public var source: Source

    public init(adPlay: ID<AdPlay>, from: Timestamp, to: Timestamp?, state: State, source: Source) {
        self.adPlay = adPlay
        self.from = from
        self.to = to
        self.state = state
        self.source = source
    }
}
