import Store

/// What was found, and what it rests on.
extension RecordKind {
    static let findings = RecordKind(
        name: "findings", schema: "beaconproof.finding/1", meaning: "One breach of one rule with its subject.",
        columns: source + [
            RecordColumn("finding", .integer, "Number of the finding in its run."),
            RecordColumn("at_utc", .timestamp, "When.", isOptional: true),
            RecordColumn("rule", .text, "The rule broken."),
            RecordColumn("severity", .text, "error, warning or info."),
            RecordColumn("family", .text, "The family."),
            RecordColumn("subject_kind", .text, "capture, document, session, ad_break, ad_play, instance or beacon."),
            RecordColumn("subject", .text, "The subject, for people."),
            RecordColumn("item", .text, "What of the subject: an event, a parameter."),
            RecordColumn("message", .text, "One sentence."),
            RecordColumn("expected", .text, "What the rule demands."),
            RecordColumn("observed", .text, "What was seen; with --redact, with stand-ins."),
            RecordColumn("fingerprint", .text, "The same in every run of the same integration."),
            RecordColumn("assumed", .text, "The assumption it rests on.", isOptional: true),
            RecordColumn("waived", .text, "Who accepted it and why.", isOptional: true),
            RecordColumn("verdict", .text, "Verdict on the run.", isOptional: true),
            RecordColumn("rules_version", .text, "Version of the rules that judged it.", isOptional: true),
        ],
        sql: ExportSQL.findings)

    static let evidence = RecordKind(
        name: "evidence", schema: "beaconproof.evidence/1",
        meaning: "One row that proves a finding, with the request behind it.",
        columns: source + [
            RecordColumn("finding", .integer, "Number of the finding in its run."),
            RecordColumn("fingerprint", .text, "The finding's: the same in every run of the same integration."),
            RecordColumn("ordinal", .integer, "From 0, in the order to read it."),
            RecordColumn("at_utc", .timestamp, "When.", isOptional: true),
            RecordColumn("role", .text, "breach, counterpart, declared, implies or window."),
            RecordColumn("source", .text, "The view it is a row of."),
            RecordColumn("method", .text, "Method of the request.", isOptional: true),
            RecordColumn(
                "url", .text, "The request, or the tracker as declared; with --redact, with stand-ins.",
                isOptional: true),
            RecordColumn("status", .integer, "Status of the response.", isOptional: true),
        ] + place,
        sql: ExportSQL.evidence)

    static let runs = RecordKind(
        name: "runs", schema: "beaconproof.run/1",
        meaning: "One certification: the inputs that were judged together, and the verdict.",
        columns: source + [
            RecordColumn("at_utc", .timestamp, "When its captures begin.", isOptional: true),
            RecordColumn("verdict", .text, "pass, fail or inconclusive.", isOptional: true),
            RecordColumn("certified", .boolean, "Whether certificates apply and all of them pass.", isOptional: true),
            RecordColumn("note", .text, "Why the verdict is no more than it is.", isOptional: true),
            RecordColumn("due", .integer, "How many things were due of all behaviour.", isOptional: true),
            RecordColumn("compared", .integer, "How many of them were compared.", isOptional: true),
            RecordColumn("profiles", .text, "The profiles that apply, joined by +; empty for none."),
            RecordColumn("tool_version", .text, "Version of the program that wrote it."),
            RecordColumn("rules_version", .text, "Version of the rules that judged it.", isOptional: true),
            RecordColumn("rules_sha256", .text, "SHA-256 of the rules that judged it.", isOptional: true),
        ],
        sql: ExportSQL.runs)
}
