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

    @Test func everyTableIsWrittenByColumnsItHas() throws {
        #expect(Set(Table.allCases.map(\.name)) == Schema.tables)
        let database = try Database.temporary()
        for table in Table.allCases {
            #expect(throws: Never.self, "\(table.name)") { try database.queryPlan(table.insertSQL) }
        }
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
