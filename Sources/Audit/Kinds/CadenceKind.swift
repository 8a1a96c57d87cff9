import Model

/// Pings of one kind come at a regular interval within their session, by the device's own clock.
///
/// ```yaml
/// kind: cadence
/// subject: session
/// where: { family: nielsen, kinds: [duration], stream: c }
/// interval: nielsen.intervalSeconds        # settings, both in seconds
/// tolerance: nielsen.intervalToleranceSeconds
/// ```
/// A session whose last ping is not one of these is still open: what would come next may lie behind the capture's end.
/// The last interval of a session may be shorter: the session ended. Retries and double captures are not counted. A late
/// interval counts as one only when the time viewed shows that no pause explains it.
enum CadenceKind: RuleKind {
    static let name = "cadence"
    static let keys: Set<String> = ["where", "interval", "tolerance"]

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        guard subject == .session else {
            throw yaml.failure(at: yaml.value("subject"), "the kind 'cadence' judges subjects of kind 'session'")
        }
        guard let place = try yaml.map("where") else { throw yaml.failure(at: nil, "the key 'where' is missing") }
        try place.allow(["family", "kinds", "stream"])
        let family = try place.text("family")
        let kinds = try AdPlaySQL.events(place, "kinds")
        let stream = try place.optionalText("stream").map { " AND p.stream = \(SQLMacros.quoted($0))" } ?? ""
        let interval = "$setting(\(try yaml.text("interval"))) * 1000000"
        let tolerance = "$setting(\(try yaml.text("tolerance"))) * 1000000"
        let judged = """
            p.run = :run AND p.kind IN \(SQLMacros.list(kinds))\(stream) AND p.repeat = 0 AND p.session IS NOT NULL
            """
        return CompiledChecks(
            applies: """
                SELECT s.id AS subject_id, s.from_us AS from_us,
                  CASE WHEN EXISTS (
                    SELECT 1 FROM ping p JOIN beacon b ON b.id = p.beacon
                    WHERE p.session = s.id AND \(judged) AND b.at_us >= s.to_us) THEN s.to_us END AS to_us
                FROM session s
                WHERE s.run = :run AND s.family = \(SQLMacros.quoted(family)) AND EXISTS (
                  SELECT 1 FROM ping p WHERE p.session = s.id\(stream) AND p.kind IN \(SQLMacros.list(kinds + ["view"])))
                """,
            breaches: """
                WITH paced AS MATERIALIZED (
                  SELECT p.session AS session, p.beacon AS beacon, p.created_us AS created_us, p.asset AS asset,
                    p.viewed_us - lag(p.viewed_us) OVER w AS viewed_us,
                    p.created_us - lag(p.created_us) OVER w AS passed_us,
                    lag(p.beacon) OVER w AS before, lead(p.beacon) OVER w AS after,
                    row_number() OVER w AS place
                  FROM ping p
                  WHERE \(judged) AND p.created_us IS NOT NULL
                  WINDOW w AS (PARTITION BY p.session, p.asset ORDER BY p.created_us, p.beacon)
                ),
                off AS (
                  SELECT *, CASE
                    WHEN coalesce(viewed_us, passed_us) > \(interval) + \(tolerance) THEN 'late'
                    WHEN passed_us < \(interval) - \(tolerance) AND after IS NOT NULL THEN 'early' END AS fault
                  FROM paced WHERE before IS NOT NULL
                )
                SELECT session AS subject_id, 'interval ' || (place - 1) AS item, NULL AS severity,
                  CAST((coalesce(CASE fault WHEN 'late' THEN viewed_us END, passed_us) + 500000) / 1000000 AS TEXT) || ' s'
                    AS observed,
                  CAST(CAST((\(interval)) / 1000000 AS INTEGER) AS TEXT) || ' s' AS expected,
                  'ping' AS evidence_table, beacon AS evidence_id, 'breach' AS role, created_us AS at_us, fault AS fault
                FROM off WHERE fault IS NOT NULL
                UNION ALL
                SELECT o.session, 'interval ' || (o.place - 1), NULL,
                  CAST((coalesce(CASE o.fault WHEN 'late' THEN o.viewed_us END, o.passed_us) + 500000) / 1000000 AS TEXT) || ' s',
                  CAST(CAST((\(interval)) / 1000000 AS INTEGER) AS TEXT) || ' s', 'ping', o.before, 'counterpart',
                  b.created_us, o.fault
                FROM off o JOIN ping b ON b.beacon = o.before WHERE o.fault IS NOT NULL
                ORDER BY 1, 9, 7
                """,
            blindness: BlindPolicy(fail: .inconclusive, pass: .inconclusive),
            // The kinds of pings are finer than those of beacons: all of the session's traffic counts.
            looks: Rule.Looks(families: [family]))
    }
}
