/// One event of an OMID ad session, as a verification script reported it.
///
/// Its order is that of ``stampedAt``: the service keeps past events and hands them to scripts that register late, so the
/// order on the wire says nothing.
public struct OMIDEvent: Sendable, Hashable {
    /// The message that reported it; that of the first script instance where several did.
    public var beacon: ID<Beacon>
    public var session: ID<Session>
    /// `sessionStart`, `loaded`, `geometryChange`, … as the script spells it.
    public var event: String
    /// The event's `timestamp`, on the device's clock; `nil` when the message has none.
    public var stampedAt: Timestamp?
    /// ``stampedAt`` on the clock of the capture, or the start of the request where there is no stamp.
    public var at: Timestamp
    /// From 1: the first, second, … time that the event happened in its session. Reports of one event by several
    /// instances of the script are one time.
    public var nth: Int
    /// From 1, in the order of the stamps.
    public var place: Int
    /// The part of the ad in view from this event on, in percent; `nil` before anything said so.
    public var percentInView: Int64?
    /// The media plays from this event on, as far as the session's events tell.
    public var isPlaying: Bool
    /// How long, up to this event, the media had been playing with at least half of the ad in view, without a break.
    public var viewableUs: Int64
    /// It was sent more than a second after it happened: a replay for a script that came late.
    public var isLate: Bool

    public init(
        beacon: ID<Beacon>, session: ID<Session>, event: String, stampedAt: Timestamp?, at: Timestamp, nth: Int = 1,
        place: Int = 1,
        percentInView: Int64? = nil, isPlaying: Bool = false, viewableUs: Int64 = 0, isLate: Bool = false
    ) {
        self.beacon = beacon
        self.session = session
        self.event = event
        self.stampedAt = stampedAt
        self.at = at
        self.nth = nth
        self.place = place
        self.percentInView = percentInView
        self.isPlaying = isPlaying
        self.viewableUs = viewableUs
        self.isLate = isLate
    }
}
