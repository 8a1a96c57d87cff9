import Derive
import Model

/// What rules over the sessions of a family file have in common: they compare its signals, and those that the transport sent
/// again count once.
enum SessionSQL {
    /// The column of `signal` that a key `per:` names; without one, the whole session is one.
    enum Scope: String, CaseIterable {
        case session, clip, asset, ad

        var column: String { self == .session ? "g.session" : "g.\(rawValue)" }

        /// Of how the beacon repeated is named: `start of clip 3`.
        var label: String { self == .session ? "''" : "' of \(rawValue) ' || \(column)" }
    }

    static func scope(_ yaml: YAMLMap) throws(RuleFileFailure) -> Scope {
        yaml.contains("per") ? try yaml.word("per", Scope.self) : .session
    }

    /// Signals `g` with their beacons `b` in the sessions `s` of a family.
    static func signals(of family: String) -> String {
        """
        session s CROSS JOIN signal g ON g.session = s.id JOIN beacon b ON b.id = g.beacon
        WHERE s.run = :run AND s.family = \(SQLMacros.quoted(family)) AND g.repeat_class = 'first'
        """
    }

    /// Whether one time is certainly before another: by the sender's clock where both have it, else as they were seen.
    static func isBefore(_ one: String, _ other: String) -> String {
        """
        CASE WHEN \(one)sent_us IS NOT NULL AND \(other)sent_us IS NOT NULL
          THEN \(one)sent_us + \(AdPlaySQL.slack) < \(other)sent_us ELSE \(one)at_us + \(AdPlaySQL.slack) < \(other)at_us END
        """
    }
}

extension OnceKind {
    /// `per: clip`: once for each clip of the session.
    static func compileSession(_ yaml: YAMLMap) throws(RuleFileFailure) -> CompiledChecks {
        for key in ["loops", "beside"] where yaml.contains(key) {
            throw yaml.failure(at: yaml.keyNode(key), "'\(key)' is for ad plays")
        }
        let family = try AdPlaySQL.family(yaml)
        let events = try AdPlaySQL.events(yaml, "events")
        let scope = try SessionSQL.scope(yaml)
        let named =
            "\(SessionSQL.signals(of: family))\(AdPlaySQL.among(events, "b.event")) AND \(scope.column) IS NOT NULL"
        return CompiledChecks(
            applies: """
                SELECT s.id AS subject_id, s.from_us AS from_us, s.to_us AS to_us, count(*) AS compared
                FROM \(named)
                GROUP BY s.id
                """,
            breaches: """
                WITH sent AS (
                  SELECT g.session AS session, b.event AS event, b.event || \(scope.label) AS item, g.beacon AS beacon, b.at_us AS at_us,
                    count(*) OVER one AS times, row_number() OVER (one ORDER BY b.at_us, g.beacon) AS nth
                  FROM \(named)
                  WINDOW one AS (PARTITION BY g.session, b.event, \(scope.column))
                )
                SELECT session AS subject_id, item AS item, NULL AS severity, CAST(times AS TEXT) AS observed, '1' AS expected,
                  'beacon' AS evidence_table, beacon AS evidence_id, CASE nth WHEN 1 THEN 'counterpart' ELSE 'breach' END AS role,
                  at_us AS at_us, event AS event
                FROM sent WHERE times > 1
                ORDER BY session, item, at_us, beacon
                """,
            blindness: BlindPolicy(fail: .stays, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: events == ["*"] ? [] : events))
    }
}

