import Store

/// What happened in the run, whatever it was: the ground on which the timeline stands.
extension ReportReader {
    func requests() throws(StoreFailure) -> ReportModel.Limited<ReportModel.Moment> {
        let rows = try views.rows(
            """
            SELECT id, at_us, method, host, status, is_media, (SELECT COUNT(*) FROM exchange WHERE run = :run) AS total
            FROM exchange WHERE run = :run ORDER BY at_us, id LIMIT :limit
            """, ["limit": SQLValue(limits.moments)])
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.Moment(
                    atUs: row.integer("at_us") ?? 0, what: row.string("method"), whom: row.string("host"),
                    outcome: row.int("status").map(String.init) ?? "no answer", exchange: row.int("id"),
                    isMedia: row.flag("is_media"))
            }, total: rows.first?.int("total"))
    }

    func calls() throws(StoreFailure) -> ReportModel.Limited<ReportModel.Moment> {
        let rows = try views.rows(
            """
            SELECT id, at_us, source, name, (SELECT COUNT(*) FROM call WHERE run = :run) AS total
            FROM call WHERE run = :run ORDER BY at_us, id LIMIT :limit
            """, ["limit": SQLValue(limits.moments)])
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.Moment(
                    atUs: row.integer("at_us") ?? 0, what: row.string("name"), whom: row.string("source"), outcome: "",
                    call: row.int("id"))
            }, total: rows.first?.int("total"))
    }

    /// Ad plays by the break that holds their ad; ads without a break are told by their document.
    func adBreaks() throws(StoreFailure) -> [ReportModel.AdBreak] {
        let rows = try views.rows(
            """
            SELECT COALESCE(b.label, d.label) AS label, MIN(COALESCE(p.start_us, p.impression_us, p.from_us)) AS from_us,
              MAX(COALESCE(p.end_us, f.last_us, p.start_us, p.impression_us, p.from_us)) AS to_us,
              COUNT(*) AS ad_plays
            FROM ad_play p
            LEFT JOIN (SELECT ad_play, MAX(at_us) AS last_us FROM firing WHERE run = :run GROUP BY ad_play) f
              ON f.ad_play = p.id
            LEFT JOIN ad a ON a.id = p.ad
            LEFT JOIN ad b ON b.id = a.parent AND b.kind = 'ad-break'
            LEFT JOIN document d ON d.id = p.document
            WHERE p.run = :run GROUP BY COALESCE('break ' || b.id, 'document ' || p.document) ORDER BY from_us, label
            LIMIT :limit
            """, ["limit": SQLValue(limits.adPlays)])
        return rows.map { row in
            ReportModel.AdBreak(
                label: row.string("label"), fromUs: row.integer("from_us") ?? 0, toUs: row.integer("to_us") ?? 0,
                adPlays: row.number("ad_plays"))
        }
    }
}
