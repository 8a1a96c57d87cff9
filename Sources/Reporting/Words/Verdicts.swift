/// The verdict in one sentence.
enum Verdicts {
    static func sentence(_ model: ReportModel) -> String {
        let hidden = model.undecidedGroups.count { !$0.isMissingInput }
        switch model.run.verdict {
        case .fail: return "\(Phrases.count(model.count(.error), "error")) must be fixed before this goes live."
        case .pass: return "Every rule that could be judged holds."
        case .inconclusive:
            return hidden > 0
                ? "No error was found, but \(Phrases.count(hidden, "rule")) could not be judged on this capture."
                : "No error was found, but this capture does not show enough to pass."
        default: return "The capture has not been audited."
        }
    }
}
