import Testing

@testable import Store

struct AbsenceTests {
    private let database: Database
    private let before: [String: [[SQLValue]]]

    init() throws {
        database = try Database.temporary(for: .small)
        try database.interpret(run: try database.addRun("a"))
        before = try database.dump()
    }

    private func events(without rows: [Absence]) throws -> [String?] {
        try database.without(rows) { () throws(StoreFailure) in
            try database.rows("SELECT event FROM firing ORDER BY id").map { $0.text("event") }
        }
    }

    @Test func takesRowsAwayAndPutsThemBack() throws {
        let all = try events(without: [])
        let first = try #require(all.first ?? nil)
        #expect(try events(without: [Absence(of: "firing")]).isEmpty)
        #expect(
            try events(without: [Absence(of: "firing", texts: ["event": [first, "none"]])])
                == all.filter { $0 != first })
        #expect(try events(without: [Absence(of: "firing", texts: ["event": ["none"]]), Absence(of: "ad")]) == all)
        #expect(try database.dump() == before)
    }

    @Test func putsThemBackAfterAFailure() throws {
        #expect(throws: StoreFailure.cancelled) {
            try database.without([Absence(of: "firing")]) { () throws(StoreFailure) in throw .cancelled }
        }
        #expect(try database.dump() == before)
    }

    /// Copied rows come by another way than those that are inserted.
    @Test func clearingTakesCopiedRowsAwayToo() throws {
        let other = try Database.temporary(for: .small)
        try other.append(database)
        #expect(try other.rows("SELECT 1 FROM firing").count == before["firing"]?.count)
        try other.clear()
        #expect(try other.dump().values.allSatisfy(\.isEmpty))
    }
}
