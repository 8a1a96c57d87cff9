import Store

/// What was judged.
extension ReportReader {
    func certificates() throws(StoreFailure) -> [ReportModel.Certificate] {
        try views.rows("SELECT * FROM certificate WHERE run = :run ORDER BY profile").map {
            ReportModel.Certificate(
                profile: $0.string("profile"), dated: $0.string("dated"), verdict: $0.outcome("verdict"),
                reasons: $0.lines("reasons"))
        }
    }

    func families() throws(StoreFailure) -> [ReportModel.Family] {
        try views.rows(
            """
            SELECT f.family AS family, f.verdict AS verdict, f.due AS due, f.compared AS compared, f.note AS note,
              (SELECT COUNT(*) FROM beacon b WHERE b.run = :run AND b.family = f.family) AS beacons,
              (SELECT COUNT(*) FROM ad_play p WHERE p.run = :run AND p.family = f.family) AS ad_plays
            FROM family f WHERE f.run = :run ORDER BY f.family
            """
        ).map {
            ReportModel.Family(
                name: $0.string("family"), verdict: $0.outcome("verdict"), witnesses: $0.witnesses(),
                note: $0.text("note"), beacons: $0.number("beacons"),
                adPlays: $0.number("ad_plays"))
        }
    }

    func rules() throws(StoreFailure) -> [ReportModel.Rule] {
        try views.rows(
            """
            SELECT r.*, s.pass, s.fail, s.inconclusive, s.not_applicable, s.not_compared, s.due, s.compared
            FROM rule r LEFT JOIN rule_summary s ON s.run = r.run AND s.rule = r.id WHERE r.run = :run ORDER BY r.id
            """
        ).map {
            ReportModel.Rule(
                id: $0.string("id"), family: $0.string("family"), severity: $0.severity("severity"),
                title: $0.string("title"), why: $0.string("why"), fix: $0.string("fix"), sources: $0.lines("sources"),
                pass: $0.number("pass"), fail: $0.number("fail"), inconclusive: $0.number("inconclusive"),
                notApplicable: $0.number("not_applicable"), notCompared: $0.number("not_compared"),
                witness: $0.text("witness"), witnesses: $0.witnesses())
        }
    }

    func verdicts() throws(StoreFailure) -> [ReportModel.RuleVerdict] {
        try views.rows(
            """
            SELECT * FROM verdict WHERE run = :run AND (:passes OR verdict <> 'pass')
            ORDER BY rule, subject_kind, subject, CASE verdict WHEN 'fail' THEN 0 WHEN 'inconclusive' THEN 1 ELSE 2 END
            """, ["passes": .integer(limits.detail.contains(.passes) ? 1 : 0)]
        ).map {
            ReportModel.RuleVerdict(
                rule: $0.string("rule"), subject: $0.subject(), outcome: $0.outcome("verdict"),
                reason: $0.text("reason"), needs: $0.text("needs"), because: $0.text("because"))
        }
    }

    func findings(
        _ captureIndex: [Int: Int], runStartUs: Int64?
    ) throws(StoreFailure) -> [ReportModel.Finding] {
        let evidence = try evidenceRows()
        let places = try Places(of: evidence.values.joined().compactMap { $0.int("exchange") }, in: views, captureIndex)
        let rows = try views.rows(
            """
            SELECT f.*, COALESCE(p.start_us, p.impression_us, p.from_us) AS zero_us
            FROM finding f LEFT JOIN ad_play p ON f.subject_kind = 'ad_play' AND p.id = f.subject
            WHERE f.run = :run
            ORDER BY waived IS NOT NULL, CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, rule,
              f.at_us, subject_kind, subject, item, f.id
            """)
        return rows.enumerated().map { index, row in
            let subject = row.subject()
            let own = evidence[row.number("id")] ?? []
            return ReportModel.Finding(
                number: index + 1, rule: row.string("rule"), severity: row.severity("severity"),
                family: row.string("family"), subject: subject, item: row.string("item"),
                message: row.string("message"), expected: row.string("expected"), observed: row.string("observed"),
                atUs: row.integer("at_us"), fingerprint: row.string("fingerprint"), assumed: row.text("assumed"),
                server: row.text("server"),
                waived: row.waiver(),
                evidence: ReportModel.Limited(
                    own.map {
                        $0.evidence(places, captureIndex, adZeroUs: row.integer("zero_us"), runZeroUs: runStartUs)
                    },
                    total: own.first?.int("total")))
        }
    }

