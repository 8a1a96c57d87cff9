import Foundation
import Model
import Testing

@testable import Store

struct CopyingTests {
    /// A number that is not raised with those it refers to would point elsewhere.
    @Test func everyReferenceIsToATable() {
        let names = Set(Schema.tables.map(\.name))
        for table in Schema.tables {
            for column in table.columns {
                guard case .table(let name)? = column.reference else { continue }
                #expect(names.contains(name), "\(table.name).\(column.name)")
            }
            #expect(table.columns.filter { $0.role == .number }.allSatisfy { $0.reference != nil }, "\(table.name)")
        }
    }

    /// All numbers of the rows of another file are raised, of whatever table, and nothing else is.
    @Test func numbersThatReferAreRaisedAndOthersStay() throws {
        let source = try Database.temporary()
        _ = try source.addRun("a")
        try source.interpret(run: 1)
        let target = try Database.temporary()
        _ = try target.addRun("b")
        try target.interpret(run: 1)
        try target.append(source)
        let run = try #require(try target.rows("SELECT id FROM run WHERE name = 'a'").first?.integer("id"))
        for table in Schema.tables {
            let names = table.stored.map(\.name)
            let before = try source.rows("SELECT * FROM \(table.rowName)")
            let after = try target.rows("SELECT * FROM \(table.rowName) \(table.ofRun)", ["run": .integer(run)])
            #expect(before.count == after.count, "\(table.name)")
            for (old, new) in zip(before, after) {
                for (name, column) in zip(names, table.stored) {
                    guard let was = old[name].integer else { continue }
                    #expect(
                        new[name].integer == (column.reference == nil ? was : was + run - 1), "\(table.name).\(name)")
                }
            }
        }
    }

    /// What rules read of a run goes with it, and what refers to rows there refers to the same rows here.
    @Test func rowsOfRelationsAreRaisedToo() throws {
        let relation = try #require(Schema.relations.first { $0 == "asset_request" })
        let source = try Database.temporary()
        _ = try source.addRun("a")
        try source.connection.access { (handle) throws(StoreFailure) in
            try source.connection.execute(
                "INSERT INTO \(relation) VALUES (1, 'https://ads.test/list', 3, 4, 'GET', 1)", on: handle)
        }
        let target = try Database.temporary()
        _ = try target.addRun("b")
        try target.interpret(run: 1)
        try target.append(source)
        let run = try #require(try target.rows("SELECT id FROM run WHERE name = 'a'").first?.integer("id"))
        #expect(run > 1)
        let rows = try target.rows("SELECT * FROM \(relation)").map(\.values)
        #expect(
            rows == [
                [
                    .integer(run), .text("https://ads.test/list"), .integer(3 + run - 1), .integer(4), .text("GET"),
                    .integer(1),
                ]
            ])
    }

    private func file(_ folder: TemporaryFolder, _ name: String) throws -> String {
        let database = try Database.create(at: folder.path(name))
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: name, toolVersion: "0")
            let record = CaptureRecord(path: name, format: "har", sha256: "", bytes: 1)
            _ = try writer.insert(capture: record, run: run)
            _ = try writer.insert(capture: record, run: run)
        }
        try database.publish()
        return folder.path(name)
    }

    @Test func runsStayApartAndComeOutAsTheyWere() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (try file(folder, "a"), try file(folder, "b"))
        let merged = try Database.create(at: folder.path("all"))
        try merged.append(fresh: first)
        try merged.append(Database.open(second))
        try merged.publish()
        let rows = try merged.rows(
            "SELECT r.name AS name, count(*) AS n FROM run r JOIN capture c ON c.run = r.id GROUP BY r.id")
        #expect(rows.map { $0.text("name") } == ["a", "b"] && rows.map { $0.int("n") } == [2, 2])

        let run = try #require(try merged.rows("SELECT id FROM run WHERE name = 'b'").first?.id("id") as ID<RunRecord>?)
        #expect(run > 1)
        let alone = try Database.temporary()
        #expect(try alone.append(run: run, from: merged) == 1)
        let original = try Database.open(second)
        for view in ["run", "capture"] {
            let values = try alone.rows("SELECT * FROM \(view)").map(\.values)
            #expect(try original.rows("SELECT * FROM \(view)").map(\.values) == values)
        }
    }

    @Test func otherFilesAreRefused() throws {
        let folder = try TemporaryFolder()
        let database = try Database.temporary()
        #expect(throws: StoreFailure.self) { try database.append(fresh: folder.path("missing")) }
        #expect(try database.rows("SELECT 1 AS one").count == 1)
    }
}
