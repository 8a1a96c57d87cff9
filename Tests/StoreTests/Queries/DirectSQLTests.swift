import Testing

@testable import Store

/// What SQLite is given in the place of public SQL says the same.
struct DirectSQLTests {
    private let database: Database

    init() throws {
        database = try Database.temporary()
        let run = try database.addRun("a")
        try database.interpret(run: run)
        try database.finishLoading()
    }

    private func direct(_ sql: String) throws -> String? {
        try PublicSQL.checked(sql).map { String(decoding: $0, as: UTF8.self) }
    }

    private func values(_ sql: String, isDirect: Bool) throws -> [[SQLValue]] {
        try database.restricted(isDirect: isDirect) { (queries) throws(StoreFailure) in try queries.rows(sql) }
            .map(\.values)
    }

    @Test func theTableStandsInThePlaceOfTheView() throws {
        #expect(try direct("SELECT p.id FROM ad_play p") == "SELECT p.id FROM ad_play_row p")
        #expect(try direct("SELECT id FROM ad_play AS p") == "SELECT id FROM ad_play_row AS p")
        #expect(
            try direct("SELECT tracker.id FROM tracker JOIN Ad_Play ON 1 WHERE tracker.id = 1")
                == "SELECT tracker.id FROM tracker_row AS tracker JOIN ad_play_row AS Ad_Play ON 1 WHERE tracker.id = 1"
        )
        #expect(
            try direct("SELECT 1 WHERE EXISTS (SELECT 1 FROM ad_play)")
                == "SELECT 1 WHERE EXISTS (SELECT 1 FROM ad_play_row AS ad_play)")
        #expect(
            try direct("SELECT x.status FROM document d LEFT JOIN exchange x ON x.id = d.exchange")
                == "SELECT x.status FROM document_row d LEFT JOIN exchange_row x ON x.id = d.exchange")
    }

    @Test func whatTheViewWorksOutIsWrittenAsItWritesIt() throws {
        #expect(
            try direct("SELECT x.path AS p FROM exchange x WHERE x.url <> ''")
                == "SELECT (substr(x.target, 1, instr(x.target || '?', '?') - 1)) AS p FROM exchange_row x "
                + "WHERE (x.scheme || '://' || x.authority || x.target) <> ''")
    }

    /// Each could mean something else, or would have another name.
    @Test(arguments: [
        // A row that is not there has no class; written out, it would be the last one.
        "SELECT f.id FROM exchange_body x LEFT JOIN firing f ON f.exchange = x.id WHERE f.repeat_class = 'duplicate'",
        "SELECT 1 FROM a LEFT JOIN (b JOIN firing f ON 1) ON 1 WHERE f.repeat_class = 'duplicate'",
        "SELECT 1 FROM firing f RIGHT JOIN a ON 1 WHERE f.repeat_class = 'duplicate'",
        // The name of the column in the result.
        "SELECT f.repeat_class FROM firing f", "SELECT f.id, f.repeat_class, 1 FROM firing f",
        "SELECT * FROM firing", "SELECT f.* FROM firing f",
        // Whose it is.
        "SELECT id FROM firing WHERE repeat_class = 'first'",
        "SELECT 1 FROM firing f WHERE f.repeat_class = 'first' AND EXISTS (SELECT 1 FROM (SELECT 1 AS repeat_class) f)",
        // The table has this column and the view has not.
        "SELECT f.repeat FROM firing f", "SELECT (SELECT repeat FROM firing LIMIT 1) FROM (SELECT 1 AS repeat)",
        // Not behind FROM or JOIN.
        "SELECT firing.id FROM (firing)", "SELECT 1 IS DISTINCT FROM firing", "SELECT 1 FROM 'firing'",
    ])
    func theRestStaysAsItIs(sql: String) throws {
        #expect(try direct(sql) == nil)
    }

    @Test(arguments: [
        "SELECT f.id FROM firing f WHERE f.repeat_class = 'first'",
        "SELECT max(f.repeat_class) AS c FROM firing f GROUP BY f.ad_play",
        "SELECT d.id, f.id FROM document d LEFT JOIN firing f ON f.id = d.id + 1 AND f.repeat_class = 'duplicate'",
        "SELECT d.id, f.repeat_class AS c FROM document d LEFT JOIN firing f ON f.id = d.id + 7",
        "SELECT x.url AS u, x.path AS p, x.has_query AS q, x.request_headers AS h FROM exchange x",
        "SELECT p.part AS part, p.kind FROM ping p", "SELECT s.number AS n FROM setting s WHERE s.key = 'a'",
        "SELECT a.ordinal AS o FROM ad a",
    ])
    func bothFindTheSame(sql: String) throws {
        #expect(try values(sql, isDirect: true) == values(sql, isDirect: false))
    }

    @Test func allColumnsOfEachViewAreTheSame() throws {
        for view in SchemaDocument.views {
            let columns = view.columns.enumerated().map { "v.\($1.name) AS c\($0)" }.joined(separator: ", ")
            let sql = "SELECT \(columns) FROM \(view.name) v ORDER BY 1, 2"
            #expect(try values(sql, isDirect: true) == values(sql, isDirect: false), "\(view.name)")
            let all = "SELECT * FROM \(view.name) v ORDER BY 1, 2"
            #expect(try values(all, isDirect: true) == values(all, isDirect: false), "\(view.name)")
        }
    }

    /// A name has one meaning to the guard: a column that is worked out or hidden must not hide behind a view or a keyword.
    @Test func noColumnIsCalledLikeSomethingElse() {
        let views = Set(Schema.viewNames + Schema.relations)
        for column in ShownTables.today.columns {
            #expect(!views.contains(column.name), "\(column.name)")
            #expect(SQLWord.meaning(of: Array(column.name.utf8).span)?.isKeyword == false, "\(column.name)")
        }
        #expect(Schema.tables.count <= UInt64.bitWidth)
    }

    /// What SQLite does not take is asked as it stands, and refused in the words that fit it.
    @Test func faultsAreTold() {
        #expect(throws: StoreFailure.self) { try values("SELECT f.nothing FROM firing f", isDirect: true) }
        #expect(throws: StoreFailure.self) { try values("SELECT id FROM firing_row", isDirect: true) }
    }
}
