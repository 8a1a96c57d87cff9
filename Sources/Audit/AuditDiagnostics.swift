import Model

/// Everything that judging a run reports beside verdicts.
package enum AuditDiagnostics {
    package static let all: [DiagnosticCode] = [.factContradicted, .ruleUnjudged]
}

extension DiagnosticCode {
    /// Two sources of one fact disagree.
    static let factContradicted = DiagnosticCode(
        "fact.contradicted", .warning, stage: "audit",
        meaning:
            "The facts file says something else than the call log's header or the capture; the facts file was believed.",
        remedy: "Correct the facts file, or give the log of the run that it describes.")

    /// A limit was reached while a rule was judged, or before.
    static let ruleUnjudged = DiagnosticCode(
        "rule.unjudged", .warning, stage: "audit",
        meaning:
            "A limit was reached before rules were judged to the end; they say nothing about the run, and errors they might have found stay unknown.",
        remedy: "Raise the limit named in the message with --limit, or certify a shorter recording.")
}
