import Model
import Store

/// Access logs often say which path was asked for and not of which host. Other captures of the run that saw the same
/// targets know.
struct LogHosts {
    let run: ID<RunRecord>
    let database: Database

    func learn(_ logs: [RunCapture]) throws(StoreFailure) {
        for log in logs {
            let nameless = try database.rows(
                """
                SELECT count(*) AS n FROM exchange x JOIN sighting s ON s.exchange = x.id
                WHERE s.capture = :capture AND x.host = ''
                """, ["capture": SQLValue(log.id)]
            ).first?.int("n")
            guard let nameless, nameless > 0 else { continue }
            let authority = try authority(for: log)
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                if let authority {
                    try writer.name(
                        authority: authority.text, host: authority.host, scheme: authority.scheme, capture: log.id)
                }
                let detail =
                    authority.map { "\(nameless) lines name no host; their targets were asked of \($0.host) elsewhere" }
                    ?? "\(nameless) lines name no host, and no other input saw their targets"
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        authority == nil ? .inputHostUnknown : .inputHostLearned, subject: log.path, detail: detail),
                    run: run, capture: log.id)
            }
        }
    }

    /// The authority that most of the log's targets were asked of.
    private func authority(for log: RunCapture) throws(StoreFailure) -> (text: String, host: String, scheme: String)? {
        let rows = try database.rows(
            """
            WITH nameless AS MATERIALIZED (
              SELECT DISTINCT x.method, x.target FROM exchange x JOIN sighting s ON s.exchange = x.id
              WHERE s.capture = :capture AND x.host = '')
            SELECT x.host AS host, x.scheme AS scheme,
              substr(x.url, length(x.scheme) + 4, length(x.url) - length(x.scheme) - 3 - length(x.target)) AS authority,
              count(DISTINCT x.target) AS n
            FROM nameless l JOIN exchange x ON x.target = l.target AND x.method = l.method
            WHERE x.run = :run AND x.host <> '' AND length(x.target) > 1
            GROUP BY 1, 2, 3 ORDER BY n DESC, host, scheme LIMIT 1
            """, ["capture": SQLValue(log.id), "run": SQLValue(run)])
        guard let row = rows.first, let host = row.text("host"), let scheme = row.text("scheme") else { return nil }
        return (row.text("authority") ?? host, host, scheme)
    }
}
