import Testing

@testable import Derive

@Suite struct RelationLibraryTests {
    private func relation(_ name: String, needs: [String] = []) -> Relation {
        Relation(
            name: name, package: "core",
            meaning: name, columns: [.init(name: "n", kind: .integer, isRequired: true, references: nil, meaning: "n")],
            key: [], indexes: [],
            parts: [.init(package: "core", meaning: name, needs: needs, select: "SELECT 1 AS n")])
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

    /// Rows of one kind that several packages know: each has its part, and its needs count.
    @Test func packagesAddToARelationOfAnother() throws {
        let declared = try Relation(
            """
            -- A sign.
            CREATE TABLE sign (
              n INTEGER NOT NULL, -- n
              KEY (n)
            );
            """, file: "viewing/sign.sql")
        let part = try Relation(
            """
            -- Those of the family.
            -- needs: b
            INSERT INTO sign
            SELECT n AS n FROM b WHERE run = :run
            """, file: "vast/sign.sql")
        let library = try RelationLibrary([part, declared, relation("b")])
        #expect(library.relations.map(\.name) == ["b", "sign"])
        #expect(library["sign"]?.package == "viewing" && library["sign"]?.needs == ["b"])
        #expect(library["sign"]?.parts.map(\.package) == ["vast"])
        let own = try RelationLibrary([relation("b")]).adding([declared, part])
        #expect(own["sign"] == library["sign"])
    }

    @Test func aPartOfNothingIsRefused() throws {
        let part = try Relation("-- Those.\nINSERT INTO sign\nSELECT 1 AS n", file: "vast/sign.sql")
        let failure = #expect(throws: RelationFailure.self) { try RelationLibrary([part]) }
        #expect(failure?.description == "vast/sign.sql: no package declares the relation sign")
    }

    @Test func aNameIsTakenOnce() {
        #expect(throws: RelationFailure.self) { try RelationLibrary([relation("a"), relation("a")]) }
    }

    @Test func aPersonsOwnReplacesTheShippedOne() throws {
        var own = relation("b")
        own.parts[0].select = "SELECT 2 AS n"
        let library = try RelationLibrary([relation("a", needs: ["b"]), relation("b")]).adding([own])
        #expect(library["b"]?.parts[0].select == "SELECT 2 AS n")
        #expect(library.relations.count == 2)
    }
}
