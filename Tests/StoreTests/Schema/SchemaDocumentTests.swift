import Testing

@testable import Store

struct SchemaDocumentTests {
    @Test func everyViewAndColumnIsDocumented() throws {
        let database = try Database.temporary()
        let views = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'view'").compactMap {
            $0.text("name")
        }
        #expect(Set(views) == Set(SchemaDocument.views.map(\.name)))
        for name in views {
            let view = try #require(SchemaDocument.view(named: name))
            #expect(!view.meaning.isEmpty, "\(name)")
            #expect(view.columns.allSatisfy { !$0.meaning.isEmpty }, "\(name)")
            let columns = try database.rows("PRAGMA table_info(\(name))").compactMap { $0.text("name") }
            #expect(view.columns.map(\.name) == columns, "\(name)")
        }
    }

    @Test func readsAliasesTablesAndPlainColumns() {
        let views = SchemaDocument.views(
            in: """
                -- Something
                -- long.
                CREATE VIEW thing AS SELECT
                  o.run AS run, -- The run.
                  t.host, -- The host.
                  'a--b' || "c" AS joined, -- Joined; a | b.
                  last -- The last.
                FROM thing_row;
                """)
        #expect(views.map(\.meaning) == ["Something long."])
        #expect(views.first?.columns.map(\.name) == ["run", "host", "joined", "last"])
        #expect(views.first?.columns.last?.meaning == "The last.")
    }

    @Test func markdownNamesEveryView() {
        let markdown = SchemaDocument.markdown
        #expect(markdown.contains("Do not edit"))
        for view in SchemaDocument.views { #expect(markdown.contains("\n## \(view.name)\n")) }
    }

    @Test func everyTableIsMadeAsDescribed() throws {
        let database = try Database.temporary()
        let made = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap {
            $0.text("name")
        }
        #expect(made == Schema.tables.map(\.rowName) + Schema.relations)
        for table in Schema.tables {
            let columns = try database.rows("PRAGMA table_info(\(table.rowName))").compactMap { $0.text("name") }
            #expect(columns == table.stored.map(\.name), "\(table.name)")
            #expect(throws: Never.self, "\(table.name)") { try database.queryPlan(table.insert) }
        }
    }

    /// A view that is written by hand stands in the list of the schema, or it has no page.
    @Test func everyHandWrittenViewHasItsPlace() {
        let written = Schema.viewFiles.flatMap { SchemaDocument.views(in: $0) }.map(\.name)
        #expect(Set(written).isSubset(of: SchemaDocument.views.map(\.name)))
        #expect(Set(written).isDisjoint(with: Schema.tables.compactMap(\.viewName)))
    }

    @Test func indexesMayBeMadeTwice() throws {
        let database = try Database.temporary()
        try database.finishDecoding()
        try database.finishLoading()
        try database.finishLoading()
        let plan = try database.queryPlan("SELECT * FROM firing WHERE ad_play = 1 AND event = 'start'")
        #expect(plan.contains { $0.contains("firing_play") }, "\(plan)")
    }
}
