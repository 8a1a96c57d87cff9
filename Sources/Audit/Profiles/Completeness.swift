import Model
import Store

/// Whether what was given can be a complete recording at all.
enum Completeness {
    /// Why not; `nil` where nothing speaks against it.
    static func contradiction(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> String? {
        if try isTorn(run, database) { return "what an ad lacks may have been sent between two of its files" }
        let sql = """
            SELECT
              (SELECT min(first_us) FROM capture WHERE run = :run AND format NOT IN ('calls', 'bundle')) AS first_us,
              (SELECT max(last_us) FROM capture WHERE run = :run AND format NOT IN ('calls', 'bundle')) AS last_us,
              (SELECT min(at_us) FROM call WHERE run = :run AND source <> 'bundle') AS from_us,
              (SELECT max(at_us) FROM call WHERE run = :run AND source <> 'bundle') AS to_us
            """
        guard let row = try database.rows(sql, ["run": SQLValue(run)]).first, let first = row.integer("first_us"),
            let last = row.integer("last_us"), let from = row.integer("from_us"), let to = row.integer("to_us")
        else { return nil }
        // A device may have its clock, or its time zone, wrong; a log of another day is not of this run.
        let clocks: Int64 = 86_400_000_000
        if from > last.addingReportingOverflow(clocks).partialValue {
            return "the call log begins a day after the capture's end"
        }
        if to.addingReportingOverflow(clocks).partialValue < first {
            return "the call log ends a day before the capture begins"
        }
        return nil
    }

    /// Whether what an ad lacks may have been sent between two files that no third one covers: it sent what comes before that
    /// in the one, and what comes after in the other.
    private static func isTorn(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> Bool {
        try !database.rows(
            """
            WITH part AS MATERIALIZED (
              SELECT first_us, last_us FROM capture
              WHERE run = :run AND format NOT IN ('calls', 'bundle') AND last_us IS NOT NULL)
            SELECT 1 AS n
            FROM part a JOIN part b ON b.first_us > a.last_us + \(Seers.longestChange)
            WHERE NOT EXISTS (SELECT 1 FROM part c WHERE c.first_us < b.first_us AND c.last_us > a.last_us)
              AND EXISTS (
                SELECT 1 FROM firing f JOIN firing g ON g.ad_play = f.ad_play JOIN play_tracker o ON o.ad_play = f.ad_play
                WHERE f.run = :run AND f.at_us <= a.last_us AND g.at_us >= b.first_us
                  AND o.place > f.place AND o.place < g.place
                  AND NOT EXISTS (SELECT 1 FROM firing x WHERE x.ad_play = o.ad_play AND x.event = o.event))
            LIMIT 1
            """, ["run": SQLValue(run)]
        ).isEmpty
    }
}
