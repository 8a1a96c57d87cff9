import Store

/// The pings of players that measure viewing, with when they were due.
extension ReportReader {
    /// View and duration pings, in order of time.
    func pings(_ captureIndex: [Int: Int]) throws(StoreFailure) -> ReportModel.Limited<ReportModel.Ping> {
        let rows = try views.rows(
            """
            SELECT p.*, b.at_us AS at_us, b.exchange AS exchange, b.call AS call, b.family AS family, b.host AS host,
              x.status AS status, COUNT(*) OVER () AS total
            FROM ping p JOIN beacon b ON b.id = p.beacon LEFT JOIN exchange x ON x.id = b.exchange
            WHERE p.run = :run AND p.kind IN ('view', 'duration') ORDER BY b.at_us, p.beacon LIMIT :limit
            """, ["limit": SQLValue(limits.pings)])
        let places = try Places(of: rows.compactMap { $0.int("exchange") }, in: views, captureIndex)
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.Ping(
                    atUs: row.integer("at_us") ?? 0, family: row.string("family"), session: row.int("session"),
                    kind: row.string("kind"), isAd: row.text("part") == "ad", asset: row.string("asset"),
                    isLate: row.flag("late"), exchange: row.int("exchange"), call: row.int("call"),
                    host: row.string("host"), place: row.int("exchange").flatMap { places[$0]?.place },
                    status: row.int("status"))
            }, total: rows.first?.int("total"))
    }

    /// By view session.
    func due(of pings: ReportModel.Limited<ReportModel.Ping>) throws(StoreFailure) -> [Int: [ReportModel.Due]] {
        let sessions = Set(pings.listed.compactMap(\.session)).sorted()
        return sessions.isEmpty ? [:] : try due(of: "session", SQLValue.set(sessions))
    }
}
