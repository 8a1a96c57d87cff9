import Store

/// The pings of players that measure viewing, with what says when they were due.
extension ReportReader {
    /// View and duration pings, in order of time. The interval is the one that the captured configuration of the ping's
    /// application gave.
    func pings(_ captureIndex: [Int: Int]) throws(StoreFailure) -> ReportModel.Limited<ReportModel.Ping> {
        let rows = try views.rows(
            """
            WITH configured AS MATERIALIZED (
              SELECT upper(a.value) AS app, MAX(CAST(i.value AS INTEGER)) AS interval_us
              FROM parameter i JOIN parameter a ON a.beacon = i.beacon AND a.name = 'apid'
              WHERE i.run = :run AND i.name = 'response' AND i.subkey = 'interval_us' GROUP BY upper(a.value))
            SELECT p.*, b.at_us AS at_us, b.exchange AS exchange, b.call AS call, b.family AS family, b.host AS host,
              x.status AS status,
              (SELECT CAST(d.value AS INTEGER) FROM parameter d WHERE d.beacon = p.beacon AND d.name = 'sd' LIMIT 1)
                AS length_s,
              (SELECT c.interval_us FROM parameter a JOIN configured c ON c.app = upper(a.value)
                WHERE a.beacon = p.beacon AND a.name = 'c13' AND a.subkey = 'asid' LIMIT 1) AS interval_us,
              COUNT(*) OVER () AS total
            FROM ping p JOIN beacon b ON b.id = p.beacon LEFT JOIN exchange x ON x.id = b.exchange
            WHERE p.run = :run AND p.kind IN ('view', 'duration') ORDER BY b.at_us, p.beacon LIMIT :limit
            """, ["limit": SQLValue(limits.pings)])
        let places = try Places(of: rows.compactMap { $0.int("exchange") }, in: views, captureIndex)
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.Ping(
                    atUs: row.integer("at_us") ?? 0, family: row.string("family"), session: row.int("session"),
                    kind: row.string("kind"), isAd: row.text("part") == "ad", asset: row.string("asset"),
                    createdUs: row.integer("created_us"), segmentUs: row.integer("segment_us"),
                    viewedUs: row.integer("viewed_us"), isRepeat: row.string("repeat_class") != "first",
                    isLate: row.flag("late"),
                    lengthUs: row.integer("length_s").flatMap { Clamped.microseconds(seconds: $0) },
                    intervalUs: row.integer("interval_us"), exchange: row.int("exchange"), call: row.int("call"),
                    host: row.string("host"), place: row.int("exchange").flatMap { places[$0]?.place },
                    status: row.int("status"))
            }, total: rows.first?.int("total"))
    }
}
