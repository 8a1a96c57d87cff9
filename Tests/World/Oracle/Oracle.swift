/// What a reader of a recording has to say, from the truth and from what can be seen of it. Written from the
/// specifications: an app without a fault never fails; a fault that can be seen fails; what could not be seen is open.
enum Oracle {
    static func expect(_ story: Story, _ recording: Recording) -> Expectation {
        let eye = Eye(story, recording)
        let fault = story.script.fault.flatMap(Catalogue.fault)
        if recording.isForeign {
            return Expectation(
                kind: story.isFaulty ? .invisibleFault : .clean, accept: [.cannotTell, .fail], mustFind: [],
                because: "the log is of another run", source: "docs/decisions/0009-joining-captures-of-a-run.md")
        }
        guard story.isFaulty, let fault else {
            return Expectation(
                kind: .clean, accept: eye.isRefused ? [.fail, .cannotTell] : clean(eye), mustFind: [],
                mustNotFind: story.spared, isQuiet: recording.isQuiet,
                because: "the app is right", source: "")
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
                mayFind: story.breaches.map { mark(of: $0, fault, story) },
                because: fault.title + ": nothing of it can be seen", source: fault.requirement)
        }
        // What is worth a warning changes nothing else.
        let open = clean(eye).intersection([.cannotTell])
        let accept: Set<Expectation.Headline> = fault.severity == .error ? [.fail] : open.union([.pass])
        return Expectation(
            kind: .visibleFault,
            accept: accept.union(fault.alsoAccept).union(eye.isRefused ? [.fail, .cannotTell] : [])
                .union(
                    fault.family == "nielsen" && eye.hasOwnWords || !seen.contains(where: eye.isPlain)
                        ? [.cannotTell] : []),
            mustFind: story.breaches.map { mark(of: $0, fault, story) }, because: seen[0].words,
            source: fault.requirement)
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
        if eye.recording.isLogAlone { return [.pass, .cannotTell] }
        var accept: Set<Expectation.Headline> = [.pass]
        // Nor can a reader know what lies before its beginning or behind its end.
        if eye.hasPartialLog || !eye.recording.holes.isEmpty || !eye.recording.isWhole { accept.insert(.cannotTell) }
        var witnesses = 0
        for due in eye.story.dues {
            // What declares it was not seen: whether all is there cannot be known.
            guard eye.knows(due.known) else {
                accept.insert(.cannotTell)
                if eye.reads(due.known), due.fulfilledBy.contains(where: { eye.sees(.intent($0)) }) { witnesses += 1 }
                continue
            }
            switch due.state {
            case .owed:
                if due.fulfilledBy.contains(where: eye.wasBlocked) {
                    accept.insert(.cannotTell)
                } else if due.fulfilledBy.contains(where: { eye.sees(.intent($0)) || eye.seesFetch($0) }) {
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
        // Nothing that was owed was seen: nobody can say that it was right, but of an answer without ads. What is due after
        // the recording ended leaves nothing to be seen.
        guard
            eye.story.dues.contains(where: {
                $0.state == .owed && $0.window.lowerBound <= eye.recording.span.upperBound
            })
        else { return accept.union([.cannotTell]) }
        return witnesses == 0 ? eye.seesNoAd ? accept.union([.cannotTell]) : [.cannotTell] : accept
    }

    /// A fault of which nothing can be seen: at best what a correct app would get, and open where it was hidden.
    private static func unseen(_ eye: Eye) -> Set<Expectation.Headline> {
        let isOnlyUnproven = eye.story.breaches.allSatisfy { breach in
            breach.kind == .missing && eye.sees(all: breach.evidence) && eye.knows(breach.known)
                && !eye.seesAny(breach.proofs)
        }
        return isOnlyUnproven
            ? clean(eye).union([.cannotTell]) : clean(eye) == [.pass] ? [.pass, .cannotTell] : clean(eye)
    }

    private static func mark(of breach: Breach, _ fault: Fault, _ story: Story) -> Mark {
        var words = [breach.event, breach.owner]
        for case .intent(let intent) in breach.evidence {
            if let request = story.requests.first(where: { $0.intent.id == intent }) { words.append(request.url) }
        }
        // A line of a log is named as it was logged.
        for case .call(let id) in breach.evidence { words += story.calls.filter { $0.id == id }.map(\.name) }
        words = words.filter { !$0.isEmpty } + breach.names
        return Mark(anyOf: words.isEmpty ? breach.hosts : words, severity: fault.severity)
    }
}
