import Store

/// What was sent to where trackers are and is no part of any verdict.
extension ReportReader {
    func notJudged() throws(StoreFailure) -> ReportModel.Limited<ReportModel.NotJudged> {
        // All requests are read as they lie, not in the order of their hosts: few of them are left.
        let rows = try views.rows(
            """
            SELECT g.*, x.method AS method, x.url AS url, s.locator_kind AS locator_kind, s.locator AS locator
            FROM (
              SELECT host, why, COUNT(*) AS n, MIN(exchange) AS first, COUNT(*) OVER () AS total
              FROM unjudged_request WHERE likely(run = :run) GROUP BY +host, why ORDER BY n DESC, host, why LIMIT :limit) g
            JOIN exchange x ON x.id = g.first
            LEFT JOIN sighting s ON s.exchange = x.id
              AND s.capture = (SELECT MIN(capture) FROM sighting o WHERE o.exchange = x.id)
            ORDER BY g.n DESC, g.host, g.why
            """, ["limit": SQLValue(limits.notJudgedHosts)])
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.NotJudged(
                    host: row.string("host"), why: row.string("why"), requests: row.number("n"),
                    method: row.string("method"), url: row.string("url"),
                    place: row.place("locator_kind", "locator"))
            }, total: rows.first?.int("total"))
    }
}
