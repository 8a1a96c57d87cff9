import Testing

@testable import Store

struct PublicQueriesTests {
    private let database: Database

    init() throws {
        database = try Database.temporary()
        let run = try database.addRun("a")
        try database.interpret(run: run)
        try database.finishLoading()
    }

    private func rows(_ sql: String, _ arguments: [String: SQLValue] = [:]) throws(StoreFailure) -> [Row] {
        try database.restricted { (queries) throws(StoreFailure) in try queries.rows(sql, arguments) }
    }

    @Test(arguments: [
        "SELECT * FROM exchange",
        "SELECT count(*) FROM run",
        "SELECT count(*) FROM host_server",
        "SELECT f.id FROM firing AS f JOIN ad_play AS p ON p.id = f.ad_play WHERE p.run = :run",
        "WITH late AS (SELECT * FROM firing) SELECT count(*) FROM late",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n",
        "SELECT value FROM json_each('[1,2]')",
        "SELECT event, row_number() OVER (PARTITION BY event ORDER BY at_us) FROM firing",
        "SELECT (SELECT count(*) FROM subject_host h WHERE h.subject = p.id) FROM ad_play p",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM blind)",
        "SELECT main.run.id FROM main.run",
        "SELECT strftime('%Y', max(at_us, 0) / 1000000, 'unixepoch') FROM firing",
        "SELECT date('2026-11-21'), datetime(0, 'unixepoch')",
        "SELECT 'now' AS date, 1 AS time",
        "SELECT strftime('now', '2026-11-21'), date(NULL), date('nowhere')",
        "SELECT datetime(0, 'auto', '+1 day')",
        "SELECT target AS \u{FEFF}a\u{FEFF}b FROM \u{FEFF}exchange",
        "VALUES (1), (2)",
        "SELECT target AS first_row FROM exchange",
        "EXPLAIN QUERY PLAN SELECT * FROM run",
    ])
    func readsOfViewsPass(sql: String) {
        #expect(throws: Never.self) { try rows(sql, ["run": 1]) }
    }

    @Test func everyViewCanBeRead() throws {
        for view in SchemaDocument.views {
            #expect(throws: Never.self, "\(view.name)") { try rows("SELECT * FROM \(view.name)") }
        }
    }

    @Test(arguments: [
        ("SELECT * FROM exchange_row", "private table"),
        ("SELECT count(*) FROM exchange_row", "private table"),
        ("SELECT * FROM \"Exchange_Row\"", "private table"),
        ("SELECT * FROM [exchange_row]", "private table"),
        ("SELECT * FROM 'exchange_row'", "private table"),
        ("SELECT * FROM exchange WHERE id IN (SELECT id/**/FROM/**/run_row)", "private table"),
        ("WITH exchange AS (SELECT * FROM run) SELECT * FROM exchange", "hides the documented view"),
        ("WITH a AS (SELECT 1), Run(x) AS NOT MATERIALIZED (SELECT 1) SELECT * FROM a", "hides the documented view"),
        ("SELECT * FROM sqlite_schema", "not a documented view"),
        ("SELECT count(*) FROM sqlite_master", "not a documented view"),
        ("SELECT * FROM pragma_table_info('run')", "only read"),
        ("PRAGMA table_info(run)", "PRAGMA"),
        ("PRAGMA user_version = 7", "PRAGMA"),
        ("ATTACH ':memory:' AS other", "ATTACH"),
        ("DETACH main", "only read"),
        ("SELECT load_extension('x')", "load_extension"),
        ("SELECT random()", "random"),
        ("SELECT hex(RandomBlob(4))", "randomblob"),
        ("SELECT last_insert_rowid()", "last_insert_rowid"),
        ("SELECT changes() + total_changes()", "changes"),
        ("SELECT current_timestamp", "current_timestamp differs from run to run"),
        ("SELECT CURRENT_DATE, current_time", "current_date"),
        ("SELECT date('now')", "date('now')"),
        ("SELECT strftime('%s', 'NOW')", "strftime('now')"),
        ("SELECT datetime(at_us / 1000000, 'unixepoch', 'localtime') FROM firing", "localtime"),
        ("SELECT unixepoch()", "without a time"),
        ("SELECT strftime('%s')", "without a time"),
        ("SELECT max(id, julianday( /* none */ )) FROM firing", "without a time"),
        ("SELECT datetime('n' || 'ow')", "datetime('now')"),
        ("SELECT date(x'4E4F57')", "date('now')"),
        ("SELECT time('now' || char(0) || 'x')", "time('now')"),
        ("SELECT julianday(value) FROM json_each('[\"now\"]')", "julianday('now')"),
        ("SELECT unixepoch((SELECT lower('NOW')))", "unixepoch('now')"),
        ("SELECT strftime(substr('%sx', 1, 2), replace('nXw', 'X', 'o'))", "strftime('now')"),
        ("SELECT strftime('%H', 0, 'unixepoch', 'local' || 'time')", "strftime('localtime')"),
        ("SELECT datetime(0, 'unixepoch', 'UT' || 'C')", "datetime('utc')"),
        ("SELECT datetime('sub' || 'sec')", "datetime('subsec')"),
        ("SELECT unixepoch() FROM firing", "without a time"),
        ("SELECT * FROM \u{FEFF}exchange_row", "private table"),
        ("\u{FEFF}WITH \u{FEFF}exchange AS (SELECT 1) SELECT * FROM exchange", "hides the documented view"),
        ("SELECT $a('), (SELECT count(*) FROM exchange_row) --')", "private table"),
        ("WITH x AS (SELECT $a::b('), exchange AS (SELECT 1) SELECT * FROM x --')", "hides the documented view"),
        ("INSERT INTO run (name) VALUES ('x')", "only read"),
        ("CREATE TEMP TABLE t (a)", "only read"),
        ("CREATE TEMP VIEW v AS SELECT 1", "only read"),
        ("CREATE TABLE t (a)", "only read"),
        ("DROP VIEW run", "only read"),
        ("BEGIN", "transactions"),
        ("SAVEPOINT s", "transactions"),
        ("VACUUM", "only read"),
        ("VACUUM INTO '/tmp/beaconproof-stolen.db'", "only read"),
        ("ANALYZE", "only read"),
        ("REINDEX", "only read"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("", "no statement"),
    ])
    func everythingElseIsRefused(sql: String, reason: String) {
        do {
            let rows = try rows(sql)
            Issue.record("\(sql): \(rows.count) rows")
        } catch {
            guard case .refused(let message) = error else {
                Issue.record("\(sql): \(error)")
                return
            }
            #expect(message.contains(reason), "\(sql): \(message)")
        }
    }

    /// The replacements reckon as SQLite's own do.
    @Test func datesOfTheCaptureAreWhatSQLiteMakesOfThem() throws {
        let row = try rows(
            """
            SELECT datetime(1795260000, 'unixepoch') AS a, date('2026-11-21', '+10 days', 'start of month') AS b,
              strftime('%Y %j', '2026-11-21') AS c, julianday('2026-11-21') AS d, time('10:11:12') AS e,
              typeof(unixepoch('2026-11-21')) AS f, date('no day') AS g, time(NULL) AS h
            """)
        #expect(
            row.first?.values == [
                "2026-11-21 11:20:00", "2026-12-01", "2026 325", .real(2461365.5), "10:11:12", "integer", nil, nil,
            ])
    }

    @Test func theAuthorizerAloneHoldsPrivateTablesBack() throws {
        // Without the check of the text: the second line of defence.
        try database.restricted { (queries) throws(StoreFailure) in
            try queries.authorizer.restrict(on: queries.handle, stepLimit: .max) { () throws(StoreFailure) in
                #expect(throws: StoreFailure.self) { try Statement("SELECT id FROM exchange_row", on: queries.handle) }
                #expect(throws: StoreFailure.self) {
                    try Statement("WITH x AS (SELECT id FROM run_row) SELECT id FROM x, run", on: queries.handle)
                }
            }
        }
    }

    @Test func mistakesAreToldAsSQLiteTellsThem() {
        #expect(
            throws: StoreFailure.sql(message: "no such column: evnt", statement: "SELECT evnt FROM firing", offset: 7)
        ) { try rows("SELECT evnt FROM firing") }
        #expect(
            throws: StoreFailure.sql(
                message: "cannot modify run because it is a view", statement: "DELETE FROM run", offset: nil)
        ) { try rows("DELETE FROM run") }
    }

    @Test func endlessQueriesAreStopped() throws {
        let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        #expect(throws: StoreFailure.tooLong(stepLimit: 100_000)) {
            try database.restricted(stepLimit: 100_000) { (queries) throws(StoreFailure) in try queries.rows(sql) }
        }
        #expect(try rows("SELECT 1").count == 1)
    }

    @Test func hugeValuesAreRefused() throws {
        #expect(throws: StoreFailure.self) { try rows("SELECT length(hex(zeroblob(200000000)))") }
        #expect(try rows("SELECT length(zeroblob(1000000)) AS n").first?.int("n") == 1_000_000)
    }

    @Test func theConsumerOfARowIsNotRestricted() throws {
        var counts: [Int] = []
        try database.restricted { (queries) throws(StoreFailure) in
            try queries.forEachRow("SELECT id FROM firing") { (row) throws(StoreFailure) in
                counts.append(try database.rows("SELECT id FROM run_row").count)
                counts.append(try queries.rows("SELECT id FROM run").count)
            }
            _ = try queries.columns(of: "SELECT id FROM run")
            #expect(try !queries.queryPlan("SELECT id FROM run WHERE id = :run").isEmpty)
        }
        #expect(counts == [1, 1, 1, 1])
        #expect(try database.addRun("b") == 2)
    }

    @Test func tokensKnowQuotesAndComments() {
        let sql = "a/*b*/\"c\"\"d\" 'e''f'[g h]`i`--j\n; k_1"
        let text = Array(sql.utf8)
        let tokens = SQLTokens.all(in: text).map { token in
            switch token {
            case .name(let range, _): PublicSQL.name(range, in: text)
            case .symbol(let byte): String(UnicodeScalar(byte))
            }
        }
        #expect(tokens == ["a", "c\"\"d", "e''f", "g h", "i", ";", "k_1"])
        for cut in ["'", "'a", "'a''", "'a'''", "\"", "[", "/*", "/", "-", "--"] {
            #expect(SQLTokens.all(in: Array(cut.utf8)).count < 2)
        }
    }

    @Test func namesMeanTheSameInAnyCaseAndQuotes() {
        func meanings(_ sql: String) -> [SQLWord?] {
            SQLTokens.all(in: Array(sql.utf8)).map { token in
                if case .name(_, let word) = token { word } else { nil }
            }
        }
        #expect(meanings("firing 'Firing' [FIRING] Blind").map { $0?.isView } == [true, true, true, true])
        #expect(meanings("\"run_row\" Run_Row blind_row") == [.rows, .rows, .table])
        #expect(meanings("firings firin 'fir''ing' run_row_ é") == [nil, nil, nil, nil, nil])
        #expect(
            meanings("AS Not materialized") == [.as, .not, .materialized])
    }

    @Test func everyNameOfTheSchemaHasItsMeaning() {
        func meaning(_ name: String) -> SQLWord? { SQLWord.meaning(of: Array(name.utf8).span) }
        for name in Schema.viewNames + Schema.relations { #expect(meaning(name)?.isView == true, "\(name)") }
        for table in Schema.tables {
            #expect(meaning(table.rowName) == (table.viewName == nil ? .table : .rows), "\(table.rowName)")
        }
    }
}
