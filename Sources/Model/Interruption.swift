/// A stretch in which a stream of a call log does not play: from what the player or the phone says, until playback may go on.
public struct Interruption: Sendable, Hashable {
    /// The stream, a session of kind `nielsen-stream`.
    public var session: ID<Session>
    /// What interrupts it.
    public var event: ID<Call>
    public var name: String
    public var from: Timestamp
    /// When the player goes on, or the app loads or plays something; `nil` where nothing does.
    public var until: Timestamp?
    /// The next thing that the player says is that it is over.
    public var isEnded: Bool
    /// Playback goes on all the same: in a small window, on another screen, or audio alone.
    public var goesOn: Bool

    public init(
        session: ID<Session>, event: ID<Call>, name: String, from: Timestamp, until: Timestamp?, isEnded: Bool,
        goesOn: Bool
    ) {
        self.session = session
        self.event = event
        self.name = name
        self.from = from
        self.until = until
        self.isEnded = isEnded
        self.goesOn = goesOn
    }
}
