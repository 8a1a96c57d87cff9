import Derive
import Model

/// Events come in the order named; two within the order slack are a tie.
///
/// Compared are first firings, by the start of their requests, or of the connections or preflights that were sent for them:
/// what a repeat did is another rule's business. `beside: vast` leaves out pairs that the ad play's VAST trackers sent in the
/// same wrong order.
enum OrderKind: RuleKind {
    static let name = "order"
    static let keys: Set<String> = ["where", "order", "beside", "per"]
    static let witness: Rule.Witness? = .behaviour

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        if subject == .session { return try compileSession(yaml) }
        try AdPlaySQL.requireAdPlay(yaml, subject, kind: name)
        let family = try AdPlaySQL.family(yaml)
        let order = try AdPlaySQL.events(yaml, "order")
        guard order.count > 1 else { throw yaml.failure(at: yaml.value("order"), "'order' names at least two events") }
        let ranks = order.enumerated().map { "(\(SQLMacros.quoted($1)), \($0))" }.joined(separator: ", ")
        let alone =
            try AdPlaySQL.beside(yaml).map { family in
                """
                 AND NOT EXISTS (
                    SELECT 1 FROM firing a JOIN firing b ON b.ad_play = a.ad_play
                    WHERE a.ad_play = neighbour.ad_play AND a.event = neighbour.event AND b.event = neighbour.earlier
                      AND a.family = \(SQLMacros.quoted(family)) AND b.family = a.family AND a.repeat_class = 'first'
                      AND b.repeat_class = 'first' AND a.at_us + \(AdPlaySQL.slack) < b.at_us)
                """
            } ?? ""
        let breaches = """
            WITH rank(event, place) AS (VALUES \(ranks)),
            -- The first of each event is one look into the index of firings, however many URLs the event has.
            seen AS (
              SELECT p.id AS ad_play, r.event AS event, r.place AS place, f.at_us AS at_us, f.id AS id
              FROM ad_play p CROSS JOIN rank r JOIN firing f ON f.id = (
                SELECT g.id FROM firing g
                WHERE g.ad_play = p.id AND g.event = r.event AND \(compared(family))
                ORDER BY g.at_us LIMIT 1)
              WHERE p.run = :run
            ),
            neighbour AS (
              SELECT ad_play, event, at_us, id,
                lag(event) OVER w AS earlier, lag(at_us) OVER w AS earlier_us, lag(id) OVER w AS earlier_id
              FROM seen WINDOW w AS (PARTITION BY ad_play ORDER BY place)
            ),
            inverted AS MATERIALIZED (
              SELECT * FROM neighbour WHERE at_us + \(AdPlaySQL.slack) < earlier_us\(alone)
                AND NOT (\(waited) OR \(asked))
            )
            SELECT ad_play AS subject_id, event || ' before ' || earlier AS item, NULL AS severity,
              event || ' ' || ((earlier_us - at_us + 500) / 1000) || ' ms before ' || earlier AS observed,
              earlier || ' before ' || event AS expected,
              'firing' AS evidence_table, id AS evidence_id, 'breach' AS role, at_us AS at_us,
              event AS event, earlier AS earlier
            FROM inverted
            UNION ALL
            SELECT ad_play, event || ' before ' || earlier, NULL,
              event || ' ' || ((earlier_us - at_us + 500) / 1000) || ' ms before ' || earlier,
              earlier || ' before ' || event, 'firing', earlier_id, 'counterpart', earlier_us, event, earlier
            FROM inverted
            ORDER BY 1, 2, 9, 7
            """
        return CompiledChecks(
            applies: applies(family: family, order: order), breaches: breaches,
            blindness: BlindPolicy(fail: .staysIfNothingPrecedes, pass: .staysIfAllSeen),
            looks: Rule.Looks(families: [family], events: order), uses: AdPlaySQL.uses + ["preflighted"])
    }

    /// Whether the one that should have been earlier waited for its connection: packets show a request when the handshakes
    /// are over, though the player sent it when the connection was opened for it. A connection that had carried a request
    /// before, or stood open for longer, was not waited for.
    private static let waited = """
        EXISTS (
          SELECT 1 FROM firing w JOIN exchange x ON x.id = w.exchange JOIN sighting s ON s.exchange = x.id
          JOIN flow l ON l.run = :run AND l.number = x.flow AND l.capture = s.capture
          WHERE w.id = neighbour.earlier_id AND l.first_us <= neighbour.at_us + \(AdPlaySQL.slack)
            AND x.at_us - l.first_us <= $setting(order.handshakeSeconds) * 1000000
            AND NOT EXISTS (
              SELECT 1 FROM exchange y JOIN sighting z ON z.exchange = y.id
              WHERE y.run = :run AND y.at_us BETWEEN l.first_us AND x.at_us - \(AdPlaySQL.slack) AND y.flow = x.flow
                AND z.capture = l.capture))
        """

    /// Whether the one that should have been earlier waited for the answer to its preflight, which the browser sent when the
    /// player asked for it.
    private static let asked = """
        EXISTS (
          SELECT 1 FROM firing w JOIN preflighted q ON q.run = :run AND q.exchange = w.exchange
          WHERE w.id = neighbour.earlier_id AND q.asked_us <= neighbour.at_us + \(AdPlaySQL.slack))
        """

    /// An order needs two: ad plays in which at least two of the events fired. One is wrong only where the first of an event is
    /// before the first of one that is named earlier.
    private static func applies(family: String, order: [String]) -> String {
        let pairs = order.indices.flatMap { place in
            order[(place + 1)...].map { "(\(SQLMacros.quoted(order[place])), \(SQLMacros.quoted($0)))" }
        }
        func first(_ event: String) -> String {
            """
            (SELECT min(g.at_us) FROM firing g WHERE g.ad_play = p.id AND g.event = \(event) AND \(compared(family)))
            """
        }
        return """
            SELECT p.id AS subject_id, p.from_us AS from_us, \(AdPlaySQL.end) AS to_us,
              EXISTS (
                SELECT 1 FROM (VALUES \(pairs.joined(separator: ", "))) pair
                WHERE \(first("pair.column2")) + \(AdPlaySQL.slack) < \(first("pair.column1"))) AS is_wrong
            FROM ad_play p
            WHERE p.run = :run AND (
              SELECT count(*) FROM (VALUES \(order.map { "(\(SQLMacros.quoted($0)))" }.joined(separator: ", "))) named
              WHERE EXISTS (
                SELECT 1 FROM firing f
                WHERE f.ad_play = p.id AND f.event = named.column1 AND f.family = \(SQLMacros.quoted(family)))) > 1
            """
    }

    /// The firings `g` that are compared.
    private static func compared(_ family: String) -> String {
        "g.family = \(SQLMacros.quoted(family)) AND g.repeat_class = 'first' AND g.ambiguous = 0 AND g.direct = 1"
    }
}
