/// Plays scripts, and draws them. All pure: the same script gives the same story, byte for byte.
enum World {
    /// A script with a fault in three of five cases, and everything else drawn from its seed.
    static func draw(seed: UInt64, only: Selection = .all) -> Script {
        let dice = Dice(seed: seed)
        var stream = dice.stream("draw")
        var script = Script(seed: seed, kind: "")
        let kinds = Catalogue.kinds.filter { only.allows(kind: $0.name) }
        let faults = Catalogue.faults.filter { fault in
            only.allows(fault: fault) && kinds.contains { fault.kinds.contains($0.name) }
        }
        var fault: Fault?
        if let number = only.fault == nil ? faultNumber(of: seed) : seed, !faults.isEmpty {
            fault = faults[turn(of: number, among: faults.count)]
        }
        let suited = kinds.filter { fault?.kinds.contains($0.name) ?? true }
        guard !suited.isEmpty else { return script }
        let kind = stream.weighted(suited.map { ($0, $0.weight) })
        script.kind = kind.name
        script.fault = fault?.id
        for knob in kind.knobs + Network.knobs { knob.draw(into: &script) }
        if let fault {
            var preparation = dice.stream("prepare " + fault.id)
            fault.prepare(&script, &preparation)
            // A repeat of what was not answered is a retry, and no fault.
            if [.unavailable, .blocked].contains(script[Network.oddity]) { script[Network.oddity] = .none }
        }
        script.acts += kind.acts(for: script)
        script.acts.sort { $0.at < $1.at }
        drawRecorder(for: &script, only: only, from: &stream)
        return script
    }

    /// The faulty seeds are spread evenly and numbered: each fault has the same share of any long run.
    private static func faultNumber(of seed: UInt64) -> UInt64? {
        let (before, after) = (seed * 3 / 5, (seed + 1) * 3 / 5)
        return after > before ? before : nil
    }

    /// Strides through the catalogue, so that any stretch of seeds sees all families.
    private static func turn(of number: UInt64, among count: Int) -> Int {
        func greatestDivisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : greatestDivisor(other, one % other) }
        var stride = max(1, count * 5 / 8)
        while greatestDivisor(stride, count) != 1 { stride += 1 }
        return Int(number % UInt64(count)) * stride % count
    }

    private static func drawRecorder(for script: inout Script, only: Selection, from stream: inout Randomness) {
        let recorders = Catalogue.recorders.filter { $0.suits(script) && only.allows(recorder: $0.name) }
        guard !recorders.isEmpty else { return }
        let recorder = stream.weighted(recorders.map { ($0, $0.weight) })
        script[Catalogue.recorderKnob] = recorder.name
        for knob in recorder.knobs { knob.draw(into: &script) }
    }

    /// What happens.
    static func play(_ script: Script) -> Story {
        let fault = script.fault.flatMap(Catalogue.fault)
        var stage = staged(script, fault)
        var isFaulty = false
        if let fault {
            let innocent = staged(script.without(fault: true), nil)
            isFaulty =
                stage.intents.map(Signature.init) != innocent.intents.map(Signature.init)
                || stage.calls != innocent.calls
            // A fault whose time never came leaves the story clean.
            if !isFaulty { stage.breaches = [] }
            if isFaulty, stage.breaches.isEmpty { stage.notes.append("\(fault.id) left no breach behind") }
        }
        let requests = Network(script: script).carry(stage.intents)
        return Story(
            script: script, begin: stage.begin, end: stage.end, requests: requests,
            calls: stage.calls.sorted { ($0.at, $0.id) < ($1.at, $1.id) }, dues: stage.dues,
            breaches: stage.breaches, facts: stage.facts, notes: stage.notes, spared: stage.spared, isFaulty: isFaulty)
    }

    /// What a recorder makes of it.
    static func record(_ story: Story) -> Recording {
        let name = story.script[Catalogue.recorderKnob]
        let recorder = Catalogue.recorders.first { $0.name == name } ?? Catalogue.recorders[0]
        return recorder.record(story)
    }

    private static func staged(_ script: Script, _ fault: Fault?) -> Stage {
        var stage = Stage(script: script, quirks: fault?.quirks ?? [])
        guard let kind = Catalogue.kinds.first(where: { $0.name == script.kind }) else { return stage }
        kind.perform(on: &stage)
        if let fault, let edit = fault.edit {
            var stream = script.dice.stream("fault " + fault.id)
            edit(&stage, &stream)
        }
        stage.settle()
        return stage
    }

    /// What of an intent leaves the device.
    private struct Signature: Equatable {
        var at: Microseconds
        var url, method: String
        var body: String?
        var answer: Answer
        var hops: [Hop]
        init(_ intent: Intent) {
            (at, url, method, body) = (intent.at, intent.url, intent.method, intent.body)
            (answer, hops) = (intent.answer, intent.hops)
        }
    }
}

/// What of the world to draw.
struct Selection: Sendable {
    var kind: String?
    var fault: String?
    var recorder: String?
    static let all = Selection()

    func allows(kind name: String) -> Bool { kind == nil || name.hasPrefix(kind ?? "") }
    func allows(recorder name: String) -> Bool { recorder == nil || recorder == name }
    func allows(fault candidate: Fault) -> Bool { fault == nil || candidate.id.hasPrefix(fault ?? "") }
}
