import Model

/// Everything that judging a run reports beside verdicts.
public enum AuditDiagnostics {
    public static let all: [DiagnosticCode] = [.factContradicted]
}

extension DiagnosticCode {
    /// Two sources of one fact disagree.
    static let factContradicted = DiagnosticCode(
        "fact.contradicted", .warning, stage: "audit",
        meaning:
            "The facts file says something else than the call log's header or the capture; the facts file was believed.",
        remedy: "Correct the facts file, or give the log of the run that it describes.")
}
