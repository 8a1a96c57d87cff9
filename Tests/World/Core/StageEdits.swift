/// How faults change what an app would send. Each edit leaves a breach behind: what is wrong, and what shows it.
extension Stage {
    /// Never sends these. The due says how anybody would know.
    mutating func drop(_ intents: [Intent], _ words: String) {
        for intent in intents {
            guard let place = self.intents.firstIndex(where: { $0.id == intent.id }) else { continue }
            self.intents.remove(at: place)
            miss(intent, words)
        }
    }

    private mutating func miss(_ intent: Intent, _ words: String) {
        guard let due = due(of: intent.id) else { return }
        breaches.append(
            Breach(
                kind: .missing, event: due.event, owner: due.owner, family: due.family, words: words, due: due.id,
                evidence: [], known: due.known, proofs: due.proofs, hosts: due.hosts, window: due.window))
    }

    /// Sends it once more, later, as an app does that has forgotten: with new values for its macros.
    @discardableResult
    mutating func repeatIntent(_ intent: Intent, after delay: Microseconds, _ words: String) -> Int {
        var stream = dice.stream("repeat \(intent.id)")
        let url = Macros.renewed(intent, with: &stream)
        let copy = send(
            at: intent.at + delay, url, intent.purpose, family: intent.family, owner: intent.owner,
            event: intent.event, means: intent.means, answer: intent.answer, method: intent.method,
            headers: intent.headers, body: intent.body, template: intent.template)
        breaches.append(
            Breach(
                kind: .repeated, event: intent.event ?? "", owner: intent.owner ?? "", family: intent.family,
                words: words, evidence: [.intent(intent.id), .intent(copy)],
                known: known(intent)))
        return copy
    }

    /// Sends it at another time.
    mutating func move(_ intent: Intent, to moment: Microseconds, _ words: String, beside anchors: [Intent] = []) {
        guard let place = intents.firstIndex(where: { $0.id == intent.id }) else { return }
        let kind: Breach.Kind = moment < intents[place].at ? .early : .late
        intents[place].at = moment
        end = max(end, moment)
        breaches.append(
            Breach(
                kind: kind, event: intent.event ?? "", owner: intent.owner ?? "", family: intent.family,
                words: words, evidence: [.intent(intent.id)] + anchors.map { .intent($0.id) },
                known: known(intent)))
    }

    /// Sends something else in its place.
    mutating func alter(
        _ intent: Intent, _ words: String, kind: Breach.Kind = .malformed, by change: (inout Intent) -> Void
    ) {
        guard let place = intents.firstIndex(where: { $0.id == intent.id }) else { return }
        change(&intents[place])
        breaches.append(
            Breach(
                kind: kind, event: intent.event ?? "", owner: intent.owner ?? "", family: intent.family,
                words: words, evidence: [.intent(intent.id)], known: known(intent)))
    }

    /// Something was sent that was not due.
    mutating func blame(
        _ intents: [Int], kind: Breach.Kind = .undue, _ words: String, beside others: [Trace] = [],
        event: String? = nil, owner: String? = nil, family: String? = nil
    ) {
        let first = intents.compactMap { id in self.intents.first { $0.id == id } }.first
        breaches.append(
            Breach(
                kind: kind, event: event ?? first?.event ?? "", owner: owner ?? first?.owner ?? "",
                family: family ?? first?.family ?? "", words: words,
                evidence: intents.map { .intent($0) } + others, known: first.map(known) ?? []))
    }

    /// The documents that declare what an intent reports: sets of which one suffices.
    func known(_ intent: Intent) -> [[Trace]] {
        if let due = due(of: intent.id) { return due.known }
        return dues.first { $0.owner == intent.owner && $0.family == intent.family }?.known ?? []
    }
}