    /// The first evidence rows of each finding, with the exchange, tracker or log line behind each, by finding.
    private func evidenceRows() throws(StoreFailure) -> [Int: [Row]] {
        let rows = try views.rows(
            """
            SELECT e.finding, e.role, e.at_us, e.exchange, e.tracker, e.call, e.total,
              x.method, x.host, x.url, x.status, t.event, t.url AS declared, t.line, d.label AS document,
              c.capture, c.source, c.name, c.locator_kind, c.locator
            FROM (
              SELECT e.*, ROW_NUMBER() OVER (PARTITION BY e.finding ORDER BY e.ordinal) AS place,
                COUNT(*) OVER (PARTITION BY e.finding) AS total
              FROM evidence e JOIN finding f ON f.id = e.finding WHERE f.run = :run) e
            LEFT JOIN exchange x ON x.id = e.exchange LEFT JOIN tracker t ON t.id = e.tracker
            LEFT JOIN document d ON d.id = t.document LEFT JOIN call c ON c.id = e.call
            WHERE e.place <= :limit ORDER BY e.finding, e.ordinal
            """, ["limit": SQLValue(limits.evidencePerFinding)])
        return Dictionary(grouping: rows) { $0.number("finding") }
    }
}

extension Row {
    func witnesses() -> ReportModel.Witnesses {
        ReportModel.Witnesses(due: int("due") ?? 0, compared: int("compared") ?? 0)
    }

    fileprivate func waiver() -> ReportModel.Waiver? {
        guard let reason = text("waived") else { return nil }
        return ReportModel.Waiver(owner: string("waived_by"), reason: reason, expires: string("waived_until"))
    }
}

extension Row {
    fileprivate func evidence(
        _ places: Places, _ captureIndex: [Int: Int], adZeroUs: Int64?, runZeroUs: Int64?
    ) -> ReportModel.Evidence {
        let exchange = int("exchange")
        let seen = exchange.flatMap { places[$0] }
        let (tracker, call) = (int("tracker"), text("name"))
        let atUs = integer("at_us")
        return ReportModel.Evidence(
            role: string("role"), atUs: atUs, offset: Row.offset(atUs, adZeroUs, runZeroUs),
            capture: seen?.capture ?? int("capture").flatMap { captureIndex[$0] },
            locator: seen?.place ?? place("locator_kind", "locator"), exchange: exchange, tracker: tracker,
            call: int("call"), method: text("method"), host: text("host"), url: text("url"), status: int("status"),
            declared: tracker.map { _ in
                ReportModel.Declared(
                    event: string("event"), url: string("declared"), document: string("document"), line: int("line"))
            },
            callName: call.map { "\(string("source")).\($0)" })
    }

    private static func offset(_ atUs: Int64?, _ adZeroUs: Int64?, _ runZeroUs: Int64?) -> ReportModel.Offset? {
        guard let atUs else { return nil }
        if let adZeroUs { return ReportModel.Offset(us: Clamped.difference(atUs, adZeroUs), zero: .adStart) }
        return runZeroUs.map { ReportModel.Offset(us: Clamped.difference(atUs, $0), zero: .runStart) }
    }
}

/// Where exchanges were seen: in the first capture that saw them.
struct Places {
    private var places: [Int: (capture: Int, place: ReportModel.Place)] = [:]

    init(of exchanges: [Int], in views: RunViews, _ captureIndex: [Int: Int]) throws(StoreFailure) {
        let rows = try views.rows(
            """
            SELECT exchange, capture, locator_kind, locator FROM sighting
            WHERE exchange IN (SELECT value FROM json_each(:ids))
            ORDER BY exchange, capture, at_source_us, locator
            """, ["ids": SQLValue.set(exchanges)])
        for row in rows {
            let exchange = row.number("exchange")
            guard places[exchange] == nil, let place = row.place("locator_kind", "locator") else { continue }
            places[exchange] = (captureIndex[row.number("capture")] ?? 0, place)
        }
    }

    subscript(exchange: Int) -> (capture: Int, place: ReportModel.Place)? { places[exchange] }
}

/// Arithmetic on captured times, which may be absurd.
enum Clamped {
    static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? (left < right ? .min : .max) : difference
    }

    /// `nil` for a length that no day has.
    static func microseconds(seconds: Int64) -> Int64? {
        (1...86_400).contains(seconds) ? seconds * 1_000_000 : nil
    }

    static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : sum
    }
}
