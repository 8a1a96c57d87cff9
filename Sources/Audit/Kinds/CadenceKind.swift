import Derive
import Model

/// A beacon comes at least every so often while something lasts.
///
/// ```yaml
/// kind: cadence
/// subject: session
/// where: { family: acme }
/// events: [heartbeat]
/// every: 10                    # seconds
/// slack: 2                     # seconds more that are no fault; default a quarter of 'every'
/// from: [play, resume]         # what begins it: default, the first beacon of the kind
/// until: [pause, end]          # what ends it
/// per: clip                    # default: the session
/// ```
/// Compared are neighbours: from what begins it to the first beacon, from each to the next, and from the last to what ends
/// it. What follows the last of all is not judged: the viewer may have left.
enum CadenceKind: RuleKind {
    static let name = "cadence"
    static let keys: Set<String> = ["where", "events", "every", "slack", "from", "until", "per"]
    static let witness: Rule.Witness? = .behaviour

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        guard subject == .session else {
            throw yaml.failure(at: yaml.value("subject"), "the kind 'cadence' judges subjects of kind 'session'")
        }
        let family = try AdPlaySQL.family(yaml)
        let events = try AdPlaySQL.events(yaml, "events")
        guard let every = try yaml.number("every"), every > 0 else {
            throw yaml.failure(at: yaml.value("every"), "'every' is a number of seconds above 0")
        }
        let slack = try yaml.number("slack") ?? every / 4
        let scope = try SessionSQL.scope(yaml)
        let (from, until) = (try yaml.list("from"), try yaml.list("until"))
        let most = Int64((every + slack) * 1_000_000)
        let lasts =
            from.isEmpty
            ? "NOT max(is_edge) OVER (PARTITION BY session, scope, span)"
            : "max(begins) OVER (PARTITION BY session, scope, span)"
        let steps = """
            WITH mark AS (
              SELECT s.id AS session, s.from_us AS from_us, s.to_us AS to_us, \(scope.column) AS scope, b.event AS event,
                g.beacon AS beacon, b.at_us AS at_us, coalesce(g.sent_us, b.at_us) AS when_us,
                b.event IN \(SQLMacros.list(events)) AS is_beat, b.event IN \(SQLMacros.list(from)) AS begins,
                b.event IN \(SQLMacros.list(from + until)) AS is_edge
              FROM \(SessionSQL.signals(of: family)) AND b.event IN \(SQLMacros.list(events + from + until))
            ),
            span AS (
              SELECT *, sum(is_edge) OVER (
                PARTITION BY session, scope ORDER BY when_us, at_us, beacon ROWS UNBOUNDED PRECEDING) AS span
              FROM mark
            ),
            step AS (
              SELECT *, \(lasts) AS lasts,
                lead(event) OVER w AS next, lead(beacon) OVER w AS next_beacon, lead(at_us) OVER w AS next_at_us,
                lead(when_us) OVER w - when_us AS gap_us
              FROM span WINDOW w AS (PARTITION BY session, scope ORDER BY when_us, at_us, beacon)
            )
            """
        return CompiledChecks(
            applies: """
                \(steps)
                SELECT session AS subject_id, from_us AS from_us, to_us AS to_us,
                  coalesce(sum(lasts AND gap_us IS NOT NULL), 0) AS compared,
                  max(lasts AND coalesce(gap_us, 0) > \(most)) AS is_wrong
                FROM step GROUP BY session
                """,
            breaches: """
                \(steps),
                late AS MATERIALIZED (SELECT * FROM step WHERE lasts AND gap_us > \(most))
                SELECT session AS subject_id, \(SQLMacros.quoted(events.joined(separator: " or "))) AS item, NULL AS severity,
                  round(gap_us / 1000000.0, 1) || ' s' AS observed, \(SQLMacros.quoted("at most \(RuleNumber.text(every)) s")) AS expected,
                  'beacon' AS evidence_table, next_beacon AS evidence_id, 'breach' AS role, next_at_us AS at_us, next AS event,
                  event AS earlier, at_us AS since_us, next_at_us AS until_us
                FROM late
                UNION ALL
                SELECT session, \(SQLMacros.quoted(events.joined(separator: " or "))), NULL, round(gap_us / 1000000.0, 1) || ' s',
                  \(SQLMacros.quoted("at most \(RuleNumber.text(every)) s")), 'beacon', beacon, 'counterpart', at_us, next, event, at_us,
                  next_at_us
                FROM late
                ORDER BY 1, 2, 9, 7
                """,
            blindness: BlindPolicy(fail: .inconclusive, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: events))
    }
}

/// Numbers of rule files as people write them.
enum RuleNumber {
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
