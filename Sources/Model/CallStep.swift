/// One call of an SDK log as its API automaton saw it: a row of the view `call_step`.
///
/// Rules over calls compare these columns; who was playing what, and what happened since the call before, is worked out
/// once.
public struct CallStep: Sendable, Hashable {
    public var call: ID<Call>
    /// The stream it belongs to: from `play` or the first metadata until the next of them.
    public var session: ID<Session>
    /// The call's name in the automaton's alphabet: `play`, `loadMetadata`, `playhead`, `stop`, `end`, …
    public var api: String
    public var at: Timestamp
    /// Microseconds on the device's monotonic clock, or its wall clock where the log has no other.
    public var clock: Int64
    /// When the instance's call before it was made; `nil` for the first.
    public var since: Timestamp?
    public var before: String
    public var after: String
    /// Which rule of the order of calls it breaks; `nil` for a legal step.
    public var brokenEdge: String?
    /// How bad that is where it is less than an error.
    public var edgeSeverity: Severity?
    /// The asset loaded at this call.
    public var asset: String?
    /// The `type` its metadata gave: content, preroll, midroll, …
    public var type: String?
    /// `a` ad, `c` content; `nil` before anything was loaded.
    public var stream: String?
    /// The position a playhead call passed, where it is a whole number.
    public var position: Int64?
    /// The call before among those that pace viewing (`play`, `loadMetadata`, `playhead`, `stop`, `end`) of the stream, for
    /// one of these.
    public var prior: Prior?
    /// Number of the loading within the stream, from 1; it rises with each `loadMetadata`.
    public var loading: Int
    /// The latest event of the player since the playhead before that may explain an odd one: seek, buffer, pause, …
    public var excuse: String?
    /// For a position: the first of what is watched, an ad or a content over all of its breaks.
    public var watching: ID<Call>?
    /// The log is known to leave out some calls, so that a missing one proves nothing.
    public var isPartial: Bool

    /// What a step is compared with.
    public struct Prior: Sendable, Hashable {
        public var api: String
        /// Microseconds since it on ``CallStep/clock``; `nil` where that and the wall clock do not agree on how long it was.
        public var gap: Int64?
        /// How much further the position is; `nil` unless both have one.
        public var moved: Int64?

        public init(api: String, gap: Int64?, moved: Int64?) {
            self.api = api
            self.gap = gap
            self.moved = moved
        }
    }

    public init(
        call: ID<Call>, session: ID<Session>, api: String, at: Timestamp, clock: Int64, since: Timestamp?,
        before: String,
        after: String,
        brokenEdge: String? = nil, edgeSeverity: Severity? = nil, asset: String? = nil, type: String? = nil,
        stream: String? = nil, position: Int64? = nil, prior: Prior? = nil, loading: Int = 0, excuse: String? = nil,
        watching: ID<Call>? = nil, isPartial: Bool = false
    ) {
        self.call = call
        self.session = session
        self.api = api
        self.at = at
        self.clock = clock
        self.since = since
        self.before = before
        self.after = after
        self.brokenEdge = brokenEdge
        self.edgeSeverity = edgeSeverity
        self.asset = asset
        self.type = type
        self.stream = stream
        self.position = position
        self.prior = prior
        self.loading = loading
        self.excuse = excuse
        self.watching = watching
        self.isPartial = isPartial
    }
}
