import Model
import Store

/// Whether what was given can be a complete recording at all.
enum Completeness {
    /// Why not; `nil` where nothing speaks against it.
    static func contradiction(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> String? {
        if try isTorn(run, database) { return "nothing was recorded between two files, inside an ad" }
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

    /// Whether an ad goes on across the time between two files that no third one covers. Between two starts of an app none
    /// does.
    private static func isTorn(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> Bool {
        try !database.rows(
            """
            WITH part AS MATERIALIZED (
              SELECT first_us, last_us FROM capture
              WHERE run = :run AND format NOT IN ('calls', 'bundle') AND last_us IS NOT NULL)
            SELECT 1 AS n
            FROM part a JOIN part b ON b.first_us > a.last_us + \(longestChangeUs)
            WHERE NOT EXISTS (SELECT 1 FROM part c WHERE c.first_us < b.first_us AND c.last_us > a.last_us)
              AND EXISTS (
                SELECT 1 FROM ad_play p JOIN firing f ON f.ad_play = p.id
                WHERE p.run = :run AND p.from_us <= a.last_us AND f.at_us >= b.first_us)
            LIMIT 1
            """, ["run": SQLValue(run)]
        ).isEmpty
    }

    /// A recorder that goes on in another file takes no longer to open it.
    private static let longestChangeUs = 2_000_000
}
