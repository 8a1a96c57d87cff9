import Derive
import Model

/// Every beacon of a kind satisfies a condition; each that does not is a breach.
///
/// ```yaml
/// kind: match
/// subject: beacon
/// where: { family: ima, kinds: [ad-request] }
/// parameter: us_privacy                    # judged are beacons that carry it; `subkey:` narrows it
/// expect: "parameter.value GLOB '1[YN-][YN-][YN-]'"
/// expected: one of 1YNN, 1---              # for people
/// ```
/// Without `parameter`, `expect` is a condition on `beacon` and its `exchange`.
enum MatchKind: RuleKind {
    static let name = "match"
    static let keys: Set<String> = ["where", "parameter", "subkey", "expect", "expected", "only"]
    static let witness: Rule.Witness? = .form

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        try BeaconSQL.compile(yaml, subject: subject, breachesWhen: "NOT coalesce((\(try yaml.text("expect"))), 0)")
    }
}

/// No beacon of a kind satisfies a condition; each that does is a breach. The keys are those of `match`, with `never:`
/// in the place of `expect:`.
enum AbsentKind: RuleKind {
    static let name = "absent"
    static let keys: Set<String> = ["where", "parameter", "subkey", "never", "expected", "only"]
    static let witness: Rule.Witness? = .form

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        try BeaconSQL.compile(yaml, subject: subject, breachesWhen: "coalesce((\(try yaml.text("never"))), 0)")
    }
}

/// What the kinds over single beacons have in common.
private enum BeaconSQL {
    static func compile(
        _ yaml: YAMLMap, subject: SubjectKind, breachesWhen condition: String
    ) throws(RuleFileFailure) -> CompiledChecks {
        guard subject == .beacon else {
            throw yaml.failure(at: yaml.value("subject"), "this kind judges subjects of kind 'beacon'")
        }
        guard let place = try yaml.map("where") else { throw yaml.failure(at: nil, "the key 'where' is missing") }
        try place.allow(["family", "kinds"])
        let family = try place.text("family")
        let kinds = try place.list("kinds")
        let expected = try yaml.text("expected")
        let parameter = try yaml.optionalText("parameter")
        let only = try yaml.optionalText("only").map { " AND (\($0))" } ?? ""

        var from = "beacon JOIN exchange ON exchange.id = beacon.exchange"
        var observed = "exchange.url"
        var item = "beacon.kind"
        if let parameter {
            from +=
                " JOIN parameter ON parameter.beacon = beacon.id AND parameter.name = \(SQLMacros.quoted(parameter))"
            if let subkey = try yaml.optionalText("subkey") {
                from += " AND parameter.subkey = \(SQLMacros.quoted(subkey))"
            }
            observed = "parameter.value"
            item = "parameter.name"
        }
        let kindCondition = kinds.isEmpty ? "" : " AND beacon.kind IN \(SQLMacros.list(kinds))"
        let judged =
            "beacon.run = :run AND beacon.family = \(SQLMacros.quoted(family))\(kindCondition)\(only)"
        return CompiledChecks(
            applies: """
                SELECT DISTINCT beacon.id AS subject_id, beacon.at_us AS from_us, beacon.at_us AS to_us
                FROM \(from)
                WHERE \(judged)
                """,
            breaches: """
                SELECT beacon.id AS subject_id, \(item) AS item, NULL AS severity, \(observed) AS observed,
                  \(SQLMacros.quoted(expected)) AS expected, 'beacon' AS evidence_table, beacon.id AS evidence_id,
                  'breach' AS role, beacon.at_us AS at_us, beacon.kind AS kind, exchange.url AS url,
                  length(CAST(exchange.url AS BLOB)) AS length
                FROM \(from)
                WHERE \(judged) AND \(condition)
                ORDER BY beacon.at_us, beacon.id
                """,
            blindness: BlindPolicy(fail: .stays, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: kinds))
    }
}
