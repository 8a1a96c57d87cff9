import Foundation
import Testing

@testable import Store

struct DatabaseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aNewFileAppearsOnlyWhenPublished() throws {
        let path = folder.path("run.db")
        let database = try Database.create(at: path)
        _ = try database.addRun("a")
        #expect(!FreshFile.exists(path))
        try database.publish()
        #expect(try folder.names == ["run.db"])
        // From here on it is read and replaced, never changed: no moment leaves half a change.
        #expect(throws: StoreFailure.readOnly("it is open for reading only")) { try database.addRun("b") }
        #expect(try database.rows("SELECT name FROM run").map { $0.text("name") } == ["a"])
        #expect(try Database.open(path).rows("SELECT name FROM run").map { $0.text("name") } == ["a"])
    }

    @Test func anUnpublishedFileIsRemoved() throws {
        do {
            let database = try Database.create(at: folder.path("run.db"))
            _ = try database.addRun("a")
            #expect(try !folder.names.isEmpty)
        }
        #expect(try folder.names.isEmpty)
    }

    /// A killed process leaves its unfinished file; one at work must not lose its own.
    @Test func whatAKilledProcessLeftIsRemoved() throws {
        // Beyond the highest number that Linux and macOS give to a process; number 1 is always there.
        let abandoned = folder.path(".run.db.partial-99999999")
        let others = [".another.db.partial-99999999", ".run.db.partial-1", ".run.db.partial-mine"]
        for path in [abandoned] + others.map(folder.path) { try Data().write(to: URL(filePath: path)) }
        try Database.create(at: folder.path("run.db")).publish()
        #expect(try folder.names.sorted() == (others + ["run.db"]).sorted())
    }

    /// SQLite would apply the journal of the old file to the new one.
    @Test func aNewFileTakesNoJournalOver() throws {
        let path = folder.path("run.db")
        let database = try Database.create(at: path)
        try Data(repeating: 0x41, count: 2_000).write(to: URL(filePath: path + "-journal"))
        try Data(repeating: 0x41, count: 2_000).write(to: URL(filePath: path + "-wal"))
        try database.publish()
        #expect(try folder.names == ["run.db"])
    }

    @Test func anExistingFileIsReplacedOnlyWhenAsked() throws {
        let path = folder.path("run.db")
        let first = try Database.create(at: path)
        _ = try first.addRun("first")
        try first.publish()
        #expect(throws: StoreFailure.exists(path: path)) { try Database.create(at: path) }
        let second = try Database.create(at: path, replacing: true)
        #expect(try Database.open(path).rows("SELECT 1 FROM run").count == 1)
        try second.publish()
        #expect(try Database.open(path).rows("SELECT 1 FROM run").isEmpty)
    }

    @Test func aFileOfSomebodyElseIsNeverReplaced() throws {
        let path = folder.path("notes.txt")
        try Data(repeating: 0x41, count: 2_000).write(to: URL(filePath: path))
        #expect(throws: StoreFailure.notBeaconProof(path: path)) { try Database.create(at: path, replacing: true) }
        #expect(throws: StoreFailure.notBeaconProof(path: path)) { try Database.open(path) }
        #expect(try Data(contentsOf: URL(filePath: path)).count == 2_000)
    }

    @Test func aDatabaseOfAnotherProgramIsNotOurs() throws {
        let path = folder.path("other.db")
        let other = try Connection(path: path, readOnly: false)
        try other.access { (handle) throws(StoreFailure) in try other.execute("CREATE TABLE run (id)", on: handle) }
        #expect(throws: StoreFailure.notBeaconProof(path: path)) { try Database.open(path) }
    }

    @Test func aNewerFileNamesVersionAndRemedy() throws {
        let path = folder.path("run.db")
        let database = try Database.create(at: path)
        try database.write { (writer) throws(StoreFailure) in try writer.change("PRAGMA user_version = 99", [:]) }
        try database.publish()
        let failure = StoreFailure.newerFile(path: path, found: 99, known: Schema.version)
        #expect(throws: failure) { try Database.open(path) }
        #expect(failure.description.contains("99") && failure.description.contains("update beaconproof"))
        #expect(throws: Never.self) { try Database.create(at: path, replacing: true) }
    }

    @Test func aMissingFileIsNotCreated() throws {
        let path = folder.path("none.db")
        #expect(throws: StoreFailure.cannotOpen(path: path, reason: "no such file")) {
            try Database.open(path)
        }
        #expect(try folder.names.isEmpty)
    }

    @Test func anUnwritableFolderIsNamed() throws {
        let path = folder.path("absent/run.db")
        do {
            _ = try Database.create(at: path)
            Issue.record("a file in a folder that is not there")
        } catch {
            guard case .cannotOpen = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func readOnlyFilesCannotBeWritten() throws {
        let path = folder.path("run.db")
        try Database.create(at: path).publish()
        let database = try Database.open(path)
        do {
            _ = try database.addRun("a")
            Issue.record("wrote to a read-only database")
        } catch {
            guard case .readOnly = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func aFailedTransactionLeavesNothing() throws {
        let database = try Database.temporary()
        #expect(throws: StoreFailure.refused("stop")) {
            try database.write { (writer) throws(StoreFailure) in
                _ = try writer.insert(run: "a", toolVersion: "0")
                throw .refused("stop")
            }
        }
        #expect(try database.rows("SELECT * FROM run").isEmpty)
        #expect(try database.addRun("b") == 1)
    }

    @Test func callsMayNest() throws {
        let database = try Database.temporary()
        _ = try database.addRun("a")
        _ = try database.addRun("b")
        var seen: [Int] = []
        try database.forEachRow("SELECT id FROM run ORDER BY id") { (row) throws(StoreFailure) in
            // Rows added behind the reader's place are read too: add only once.
            if seen.isEmpty { _ = try database.addRun("nested") }
            seen.append(try database.rows("SELECT id FROM run").count)
        }
        #expect(seen == [3, 3, 3])
    }

    @Test func errorsNameTheirPlace() throws {
        let database = try Database.temporary()
        #expect(
            throws: StoreFailure.sql(message: "no such column: nme", statement: "SELECT id, nme FROM run", offset: 11)
        ) { try database.rows("SELECT id, nme FROM run") }
        #expect(throws: StoreFailure.missingArgument("run")) {
            try database.rows("SELECT 1 FROM run WHERE id = :run", ["other": 1])
        }
        #expect(throws: StoreFailure.refused("one statement at a time: there is another after the first")) {
            try database.rows("SELECT 1; SELECT 2")
        }
        #expect(try database.rows("SELECT 1; -- and nothing more\n").count == 1)
    }

    @Test func valuesKeepTheirTypes() throws {
        let database = try Database.temporary()
        let sql = "SELECT :a AS a, :b AS b, :c AS c, :d AS d, :e AS e, CAST(x'ff41' AS TEXT) AS f, :a = 1 AS g"
        let arguments: [String: SQLValue] = [
            "a": 1, "b": .real(0.5), "c": "é\0", "d": .blob([]), "e": nil, "unused": 3,
        ]
        let row = try #require(try database.rows(sql, arguments).first)
        #expect(row.values == [1, .real(0.5), "é\0", .blob([]), .null, .blob([0xff, 0x41]), 1])
        #expect(row.text("f") == "\u{FFFD}A")
        #expect(row.bytes("f") == [0xff, 0x41])
        #expect(row.flag("g") && row.int("a") == 1 && row.real("a") == 1 && row["nothing"] == .null)
        #expect(try database.columns(of: sql) == ["a", "b", "c", "d", "e", "f", "g"])
    }
}
