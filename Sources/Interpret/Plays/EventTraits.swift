/// What attribution knows about an event, whatever family declares it. The rows are those of the contract of events, in
/// ContractEvents.swift.
struct EventTraits: Sendable, Hashable {
    /// What an event is to the one who counts it.
    enum Group: Sendable, Hashable {
        case position, beginning, end, interaction, condition, error
    }

    var group: Group
    /// The share of the duration after which it is due.
    var share: Double?
    /// Sent again it is a new occurrence, not a repeat.
    var recurs: Bool

    init(_ group: Group, share: Double? = nil, recurs: Bool = false) {
        self.group = group
        self.share = share
        self.recurs = recurs
    }

    /// Those of an event that nobody knows are those of a condition.
    static func of(_ event: String) -> EventTraits {
        contract[event] ?? EventTraits(.condition)
    }

    /// Due before or at the beginning of playback: it may begin a play.
    var opensPlay: Bool { group == .beginning || share == 0 }

    /// Fired again after its play ended, it may open a later play (class 6 of the repeat classifier).
    var opensReplay: Bool { group == .beginning }

    /// Playback that has come this far is no longer at its beginning.
    var isBeyondStart: Bool { share.map { $0 > 0 } ?? false }

    /// Its place among events that one URL stands for.
    var place: Double { share ?? (opensPlay ? 0 : 1) }
}

/// Names of events, as documents write them and as the contract of events spells them.
enum EventName {
    /// The spelling of the contract, found without regard to case; `nil` for a name that it does not have.
    static func standard(_ name: String) -> String? { spellings[TrackerTemplate.trim(name).lowercased()] }

    /// The same, and an unknown name as it is.
    static func canonical(_ name: String) -> String { standard(name) ?? TrackerTemplate.trim(name) }

    private static let spellings: [String: String] = Dictionary(
        EventTraits.contract.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
}