extension OrderKind {
    /// `order: [start, "*", end]`: `*` is every event that is not named. `per: clip` compares within each clip.
    static func compileSession(_ yaml: YAMLMap) throws(RuleFileFailure) -> CompiledChecks {
        if yaml.contains("beside") { throw yaml.failure(at: yaml.keyNode("beside"), "'beside' is for ad plays") }
        let family = try AdPlaySQL.family(yaml)
        let order = try AdPlaySQL.events(yaml, "order")
        guard order.count > 1 else { throw yaml.failure(at: yaml.value("order"), "'order' names at least two events") }
        let scope = try SessionSQL.scope(yaml)
        let places = order.enumerated().filter { $1 != "*" }
            .map { "WHEN \(SQLMacros.quoted($1)) THEN \($0)" }.joined(separator: " ")
        let place = "CASE b.event \(places) ELSE \(order.firstIndex(of: "*").map { "\($0)" } ?? "NULL") END"
        let seen = """
            WITH ranked AS (
              SELECT g.session AS session, \(scope.column) AS scope, b.event AS event, \(place) AS place, g.beacon AS beacon,
                b.at_us AS at_us, g.sent_us AS sent_us, s.from_us AS from_us, s.to_us AS to_us
              FROM \(SessionSQL.signals(of: family)) AND \(scope.column) IS NOT NULL
            ),
            seen AS (
              SELECT * FROM (
                SELECT *, row_number() OVER (
                  PARTITION BY session, scope, place ORDER BY coalesce(sent_us, at_us), at_us, beacon) AS nth
                FROM ranked WHERE place IS NOT NULL)
              WHERE nth = 1
            ),
            neighbour AS (
              SELECT *, lag(event) OVER w AS earlier, lag(at_us) OVER w AS earlier_at_us, lag(sent_us) OVER w AS earlier_sent_us,
                lag(beacon) OVER w AS earlier_beacon
              FROM seen WINDOW w AS (PARTITION BY session, scope ORDER BY place)
            )
            """
        return CompiledChecks(
            applies: """
                \(seen)
                SELECT session AS subject_id, from_us AS from_us, to_us AS to_us, count(earlier) AS compared
                FROM neighbour GROUP BY session
                """,
            breaches: """
                \(seen),
                inverted AS MATERIALIZED (
                  SELECT *, event || ' before ' || earlier AS item,
                    event || ' ' || ((CASE WHEN sent_us IS NOT NULL AND earlier_sent_us IS NOT NULL
                      THEN earlier_sent_us - sent_us ELSE earlier_at_us - at_us END + 500) / 1000) || ' ms before ' || earlier AS observed
                  FROM neighbour WHERE earlier IS NOT NULL AND \(SessionSQL.isBefore("", "earlier_"))
                )
                SELECT session AS subject_id, item AS item, NULL AS severity, observed AS observed,
                  earlier || ' before ' || event AS expected, 'beacon' AS evidence_table, beacon AS evidence_id, 'breach' AS role,
                  at_us AS at_us, event AS event, earlier AS earlier
                FROM inverted
                UNION ALL
                SELECT session, item, NULL, observed, earlier || ' before ' || event, 'beacon', earlier_beacon, 'counterpart',
                  earlier_at_us, event, earlier
                FROM inverted
                ORDER BY 1, 2, 9, 7
                """,
            blindness: BlindPolicy(fail: .staysIfNothingPrecedes, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: order.contains("*") ? [] : order))
    }
}

extension RequireKind {
    /// `events` follow each of `when: { fired: […] }` within so many seconds.
    static func compileSession(_ yaml: YAMLMap) throws(RuleFileFailure) -> CompiledChecks {
        for key in ["each"] where yaml.contains(key) {
            throw yaml.failure(at: yaml.keyNode(key), "'\(key)' is for ad plays")
        }
        let family = try AdPlaySQL.family(yaml)
        let events = try AdPlaySQL.events(yaml, "events")
        guard let when = try yaml.map("when") else {
            throw yaml.failure(at: nil, "the key 'when' is missing: what obliges?")
        }
        try when.allow(["fired"])
        let causes = try AdPlaySQL.events(when, "fired")
        let unless = try yaml.list("unless")
        let scope = try SessionSQL.scope(yaml)
        let within = Int64((try yaml.number("within") ?? 2) * 1_000_000)
        let release = SQLMacros.list(events + unless)
        let owed = """
            WITH owed AS MATERIALIZED (
              SELECT s.id AS session, s.from_us AS from_us, s.to_us AS to_us, g.beacon AS cause, b.event AS implied_by,
                b.at_us AS at_us, NOT EXISTS (
                  SELECT 1 FROM signal h JOIN beacon k ON k.id = h.beacon
                  WHERE h.session = g.session AND h.\(scope.rawValue) IS \(scope.column) AND k.event IN \(release)
                    AND k.at_us BETWEEN b.at_us - \(AdPlaySQL.slack) AND b.at_us + \(within)) AS is_missing
              FROM \(SessionSQL.signals(of: family)) AND b.event IN \(SQLMacros.list(causes))
            )
            """
        let list = events.joined(separator: " or ")
        return CompiledChecks(
            applies: """
                \(owed)
                SELECT session AS subject_id, from_us AS from_us, max(to_us, max(at_us) + \(within)) AS to_us, count(*) AS compared,
                  max(is_missing) AS is_wrong
                FROM owed GROUP BY session
                """,
            breaches: """
                \(owed)
                SELECT session AS subject_id, \(SQLMacros.quoted(list)) || ' after ' || implied_by AS item, NULL AS severity,
                  'not sent' AS observed, 'sent' AS expected, 'beacon' AS evidence_table, cause AS evidence_id, 'implies' AS role,
                  at_us AS at_us, \(SQLMacros.quoted(list)) AS event, implied_by AS implied_by, at_us AS since_us,
                  at_us + \(within) AS until_us
                FROM owed WHERE is_missing
                ORDER BY session, item, at_us
                """,
            blindness: BlindPolicy(fail: .inconclusive, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: events))
    }
}
