/// Where a story is made: the app says here what it means to send, what it calls and what it owes; a fault changes it.
struct Stage: Sendable {
    let script: Script
    let dice: Dice
    let quirks: Set<Quirk>
    /// When the recording person opened the app.
    let begin: Microseconds
    /// When the story ends: nothing is sent later.
    var end: Microseconds
    var intents: [Intent] = []
    /// Ids are never used again, also when a fault removes an intent.
    private var nextIntent = 0
    var calls: [Call] = []
    var dues: [Due] = []
    var breaches: [Breach] = []
    var facts: [(String, JSON)] = []
    var notes: [String] = []
    /// Words of things that are right for certain, so that no finding may be about them.
    var spared: [String] = []
    /// Traffic that has nothing to do with the story and goes on for as long as it lasts.
    var pending: [Pending] = []

    struct Pending: Sendable {
        var at: Microseconds
        var url: String
    }

    /// The story is played some days later, or at another moment: laws ask for it.
    static let days = Knob("world.days", usual: 0, [(0, 1)])
    static let begins = Knob("world.begins", usual: 0, [(0, 1)])

    init(script: Script, quirks: Set<Quirk>) {
        self.script = script
        self.quirks = quirks
        dice = script.dice
        var stream = script.dice.stream("begin")
        // Some day of November 2026, in the morning.
        let drawn = 1_794_960_000_000_000 + stream.int(0...9) * 86_400_000_000 + stream.int(0...14_000_000) * 1_000
        begin = (script[Self.begins] == 0 ? drawn : script[Self.begins]) + script[Self.days] * 86_400_000_000
        end = begin
    }

    /// Lets what goes on beside the story go on until it ends.
    mutating func settle() {
        let last = end
        for item in pending where item.at < last {
            send(at: item.at, item.url, .ambient, family: "ambient", means: .fetch, answer: .nothing, method: "POST")
        }
        pending = []
        end = last
    }

    func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }

    /// A moment of the script.
    func moment(_ seconds: Double) -> Microseconds { begin + .seconds(seconds) }

    /// Says that a request is to be sent.
    /// - Returns: its id.
    @discardableResult
    mutating func send(
        at moment: Microseconds, _ url: String, _ purpose: Intent.Purpose, family: String,
        owner: String? = nil, event: String? = nil, means: Intent.Means = .native, answer: Answer = .pixel,
        method: String = "GET", headers: [Header] = [], body: String? = nil, template: String? = nil
    ) -> Int {
        let id = nextIntent
        nextIntent += 1
        intents.append(
            Intent(
                id: id, at: moment, method: method, url: url, headers: headers, body: body, purpose: purpose,
                means: means, family: family, owner: owner, event: event, answer: answer, template: template))
        end = max(end, moment)
        return id
    }

    /// Says that the app wrote a line into a log.
    @discardableResult
    mutating func call(
        at moment: Microseconds, kind: String = "call", source: String, _ name: String, instance: String? = nil,
        fields: [(String, JSON)] = []
    ) -> Int {
        let id = calls.count
        // The device was started some hours ago.
        let monotonic = (moment - begin).asSeconds + 5_000
        calls.append(
            Call(
                id: id, at: moment, monotonic: monotonic, kind: kind, source: source, name: name, instance: instance,
                fields: fields))
        end = max(end, moment)
        return id
    }

    /// Says that something was owed, possible or not owed, from what the viewer really saw.
    @discardableResult
    mutating func owe(
        _ event: String, owner: String, family: String, by requirement: String, _ state: Due.State,
        because: String, within window: ClosedRange<Microseconds>, fulfilledBy: [Int] = [], knownFrom: [Trace] = [],
        knownOtherwise: [[Trace]] = [], proofs: [[Trace]] = [], excuses: [[Trace]] = [], hosts: [String] = []
    ) -> Int {
        let id = dues.count
        dues.append(
            Due(
                id: id, event: event, owner: owner, family: family, requirement: requirement, window: window,
                state: state, because: because, fulfilledBy: fulfilledBy, knownFrom: knownFrom,
                knownOtherwise: knownOtherwise, proofs: proofs, excuses: excuses, hosts: hosts))
        return id
    }

    /// The due that an intent fulfils.
    func due(of intent: Int) -> Due? { dues.first { $0.fulfilledBy.contains(intent) } }

    /// The documents that an ad came with: who has not seen them cannot compare with them what it does.
    func documents(of owner: String?) -> [[Trace]] {
        dues.filter { $0.owner == owner && $0.family == "vast" }
            .max { $0.knownFrom.count < $1.knownFrom.count }?.known ?? []
    }

    /// The intents that report an event, in order.
    func reports(of event: String, owner: String? = nil) -> [Intent] {
        intents.filter { $0.event == event && (owner == nil || $0.owner == owner) }.sorted { $0.at < $1.at }
    }
}
