import Model
import Store
import Testing

@testable import Derive

@Suite struct DeriverTests {
    private let database: Database
    private let run: ID<RunRecord>

    init() throws {
        database = try Database.temporary()
        run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            try writer.insert(run: "r", toolVersion: "0")
        }
    }

    private func relation(_ name: String, needs: [String] = [], _ select: String) -> Relation {
        Relation(
            name: name, package: "core", meaning: name,
            columns: [.init(name: "n", kind: .integer, isRequired: true, references: nil, meaning: "n")],
            key: ["n"], indexes: [],
            parts: [.init(package: "core", meaning: name, needs: needs, select: select)])
    }

    private func numbers(in name: String) throws -> [Int] {
        try database.restricted { (queries) throws(StoreFailure) in
            try queries.rows("SELECT n FROM \(name) WHERE run = \(run.number) ORDER BY n")
        }.compactMap { $0.int("n") }
    }

    @Test func relationsAreFilledInOrderAndPublic() throws {
        let library = try RelationLibrary([
            relation("twice", needs: ["once"], "SELECT n * 2 AS n FROM once WHERE run = :run"),
            relation("once", "SELECT id AS n FROM run WHERE id = :run"),
        ])
        #expect(try Deriver(library).derive(["twice"], run: run, in: database).isEmpty)
        #expect(try numbers(in: "twice") == [run.number * 2])
    }

    @Test func whatNobodyReadsStaysEmpty() throws {
        let library = try RelationLibrary([
            relation("once", "SELECT id AS n FROM run WHERE id = :run"),
            relation("other", "SELECT id AS n FROM run WHERE id = :run"),
        ])
        let deriver = Deriver(library)
        try deriver.prepare(in: database)
        _ = try deriver.derive(["once"], run: run, in: database)
        #expect(try numbers(in: "other").isEmpty)
    }

    @Test func whatOnlyAnEmptyRelationNeedsStaysEmpty() throws {
        let library = try RelationLibrary([
            relation("once", "SELECT id AS n FROM run WHERE id = :run"),
            relation("fired", needs: ["once"], "SELECT f.id AS n FROM once o JOIN firing f ON f.run = o.run"),
        ]).withPreconditions
        let deriver = Deriver(library)
        try deriver.prepare(in: database)
        _ = try deriver.derive(["fired"], run: run, in: database)
        #expect(try numbers(in: "once").isEmpty)
        _ = try deriver.derive(["once"], run: run, in: database)
        #expect(try numbers(in: "once") == [run.number])
    }

    /// A relation is SQL of a stranger's folder: it reads views, and writes to its own table only.
    @Test(arguments: [
        "SELECT id AS n FROM run_row", "SELECT count(*) AS n FROM sqlite_schema", "SELECT abs(random()) AS n",
    ])
    func whatRulesMayNotReadIsRefused(select: String) throws {
        let library = try RelationLibrary([relation("sly", select)])
        #expect {
            try Deriver(library).derive(["sly"], run: run, in: database)
        } throws: {
            guard case StoreFailure.refused = $0 else { return false }
            return true
        }
    }

    @Test func aLimitNamesWhatItLeftEmpty() throws {
        let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c"
        let library = try RelationLibrary([
            relation("endless", endless),
            relation("reader", needs: ["endless"], "SELECT n FROM endless WHERE run = :run"),
            relation("once", "SELECT id AS n FROM run WHERE id = :run"),
        ])
        let stopped = try Deriver(library).derive(["reader", "once"], run: run, in: database) { true }
        #expect(Set(stopped.keys) == ["endless", "reader"])
        #expect(try numbers(in: "once") == [run.number])
    }

    @Test func clearingLeavesTablesWithoutRows() throws {
        let library = try RelationLibrary([relation("once", "SELECT 7 AS n")])
        _ = try Deriver(library).derive(["once"], run: run, in: database)
        try database.clear()
        #expect(try numbers(in: "once").isEmpty)
        _ = try Deriver(library).derive(["once"], run: run, in: database)
        #expect(try numbers(in: "once") == [7])
    }
}
