import Foundation
import Testing

@testable import Store

/// A stranger's file that carries our mark: nothing in it runs, and it is refused in one line.
struct KeptFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("run.har") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A whole database of ours, then what somebody does to it.
    private func craft(_ sql: [String] = []) throws {
        let database = try Database.create(at: path)
        _ = try database.addRun("a")
        try database.finishLoading()
        try database.publish()
        let connection = try Connection(path: path, readOnly: false)
        try connection.access { (handle) throws(StoreFailure) in
            for statement in sql { try connection.execute(statement, on: handle) }
        }
        try connection.close()
    }

    private func refusal() -> String {
        let before = try? Data(contentsOf: URL(filePath: path))
        let failure = #expect(throws: StoreFailure.self) { try Database.open(path) }
        let said = failure?.description ?? ""
        #expect(said.hasPrefix(path) || said.hasPrefix("the database is damaged: \(path)"), "\(said)")
        #expect((try? Data(contentsOf: URL(filePath: path))) == before, "the file was changed")
        return said
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        var sql: [String]
        var said: String
        var testDescription: String { sql.joined(separator: "; ") }

        init(_ sql: String..., said: String) {
            self.sql = sql
            self.said = said
        }
    }

    static let attacks = [
        Attack(
            #"CREATE VIEW "x""; ATTACH 'evil.db' AS e; CREATE TABLE e.t(x); --" AS SELECT 1"#,
            said: "view 'x\"; ATTACH 'evil.db' AS e; CREATE TABLE e.t(x); --' is not as beaconproof makes it"),
        Attack(
            "CREATE TRIGGER t AFTER DELETE ON beacon_row BEGIN DELETE FROM run_row; END",
            said: "trigger 't' is not as beaconproof makes it"),
        Attack("CREATE TABLE notes (a)", said: "table 'notes'"),
        Attack("CREATE TABLE r (run INTEGER NOT NULL CHECK (run > 0)) STRICT", said: "table 'r'"),
        Attack("CREATE TABLE r (run INTEGER, n INTEGER AS (abs(run))) STRICT", said: "table 'r'"),
        Attack("CREATE TABLE r (run INTEGER, n INTEGER DEFAULT 7) STRICT", said: "table 'r'"),
        Attack(
            "DROP TABLE clock_row", "CREATE TABLE clock_row (run INTEGER) STRICT", said: "table 'clock_row'"),
        Attack(
            "CREATE TABLE r (run INTEGER) STRICT", "CREATE INDEX i ON r (abs(run))", said: "index 'i'"),
        Attack(
            "CREATE TABLE r (run INTEGER) STRICT", "CREATE INDEX i ON r (run) WHERE run > 0", said: "index 'i'"),
        Attack(
            "CREATE TABLE r (run INTEGER) STRICT", "CREATE TRIGGER t AFTER DELETE ON r BEGIN DELETE FROM run_row; END",
            said: "trigger 't'"),
        Attack("ANALYZE", said: "table 'sqlite_stat1'"),
        Attack("CREATE VIRTUAL TABLE v USING fts5(a)", said: "table 'v'"),
        Attack("CREATE INDEX i ON run_row (upper(name))", said: "index 'i'"),
        Attack("DROP INDEX beacon_run", "CREATE INDEX beacon_run ON beacon_row (run)", said: "index 'beacon_run'"),
        Attack("DROP VIEW run", "CREATE VIEW run AS SELECT 1 AS id, 'pass' AS verdict", said: "view 'run'"),
        Attack("DROP VIEW run", said: "view 'run' is missing"),
        Attack("DROP TABLE clock_row", said: "table 'clock_row' is missing"),
        Attack(
            "DROP TABLE clock_row", "CREATE VIEW clock_row AS SELECT 1 AS capture", said: "view 'clock_row'"),
        Attack("ALTER TABLE run_row ADD COLUMN more TEXT", said: "table 'run_row'"),
        Attack("ALTER TABLE run_row ADD COLUMN g TEXT AS (upper(name)) VIRTUAL", said: "table 'run_row'"),
        Attack("PRAGMA user_version = 1", said: "_row' is not as beaconproof makes it"),
        Attack("PRAGMA user_version = 0", said: "it has no schema version"),
        Attack("PRAGMA user_version = -1", said: "newer beaconproof"),
        Attack("PRAGMA application_id = 7", said: "not a BeaconProof database"),
        Attack("PRAGMA journal_mode = WAL", said: "a write-ahead log is in use"),
        Attack("UPDATE run_row SET id = 9223372036854775807", said: "a number in run_row is out of range"),
    ]

    @Test(arguments: attacks)
    func isRefused(attack: Attack) throws {
        // Where the attack would leave its mark.
        let here = FileManager.default.currentDirectoryPath + "/evil.db"
        try craft(attack.sql)
        let said = refusal()
        #expect(said.contains(attack.said), "\(said)")
        #expect(!FileManager.default.fileExists(atPath: here))
        #expect(try folder.names == ["run.har"])
    }

    /// The library that judged the file may have been another: what is derived is derived anew.
    @Test func relationsOfAnotherLibraryAreNoReasonToRefuse() throws {
        try craft(
            Schema.relations.map { "DROP TABLE \($0)" } + [
                """
                CREATE TABLE elsewhere (
                  run INTEGER NOT NULL, -- The run (of the file).
                  beacon INTEGER NOT NULL REFERENCES beacon, -- A beacon.
                  share REAL, -- A share.
                  PRIMARY KEY (run, beacon)
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX by_elsewhere_share ON elsewhere (run, share)",
            ])
        let database = try Database.open(path)
        #expect(try database.rows("SELECT name FROM run").count == 1)
    }

    /// The same in files of every earlier version, whose views were dropped by the names they had.
    @Test(arguments: 1..<Schema.version)
    func isRefusedInEarlierVersions(version: Int) throws {
        for sql in [#"CREATE VIEW "x""; ATTACH 'evil.db' AS e; --" AS SELECT 1"#, "CREATE TABLE notes (a)"] {
            try old(version, [sql])
            #expect(refusal().contains("is not as beaconproof makes it"))
        }
    }

    @Test(arguments: ["-wal", "-journal"])
    func whatLiesBesideIsNotApplied(suffix: String) throws {
        try craft()
        try Data(repeating: 0x41, count: 4_096).write(to: URL(filePath: path + suffix))
        #expect(refusal().contains("run.har\(suffix) lies beside it"))
        #expect(try folder.names == ["run.har", "run.har\(suffix)"])
    }

    @Test func aDamagedPageIsFound() throws {
        try craft([
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO ledger_row SELECT i, 'stage', 'unit', 1, 1, 0 FROM n
            """
        ])
        var bytes = try Data(contentsOf: URL(filePath: path))
        let page = 16_384
        for place in stride(from: bytes.count - page + 8, to: bytes.count - page + 400, by: 1) { bytes[place] = 0xFF }
        try bytes.write(to: URL(filePath: path))
        #expect(refusal().contains("the database is damaged"))
    }

    /// A value beyond the largest that is written is not brought into memory.
    @Test func aHugeValueIsNotRead() throws {
        try craft([
            """
            INSERT INTO exchange_row (run, at_us, method, scheme, authority, host, target, ending, flow, request_body_state,
              response_body_state, response_body, notes)
            VALUES (1, 1, 'GET', 'https', 'a', 'a', '/', 'complete', 0, 'none', 'kept',
              zeroblob(\(Authorizer.largestValue) + 1), '')
            """
        ])
        let database = try Database.open(path)
        let copy = try Database.temporary()
        let failure = #expect(throws: StoreFailure.self) { try copy.appendDecoded(run: 1, from: database) }
        #expect(failure == .tooLarge)
        #expect(try copy.rows("SELECT id FROM exchange").isEmpty)
    }

    @Test func otherFilesAreNone() throws {
        for content in [Data(), Data("SQLite format 3\0".utf8), Data(repeating: 0x41, count: 5_000)] {
            try content.write(to: URL(filePath: path))
            #expect(refusal().contains("not a BeaconProof database"))
        }
        #expect(throws: StoreFailure.notBeaconProof(path: folder.path(""))) { try Database.open(folder.path("")) }
    }

    /// SQLite takes such names for more than names.
    @Test func namesAreOnlyNames() throws {
        for name in ["file:x?mode=memory", ":memory:", "a?b#c%41"] {
            let path = folder.path(name)
            try Database.create(at: path).publish()
            #expect(try Database.open(path).rows("SELECT id FROM run").isEmpty)
            #expect(try folder.names.contains(name))
        }
    }

    // MARK: - Earlier versions

    /// A file as the steps up to a version made it, with the views that have changed since.
    private func old(_ version: Int, _ sql: [String] = []) throws {
        try? FileManager.default.removeItem(atPath: path)
        let connection = try Connection(path: path, readOnly: false)
        try Schema.create(version: version, on: connection)
        try connection.access { (handle) throws(StoreFailure) in
            // Of a view that changed more than once, its first text.
            var made: Set<Substring> = []
            for text in version <= Schema.lastOfSteps ? Schema.formerViewTexts : []
            where made.insert(text.split(separator: " ")[2]).inserted {
                try connection.execute(text, on: handle)
            }
            try connection.execute("PRAGMA application_id = \(Schema.applicationID)", on: handle)
            try connection.execute("PRAGMA user_version = \(version)", on: handle)
            try connection.execute("INSERT INTO run_row (id, name, tool_version) VALUES (1, 'old', '0')", on: handle)
            try connection.execute(
                """
                INSERT INTO document_row (run, exchange, kind, state, at_us, ready_us, label)
                VALUES (1, 1, 'vast', 'read', 5, 6, 'd')
                """, on: handle)
            for statement in sql { try connection.execute(statement, on: handle) }
        }
        try connection.close()
    }

    /// What has joined a table since has a value for the rows of those days.
    @Test(arguments: 1..<Schema.version)
    func whatIsNewHasADefault(version: Int) throws {
        try old(version)
        let connection = try Connection(path: path, readOnly: true)
        try connection.access { (handle) throws(StoreFailure) in
            for table in Schema.tables {
                let known = Set(try Copying.columns(of: table.rowName, on: handle).map(\.name))
                guard !known.isEmpty else { continue }
                for column in table.stored where !known.contains(column.name) {
                    #expect(column.isNullable || column.defaultValue != nil, "\(table.name).\(column.name)")
                }
            }
        }
    }

    /// How a request was made is read of the headers that earlier files kept.
    @Test(arguments: 1..<Schema.version)
    func headersOfEarlierFilesAreRead(version: Int) throws {
        try old(
            version,
            [
                """
                INSERT INTO exchange_row (run, at_us, method, scheme, authority, host, target, status, ending, flow,
                  request_body_state, response_body_state, request_headers, response_headers, notes)
                VALUES (1, 1, 'GET', 'https', 'a', 'a', '/', 200, 'answered', 0, 'empty', 'missing',
                  CAST('sec-fetch-mode: navigate' || char(10) AS BLOB), CAST('content-type: video/mp4' || char(10) AS BLOB), '')
                """
            ])
        let copy = try Database.temporary()
        try copy.appendDecoded(run: 1, from: try Database.open(path))
        let row = try copy.rows("SELECT made_as, is_media FROM exchange").first
        #expect(row?.text("made_as") == "page" && row?.int("is_media") == 1)
    }

    /// What rules judge was called a capture where the run was meant.
    @Test(arguments: 1..<6)
    func aRunIsASubjectOfEarlierFilesToo(version: Int) throws {
        try old(
            version,
            [
                """
                INSERT INTO verdict_row (run, rule, subject_kind, subject, subject_label, verdict)
                VALUES (1, 'ima.pip-license', 'capture', 1, 'old', 'pass')
                """
            ])
        let database = try Database.open(path)
        #expect(try database.rows("SELECT subject_kind FROM verdict").map { $0.text("subject_kind") } == ["run"])
    }

    @Test(arguments: 1..<Schema.version)
    func anEarlierFileIsReadAndStaysAsItIs(version: Int) throws {
        try old(version)
        let before = try Data(contentsOf: URL(filePath: path))
        let database = try Database.open(path)
        #expect(try database.rows("SELECT name FROM run").map { $0.text("name") } == ["old"])
        // A column of a later step has what the step says.
        #expect(try database.rows("SELECT label, offer FROM document").map(\.values) == [["d", 0]])
        #expect(database.kept == KeptSource(path: path))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try folder.names == ["run.har"])
    }
}
