import Model

/// Events come in the order named; two within the order slack are a tie.
///
/// Compared are first firings, by the start of their requests: what a repeat did is another rule's business. `beside: vast`
/// leaves out pairs that the ad play's VAST trackers sent in the same wrong order.
enum OrderKind: RuleKind {
    static let name = "order"
    static let keys: Set<String> = ["where", "order", "beside"]

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
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
                      AND a.family = \(SQLMacros.quoted(family)) AND b.family = a.family AND a.repeat = 0
                      AND b.repeat = 0 AND a.at_us + \(AdPlaySQL.slack) < b.at_us)
                """
            } ?? ""
        let breaches = """
            WITH rank(event, place) AS (VALUES \(ranks)),
            seen AS MATERIALIZED (
              SELECT f.ad_play AS ad_play, f.event AS event, r.place AS place, min(f.at_us) AS at_us, f.id AS id
              FROM rank r JOIN firing f ON f.run = :run AND f.event = r.event
              WHERE f.family = \(SQLMacros.quoted(family)) AND f.ad_play IS NOT NULL AND f.repeat = 0 AND f.ambiguous = 0
                AND f.direct = 1
              GROUP BY f.ad_play, f.event
            ),
            neighbour AS (
              SELECT ad_play, event, at_us, id,
                lag(event) OVER w AS earlier, lag(at_us) OVER w AS earlier_us, lag(id) OVER w AS earlier_id
              FROM seen WINDOW w AS (PARTITION BY ad_play ORDER BY place)
            ),
            inverted AS (
              SELECT * FROM neighbour WHERE at_us + \(AdPlaySQL.slack) < earlier_us\(alone)
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
            looks: Rule.Looks(families: [family], events: order))
    }

    /// An order needs two: ad plays in which at least two of the events fired.
    private static func applies(family: String, order: [String]) -> String {
        """
        SELECT p.id AS subject_id, p.from_us AS from_us, \(AdPlaySQL.end) AS to_us
        FROM ad_play p
        WHERE p.run = :run AND (
          SELECT count(DISTINCT f.event) FROM firing f
          WHERE f.ad_play = p.id AND f.event IN \(SQLMacros.list(order)) AND f.family = \(SQLMacros.quoted(family))) > 1
        """
    }
}
