/// One story of an app with the Nielsen SDK: what it said to the SDK, and what the SDK sent. Faults change it.
struct NielsenPlot: Sendable {
    let script: Script
    let publisher: NielsenPublisher
    var device: NielsenDevice
    var random: Randomness
    var settings = NielsenSDK.Settings()
    var launches: [NielsenLaunch] = []
    var calls: [NielsenCall] = []
    var pings: [NielsenPing] = []
    /// When media were fetched.
    var fetches: [Microseconds] = []
    var breaches: [NielsenBreach] = []
    private var lastId = 0

    init(script: Script, publisher: NielsenPublisher, device: NielsenDevice, random: Randomness) {
        self.script = script
        self.publisher = publisher
        self.device = device
        self.random = random
    }

    /// Gives each line and request a number that stays with it, and puts them in order.
    mutating func number() {
        for place in calls.indices where calls[place].id == 0 {
            lastId += 1
            calls[place].id = lastId
        }
        for place in pings.indices where pings[place].id == 0 {
            lastId += 1
            pings[place].id = lastId
        }
        calls.sort { ($0.at, $0.id) < ($1.at, $1.id) }
        pings.sort { ($0.sent, $0.id) < ($1.sent, $1.id) }
    }

    var hosts: [String] {
        Array(Set(pings.filter { $0.kind == .view || $0.kind == .duration }.map(\.host))).sorted()
    }

    /// Parts of the story in which one asset is played without another between: the places of its calls.
    func parts(_ isWanted: (NielsenCall) -> Bool = { _ in true }) -> [[Int]] {
        var parts: [[Int]] = []
        var known: [String: Int] = [:]
        for (place, call) in calls.enumerated() where call.part > 0 {
            let key = "\(call.launch) \(call.instance) \(call.part)"
            if let part = known[key] {
                parts[part].append(place)
            } else {
                known[key] = parts.count
                parts.append([place])
            }
        }
        return parts.filter { part in
            part.contains { calls[$0].isCall("loadMetadata") && isWanted(calls[$0]) }
        }
    }

    func positions(_ part: [Int]) -> [Int] { part.filter { calls[$0].isPosition } }

    /// What is wrong, and what shows it.
    mutating func blame(
        _ kind: Breach.Kind, _ event: String, owner: String, _ words: String, calls: [Int] = [], pings: [Int] = [],
        hosts: [String] = [], window: ClosedRange<Microseconds>? = nil
    ) {
        breaches.append(
            NielsenBreach(
                kind: kind, event: event, owner: owner, words: words, calls: calls, pings: pings, hosts: hosts,
                window: window))
    }
}

/// One start of the app.
struct NielsenLaunch: Sendable {
    struct Instance: Sendable {
        var name: String
        var at: Microseconds
        var appInfo: [(String, JSON)]
    }

    var number: Int
    var at: Microseconds
    var instances: [Instance]
    var isTracked: Bool
    var att: String
    var isOptedOutBefore: Bool
    /// The SDK object was made with `init`: it hears nothing, and no log has its making.
    var isDead = false
    var end: Microseconds
}

struct NielsenBreach: Sendable {
    var kind: Breach.Kind
    var event: String
    var owner: String
    var words: String
    /// Numbers of the lines and requests that must be seen for it.
    var calls: [Int]
    var pings: [Int]
    /// The making of the SDK object must be seen.
    var inits = false
    /// Without the player's events the specification lets it be a warning.
    var needsEvents = false
    var hosts: [String]
    var window: ClosedRange<Microseconds>?
}
