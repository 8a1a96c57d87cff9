/// What an app said to the SDK, or what its player did: a line in a log of calls.
struct NielsenCall: Sendable {
    enum Kind: Sendable { case call, event }

    var id = 0
    var kind: Kind
    var name: String
    var instance: String
    var launch: Int
    /// The true time.
    var at: Microseconds
    var args: JSON?
    /// More members of an event.
    var details: [(String, JSON)] = []
    /// What is played: `content KLIPP1`, `preroll AD1`.
    var owner: String
    /// Which part of the viewing: counts the assets loaded, ads and returns to the content alike.
    var part: Int
    /// The true position of the medium.
    var position: Int?

    var isPosition: Bool { kind == .call && name == "playheadPosition" }
    func isCall(_ name: String) -> Bool { kind == .call && self.name == name }
    func isEvent(_ name: String) -> Bool { kind == .event && self.name == name }

    /// The metadata that was passed, in the types of the app.
    var metadata: [(String, JSON)] {
        get {
            if case .object(let members)? = args { members } else { [] }
        }
        set { args = .object(newValue) }
    }

    func value(_ key: String) -> String? {
        switch metadata.first(where: { $0.0 == key })?.1 {
        case .text(let text): text
        case .int(let int): String(int)
        default: nil
        }
    }

    var isContentLoad: Bool { isCall("loadMetadata") && value("type") == "content" }
    var isAdLoad: Bool { isCall("loadMetadata") && !isContentLoad }
}
