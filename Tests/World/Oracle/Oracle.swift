/// What a reader of a recording has to say, from the truth and from what can be seen of it. Written from the
/// specifications: an app without a fault never fails; a fault that can be seen fails; what could not be seen is open.
enum Oracle {
    static func expect(_ story: Story, _ recording: Recording) -> Expectation {
        let eye = Eye(story, recording)
        let fault = story.script.fault.flatMap(Catalogue.fault)
        guard story.isFaulty, let fault else {
            return Expectation(
                kind: .clean, accept: clean(eye), mustFind: [], mustNotFind: story.spared, because: "the app is right", source: "")
        }
        if let reason = fault.open {
            return Expectation(
                kind: .open, accept: Set(Expectation.Headline.allCases), mustFind: [], because: reason,
                source: fault.requirement)
        }
        let seen = story.breaches.filter { isVisible($0, eye) }
        guard !seen.isEmpty else {
            return Expectation(
                kind: .invisibleFault, accept: unseen(eye), mustFind: [],
                because: fault.title + ": nothing of it can be seen", source: fault.requirement)
        }
        let accept: Set<Expectation.Headline> = fault.severity == .error ? [.fail] : [.pass, .cannotTell]
        return Expectation(
            kind: .visibleFault, accept: accept.union(fault.alsoAccept),
            mustFind: seen.map { mark(of: $0, fault, story) }, because: seen[0].words, source: fault.requirement)
    }

    /// A breach is seen where all its evidence is, and, where something is missing, that it was due and would have
    /// been seen.
    private static func isVisible(_ breach: Breach, _ eye: Eye) -> Bool {
        guard eye.sees(all: breach.evidence), eye.knows(breach.known) else { return false }
        guard breach.kind == .missing else { return true }
        if let window = breach.window, eye.isBlind(hosts: breach.hosts, within: window) { return false }
        return eye.seesAny(breach.proofs)
    }

    /// A correct app: a pass where what was owed was seen, and cannot tell where something is hidden.
    private static func clean(_ eye: Eye) -> Set<Expectation.Headline> {
        var accept: Set<Expectation.Headline> = [.pass]
        var witnesses = 0
        for due in eye.story.dues {
            // What declares it was not seen: whether all is there cannot be known.
            guard eye.knows(due.known) else {
                accept.insert(.cannotTell)
                continue
            }
            switch due.state {
            case .owed:
                if due.fulfilledBy.contains(where: eye.wasBlocked) {
                    accept.insert(.cannotTell)
                } else if due.fulfilledBy.contains(where: { eye.sees(.intent($0)) }) {
                    witnesses += 1
                } else {
                    accept.insert(.cannotTell)
                    // It is plain that it was due, and it was not seen.
                    if eye.seesAny(due.proofs) || due.fulfilledBy.contains(where: eye.glimpses) { accept.remove(.pass) }
                }
            case .possible: accept.insert(.cannotTell)
            case .notOwed:
                // Without a sign of why, it looks as if something were missing.
                if due.excuses.isEmpty || !eye.seesAny(due.excuses) { accept.insert(.cannotTell) }
            }
        }
        // Nothing that was owed was seen: nobody can say that it was right.
        return witnesses == 0 && eye.story.dues.contains { $0.state == .owed } ? [.cannotTell] : accept
    }

    /// A fault of which nothing can be seen: at best what a correct app would get, and open where it was hidden.
    private static func unseen(_ eye: Eye) -> Set<Expectation.Headline> {
        let isOnlyUnproven = eye.story.breaches.allSatisfy { breach in
            breach.kind == .missing && eye.sees(all: breach.evidence) && eye.knows(breach.known) && !eye.seesAny(breach.proofs)
        }
        return isOnlyUnproven
            ? clean(eye).union([.cannotTell]) : clean(eye) == [.pass] ? [.pass, .cannotTell] : clean(eye)
    }

    private static func mark(of breach: Breach, _ fault: Fault, _ story: Story) -> Mark {
        var words = [breach.event, breach.owner]
        for case .intent(let intent) in breach.evidence {
            if let request = story.requests.first(where: { $0.intent.id == intent }) { words.append(request.url) }
        }
        return Mark(anyOf: words.filter { !$0.isEmpty } + breach.hosts, severity: fault.severity)
    }
}
