import Model
import Store

/// What was read, and what could not be.
extension ReportReader {
    func runRow() throws(StoreFailure) -> ReportModel.Run {
        guard let row = try views.rows("SELECT * FROM run WHERE id = :run").first else {
            throw .refused("the database holds no run \(views.run)")
        }
        return ReportModel.Run(
            id: views.run.number, name: row.string("name"), toolVersion: row.string("tool_version"),
            rulesVersion: row.text("rules_version"), rulesSHA256: row.text("rules_sha256"),
            verdict: row.text("verdict").flatMap(Verdict.init), isCertified: row.int("certified") == 1,
            note: row.text("note"), witnesses: row.witnesses(), kept: views.database.kept)
    }

    func captures() throws(StoreFailure) -> [(id: Int, capture: ReportModel.Capture)] {
        let flows = try perCapture(
            "SELECT capture, COUNT(*) AS n, COUNT(undecrypted) AS m FROM flow WHERE run = :run GROUP BY capture")
        // A capture may show an exchange at several places.
        let exchanges = try perCapture(
            """
            SELECT s.capture, count(*) AS n, sum((SELECT count(*) FROM beacon b WHERE b.exchange = s.exchange)) AS m
            FROM (SELECT DISTINCT s.capture, s.exchange FROM capture c CROSS JOIN sighting s ON s.capture = c.id WHERE c.run = :run) s
            GROUP BY s.capture
            """)
        let calls = try perCapture(
            "SELECT capture, COUNT(*) AS n, 0 AS m FROM call WHERE run = :run GROUP BY capture")
        let logged = try perCapture(
            """
            SELECT c.capture, count(*) AS n, 0 AS m FROM beacon b JOIN call c ON c.id = b.call
            WHERE b.run = :run AND b.exchange IS NULL GROUP BY c.capture
            """)
        let rows = try views.rows(
            """
            SELECT c.*, k.offset_us, k.uncertainty_us, k.method, k.samples
            FROM capture c LEFT JOIN clock k ON k.capture = c.id WHERE c.run = :run ORDER BY c.id
            """)
        return rows.map { row in
            let id = row.number("id")
            let clock = row.integer("offset_us").map { offset in
                ReportModel.Clock(
                    offsetUs: offset, uncertaintyUs: row.integer("uncertainty_us") ?? 0, method: row.string("method"),
                    samples: row.number("samples"))
            }
            return (
                id,
                ReportModel.Capture(
                    path: row.string("path"), format: row.string("format"), sha256: row.string("sha256"),
                    bytes: row.integer("bytes") ?? 0, source: row.text("source"), firstUs: row.integer("first_us"),
                    lastUs: row.integer("last_us"), frames: row.number("frames"), flows: flows[id]?.n ?? 0,
                    flowsUndecrypted: flows[id]?.m ?? 0, exchanges: exchanges[id]?.n ?? 0, calls: calls[id]?.n ?? 0,
                    beacons: (exchanges[id]?.m ?? 0) + (logged[id]?.n ?? 0), clock: clock)
            )
        }
    }

    private func perCapture(_ sql: String) throws(StoreFailure) -> [Int: (n: Int, m: Int)] {
        var counts: [Int: (n: Int, m: Int)] = [:]
        for row in try views.rows(sql) { counts[row.number("capture")] = (row.number("n"), row.number("m")) }
        return counts
    }

    func diagnostics(
        _ captureIndex: [Int: Int]
    ) throws(StoreFailure) -> ReportModel.Limited<ReportModel.DiagnosticGroup> {
        let rows = try views.rows(
            """
            SELECT g.*, d.detail AS detail, d.capture AS capture, d.locator_kind AS locator_kind, d.locator AS locator
            FROM (
              SELECT code, severity, stage, subject, COUNT(*) AS n, MIN(id) AS first, COUNT(*) OVER () AS total
              FROM diagnostic WHERE run = :run GROUP BY code, severity, stage, subject
              ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, code, subject
              LIMIT :limit) g
            JOIN diagnostic d ON d.id = g.first
            ORDER BY CASE g.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, g.code, g.subject
            """, ["limit": SQLValue(limits.diagnosticGroups)])
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.DiagnosticGroup(
                    code: row.string("code"), severity: row.severity("severity"), stage: row.string("stage"),
                    subject: row.text("subject"), count: row.number("n"), detail: row.string("detail"),
                    capture: row.int("capture").flatMap { captureIndex[$0] },
                    locator: row.place("locator_kind", "locator"))
            }, total: rows.first?.int("total"))
    }

    func blind(_ captureIndex: [Int: Int]) throws(StoreFailure) -> ReportModel.Limited<ReportModel.BlindStretch> {
        let rows = try views.rows(
            """
            SELECT b.*, d.code AS code FROM blind b LEFT JOIN diagnostic d ON d.id = b.diagnostic
            WHERE b.run = :run ORDER BY b.from_us, b.to_us, b.capture, b.host, b.id LIMIT :limit
            """, ["limit": SQLValue(limits.blindStretches)])
        let total = try views.count("SELECT COUNT(*) AS n FROM blind WHERE run = :run")
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.BlindStretch(
                    capture: row.int("capture").flatMap { captureIndex[$0] }, fromUs: row.integer("from_us"),
                    toUs: row.integer("to_us"), host: row.text("host"), server: row.text("server"),
                    hides: row.string("hides"), reason: row.string("reason"), code: row.text("code"))
            }, total: total)
    }

    func ledger(_ captureIndex: [Int: Int]) throws(StoreFailure) -> [ReportModel.LedgerLine] {
        try views.rows(
            """
            SELECT l.* FROM ingest_ledger l JOIN capture c ON c.id = l.capture
            WHERE c.run = :run ORDER BY l.capture, l.stage, l.unit
            """
        ).map { row in
            ReportModel.LedgerLine(
                capture: captureIndex[row.number("capture")] ?? 0, stage: row.string("stage"),
                unit: row.string("unit"), input: row.number("input"), output: row.number("output"),
                diagnosed: row.number("diagnosed"))
        }
    }

    func facts() throws(StoreFailure) -> [ReportModel.Fact] {
        try views.rows("SELECT * FROM fact WHERE run = :run ORDER BY key").map {
            ReportModel.Fact(key: $0.string("key"), value: $0.string("value"), source: $0.string("source"))
        }
    }

    func settings() throws(StoreFailure) -> [ReportModel.Setting] {
        try views.rows("SELECT * FROM setting WHERE run = :run ORDER BY key").map {
            ReportModel.Setting(
                key: $0.string("key"), value: $0.string("value"), unit: $0.string("unit"), source: $0.string("source"))
        }
    }
}
