import Testing

@testable import Derive

@Suite struct SelectColumnsTests {
    @Test(arguments: [
        "SELECT p.id AS subject_id, p.from_us, to_us, 1 AS is_wrong FROM ad_play p",
        "WITH a AS (SELECT at_us FROM beacon) SELECT DISTINCT subject_id, a.from_us, max(x) AS to_us FROM a",
        "SELECT subject_id, -- at_us\n  from_us, CASE WHEN at_us THEN 1 END AS to_us UNION ALL SELECT 1, 2 AS at_us, 3",
        "SELECT subject_id, from_us, to_us, a * at_us, count(*), 'x, at_us' WHERE at_us IN (1, 2)",
        "WITH a AS (SELECT 'b/*[0-9]' AS at_us) SELECT subject_id, from_us, 'c/*' AS to_us FROM a",
    ])
    func namesAreThoseOfTheFirstList(sql: String) {
        let columns = SelectColumns(of: sql)
        #expect(columns.has("subject_id") && columns.has("from_us") && columns.has("to_us"))
        #expect(!columns.has("at_us"))
    }

    @Test(arguments: ["SELECT * FROM a", "SELECT a.*, 1 AS b FROM a", "WITH a AS (SELECT 1) SELECT 1 AS b, * FROM a"])
    func aStarMayBeAnyColumn(sql: String) {
        #expect(SelectColumns(of: sql).has("from_us"))
    }
}
