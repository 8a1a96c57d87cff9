import Store

/// What was played.
extension ReportReader {
    /// In order of time. Where there are too many, those with findings are kept first.
    func adPlays(_ captureIndex: [Int: Int]) throws(StoreFailure) -> ReportModel.Limited<ReportModel.AdPlay> {
        let total = try views.count("SELECT COUNT(*) AS n FROM ad_play WHERE run = :run")
        guard limits.detail.contains(.plays) else { return ReportModel.Limited([], total: total) }
        let rows = try views.rows(
            """
            SELECT * FROM (
              SELECT p.*, p.id IN (SELECT subject FROM finding WHERE run = :run AND subject_kind = 'ad_play') AS found
              FROM ad_play p WHERE p.run = :run ORDER BY found DESC, p.from_us, p.id LIMIT :limit)
            ORDER BY COALESCE(start_us, impression_us, from_us), id
            """, ["limit": SQLValue(limits.adPlays)])
        let ids = SQLValue.set(rows.map { $0.number("id") })
        let firings = try firingsByAdPlay(ids, captureIndex)
        let due = try due(of: "ad_play", ids)
        let viewing = Dictionary(
            grouping: try views.rows(
                """
                SELECT owner, from_us, to_us, state FROM viewer_span
                WHERE run = :run AND owner_kind = 'ad_play' AND owner IN (SELECT value FROM json_each(:ids))
                ORDER BY owner, from_us, to_us
                """, ["ids": ids]), by: { $0.number("owner") })
        let plays = rows.map { row in
            let id = row.number("id")
            return ReportModel.AdPlay(
                id: id, label: row.string("label"), title: row.text("title"), creative: row.text("creative"),
                family: row.string("family"), nth: row.number("nth"), durationUs: row.integer("duration_us"),
                fromUs: row.integer("from_us") ?? 0, impressionUs: row.integer("impression_us"),
                startUs: row.integer("start_us"), endUs: row.integer("end_us"), endReason: row.text("end_reason"),
                licence: row.string("licence"), due: due[id] ?? [], firings: firings[id] ?? ReportModel.Limited([]),
                viewing: (viewing[id] ?? []).map {
                    ReportModel.ViewerSpan(
                        fromUs: $0.integer("from_us") ?? 0, toUs: $0.integer("to_us"), state: $0.string("state"))
                })
        }
        return ReportModel.Limited(plays, total: total)
    }

    /// What rows of a view owe or may owe, by their numbers. Trackers of several levels owe the same event: it is due once.
    func due(of kind: String, _ ids: SQLValue) throws(StoreFailure) -> [Int: [ReportModel.Due]] {
        let rows = try views.rows(
            """
            SELECT owner, family, event, item, min(from_us) AS from_us, max(to_us) AS to_us,
              CASE min(CASE state WHEN 'owed' THEN 0 WHEN 'possible' THEN 1 ELSE 2 END)
                WHEN 0 THEN 'owed' WHEN 1 THEN 'possible' ELSE 'not owed' END AS state
            FROM obligation
            WHERE run = :run AND owner_kind = :kind AND owner IN (SELECT value FROM json_each(:ids))
            GROUP BY owner, family, event, item, CASE WHEN owner_kind = 'session' THEN from_us END
            ORDER BY owner, from_us, family, event, item
            """, ["ids": ids, "kind": .text(kind)])
        return Dictionary(grouping: rows) { $0.number("owner") }.mapValues { rows in
            rows.map { row in
                ReportModel.Due(
                    family: row.string("family"), event: row.string("event"), item: row.string("item"),
                    fromUs: row.integer("from_us"), toUs: row.integer("to_us"), state: row.string("state"))
            }
        }
    }

    private func firingsByAdPlay(
        _ ids: SQLValue, _ captureIndex: [Int: Int]
    ) throws(StoreFailure) -> [Int: ReportModel.Limited<ReportModel.Firing>] {
        let rows = try views.rows(
            """
            SELECT f.*, x.host AS host, x.status AS status FROM (
              SELECT f.*, ROW_NUMBER() OVER (PARTITION BY f.ad_play ORDER BY f.at_us, f.id) AS nth,
                COUNT(*) OVER (PARTITION BY f.ad_play) AS total
              FROM firing f WHERE f.run = :run AND f.ad_play IN (SELECT value FROM json_each(:ids))) f
            LEFT JOIN exchange x ON x.id = f.exchange
            WHERE f.nth <= :limit ORDER BY f.ad_play, f.at_us, f.id
            """, ["ids": ids, "limit": SQLValue(limits.firingsPerAdPlay)])
        let places = try Places(of: rows.compactMap { $0.int("exchange") }, in: views, captureIndex)
        return Dictionary(grouping: rows) { $0.number("ad_play") }.mapValues { rows in
            ReportModel.Limited(
                rows.map { row in
                    ReportModel.Firing(
                        event: row.string("event"), family: row.string("family"), atUs: row.integer("at_us") ?? 0,
                        exchange: row.int("exchange"), call: row.int("call"), tracker: row.number("tracker"),
                        ambiguous: row.flag("ambiguous"), delivered: row.flag("delivered"), host: row.text("host"),
                        place: row.int("exchange").flatMap { places[$0]?.place }, status: row.int("status"))
                }, total: rows.first?.int("total"))
        }
    }

    func otherBeacons() throws(StoreFailure) -> ReportModel.Limited<ReportModel.OtherBeacon> {
        let rows = try views.rows(
            """
            SELECT b.*, COUNT(*) OVER () AS total FROM beacon b
            WHERE b.run = :run
              AND b.id NOT IN (SELECT beacon FROM firing WHERE run = :run AND ad_play IS NOT NULL)
              AND b.id NOT IN (SELECT beacon FROM ping WHERE run = :run AND kind IN ('view', 'duration'))
            ORDER BY b.at_us, b.id LIMIT :limit
            """, ["limit": SQLValue(limits.otherBeacons)])
        return ReportModel.Limited(
            rows.map { row in
                ReportModel.OtherBeacon(
                    family: row.string("family"), kind: row.string("kind"), event: row.string("event"),
                    atUs: row.integer("at_us") ?? 0, exchange: row.int("exchange"), call: row.int("call"),
                    host: row.string("host"))
            }, total: rows.first?.int("total"))
    }
}
