import Model

/// Who may own a request, and what is kept of those who were not chosen.
extension Attribution {
    mutating func candidates(for request: Request) -> [OwnerChoice.Candidate] {
        var candidates: [OwnerChoice.Candidate] = []
        for (number, match) in request.matches.enumerated() {
            let score = match.score.value
            for tracker in library.owners(of: match.template) {
                guard let ad = tracker.ad else {
                    guard let ready = documents[tracker.document]?.ready else { continue }
                    candidates.append(
                        OwnerChoice.Candidate(tracker, score: score, match: number, ofDocumentReadyAt: ready))
                    continue
                }
                for key in playsOwing(trackersOf: ad) {
                    guard let play = library.plays[key], let owner = library.ads[play.ad] else { continue }
                    candidates.append(
                        OwnerChoice.Candidate(
                            tracker, score: score, match: number, play: play, ad: owner, request: request.exchange,
                            at: request.at))
                }
            }
        }
        return candidates.sorted { ($0.play, $0.tracker.id) < ($1.play, $1.tracker.id) }
    }

    /// Wrappers that led to no ad have one play, the innermost one's: the error trackers of all of them may fire.
    private mutating func playsOwing(trackersOf ad: ID<Ad>) -> [LivePlay.Key] {
        let keys = library.playsOwing(trackersOf: ad)
        guard keys.isEmpty else { return keys }
        let innermost = library.innermost(of: ad)
        guard let ready = library.ads[innermost]?.ready else { return keys }
        return library.openPlay(of: innermost, licence: .document, from: ready).map { [$0] } ?? []
    }

    func macros(of match: TrackerIndex.Match) -> [String: String] {
        guard !match.captures.isEmpty else { return [:] }
        let holes = library.holes(of: match.template)
        var macros: [String: String] = [:]
        for capture in match.captures where holes.indices.contains(capture.hole) {
            macros[holes[capture.hole].name] = String(decoding: capture.value, as: UTF8.self)
        }
        return macros
    }

    func emitMacros(
        of matches: [TrackerIndex.Match], for firing: Firing, into outbox: inout Outbox<Interpretation>
    ) {
        guard let match = matches.first(where: { owns($0, firing.tracker) }) else { return }
        let holes = library.holes(of: match.template)
        for capture in match.captures where holes.indices.contains(capture.hole) {
            let hole = holes[capture.hole]
            // A sanitiser's stand-in is not what was sent.
            guard !Redaction.isPlaceholder(capture.value) else { continue }
            let isUnexpanded = hole.isUnexpanded(capture.value)
            // What decoding made of the marks' percent signs is no text.
            let value = isUnexpanded ? hole.text : String(decoding: capture.value, as: UTF8.self)
            let state: Macro.State = isUnexpanded ? .unexpanded : value == "-1" || value == "-2" ? .declined : .expanded
            outbox.emit(
                .macro(Macro(firing: firing.id, name: hole.name, known: hole.isKnown, state: state, value: value)))
        }
    }

    private func owns(_ match: TrackerIndex.Match, _ tracker: ID<Tracker>) -> Bool {
        library.owners(of: match.template).contains { $0.id == tracker }
    }

    mutating func emitCandidates(
        _ candidates: [OwnerChoice.Candidate], of firing: Firing, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {
        for candidate in candidates where candidate.tracker.id != firing.tracker || firing.adPlay == nil {
            var adPlay: ID<AdPlay>?
            if var play = library.take(candidate.play) {
                adPlay = number(&play, numbers: &numbers, into: &outbox)
                library.update(play)
            }
            outbox.emit(
                .firingCandidate(
                    FiringCandidate(
                        firing: firing.id, tracker: candidate.tracker.id, adPlay: adPlay, score: candidate.score)))
        }
    }
}
