import Model

/// What would decide where a rule cannot: a step, a fact or an input.
enum DoubtWords {
    static func decides(_ doubt: Doubt) -> String {
        switch doubt {
        case .blind: "a capture in which that traffic can be read"
        case .ambiguous:
            """
            a log of the player (--calls), or a capture that can be read in one way only: caches off, recording from the app's \
            start, one ad at a time, each watched to its end (fact expect.watchedToEnd) and the content for 30 s more
            """
        case .needsFact: "the fact that the rule asks for (--facts)"
        case .needsLog: "a call log that holds every call (--calls)"
        case .needsBundle: "the app bundle (--bundle)"
        case .needsPerson:
            "a look at the device while it plays, or a log of the SDK or player (--calls)"
        }
    }

    static func decides(assumed: String) -> String {
        let names = assumed.split(separator: ",").map { $0.prefix { $0 != ":" }.drop { $0 == " " } }
        return "the fact \(names.joined(separator: " and ")) (--facts), which was assumed: \(assumed)"
    }
}
