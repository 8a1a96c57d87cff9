import Testing

@testable import Derive

@Suite struct RelationLibraryTests {
    private func relation(_ name: String, needs: [String] = []) -> Relation {
        Relation(
            name: name, package: "core",
            meaning: name, columns: [.init(name: "n", kind: .integer, isRequired: true, references: nil, meaning: "n")],
            key: [], indexes: [], needs: needs, select: "SELECT 1 AS n")
    }

    @Test func eachStandsBehindWhatItNeeds() throws {
        let library = try RelationLibrary([
            relation("a", needs: ["c"]), relation("b"), relation("c", needs: ["d", "b"]), relation("d"),
        ])
        #expect(library.relations.map(\.name) == ["b", "d", "c", "a"])
    }

    @Test func onlyWhatIsNeededIsAskedFor() throws {
        let library = try RelationLibrary([relation("a", needs: ["b"]), relation("b"), relation("c", needs: ["b"])])
        #expect(library.needed(by: ["a"]).map(\.name) == ["b", "a"])
        #expect(library.needed(by: []).isEmpty)
    }

    @Test func aCircleIsRefused() {
        let failure = #expect(throws: RelationFailure.self) {
            try RelationLibrary([relation("a", needs: ["b"]), relation("b", needs: ["a"]), relation("c")])
        }
        #expect(failure?.message == "these need one another: a, b")
    }

    @Test func anUnknownNeedIsRefused() {
        let failure = #expect(throws: RelationFailure.self) { try RelationLibrary([relation("a", needs: ["b"])]) }
        #expect(failure?.description == "core/a.sql: it needs 'b', which is not a relation")
    }

    @Test func aNameIsTakenOnce() {
        #expect(throws: RelationFailure.self) { try RelationLibrary([relation("a"), relation("a")]) }
    }

    @Test func aPersonsOwnReplacesTheShippedOne() throws {
        var own = relation("b")
        own.select = "SELECT 2 AS n"
        let library = try RelationLibrary([relation("a", needs: ["b"]), relation("b")]).adding([own])
        #expect(library["b"]?.select == "SELECT 2 AS n")
        #expect(library.relations.count == 2)
    }
}
