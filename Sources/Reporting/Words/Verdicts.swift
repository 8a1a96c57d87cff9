/// The verdict in one sentence.
enum Verdicts {
    static func sentence(_ model: ReportModel) -> String {
        switch model.run.verdict {
        case .fail: return "\(Phrases.count(model.count(.error), "error")) must be fixed before this goes live."
        case .pass where model.run.isCertified:
            return "Every certificate that applies is given, and every rule that could be judged holds."
        case .pass:
            return
                "Every rule that could be judged holds, but this is no certificate: \(model.run.note ?? "none applies")."
        case .inconclusive: return "No error was found, but something is undecided: \(model.run.note ?? open(model))."
        default: return "The capture has not been audited."
        }
    }

    private static func open(_ model: ReportModel) -> String {
        let hidden = model.undecidedGroups.count { !$0.isMissingInput }
        return hidden > 0
            ? "\(Phrases.count(hidden, "rule")) could not be judged on this capture"
            : "this capture does not show enough to pass"
    }
}
