import Testing

@testable import Derive

@Suite struct PreconditionTests {
    private func alternatives(_ sql: String) -> [[String]] {
        SQLPreconditions(.empty).needs(of: sql).alternatives
    }

    @Test func asksForAllThatIsJoined() {
        #expect(
            alternatives("SELECT p.id FROM ad_play p JOIN firing f ON f.ad_play = p.id WHERE p.run = :run")
                == [["ad_play", "firing"]])
    }

    @Test func asksForTheTextsThatAColumnMustHave() {
        #expect(
            alternatives("SELECT f.id FROM firing f WHERE f.event = 'skip' AND f.family IN ('vast', 'omid')")
                == [["firing", "firing event=skip family=omid|vast"]])
    }

    /// Brackets are not understood, unless they mean nothing.
    @Test func patternsAreTexts() {
        #expect(
            alternatives("SELECT id FROM ad_play -- [all]\nWHERE label GLOB '*[?]/*=`*' AND family = 'vast'")
                == [["ad_play", "ad_play family=vast"]])
        #expect(alternatives("SELECT [id] FROM ad_play WHERE label GLOB '[a]'") == [[]])
        #expect(alternatives("SELECT id FROM ad_play /* '[' */ WHERE family = 'vast'") == [[]])
    }

    @Test func asksForWhatMustExist() {
        #expect(
            alternatives("SELECT id FROM ad_play p WHERE EXISTS (SELECT 1 FROM firing f WHERE f.event = 'skip')")
                == [["ad_play", "firing", "firing event=skip"]])
        #expect(
            alternatives("SELECT id FROM ad_play WHERE id IN (SELECT ad_play FROM firing)") == [["ad_play", "firing"]])
    }

    @Test func oneArmIsEnough() {
        #expect(
            alternatives("SELECT id FROM ad_play UNION ALL SELECT id FROM document EXCEPT SELECT id FROM ad")
                == [["ad"], ["ad_play"], ["document"]])
        #expect(
            alternatives("SELECT id FROM ad_play p WHERE EXISTS (SELECT 1 FROM ad) OR p.family = 'vast'")
                == [["ad_play", "ad_play family=vast"], ["ad", "ad_play"]])
    }

    @Test(arguments: [
        "SELECT count(*) FROM ad_play",
        "SELECT CASE WHEN count(*) > 1 THEN 1 END FROM ad_play",
        "SELECT max(at_us) FROM firing",
        "SELECT max(at_us) FROM firing HAVING count(*) >= 0",
        "SELECT max(at_us) FROM firing HAVING count(ad_play) > 0 AND count(*) > -1",
        "SELECT max(at_us) FROM firing HAVING count(*) > 0 OR max(at_us) IS NULL",
        "SELECT max(at_us) FROM firing HAVING NOT count(*) > 0",
        "SELECT sum(x.id) FILTER (WHERE x.id > 1) FROM ad x",
        "VALUES (1)",
        "SELECT 1",
        "SELECT a.id FROM ad a RIGHT JOIN ad_play p ON p.ad = a.id",
        "SELECT j.value FROM json_each('[1]') j",
        "SELECT id FROM run",
        "SELECT (1",
        "SELECT 1 FROM ad_play ORDER BY count(*)",
        "SELECT (SELECT max(p.id)) FROM ad_play p",
        "SELECT (SELECT max(f.id + id) FROM firing f) FROM ad_play f",
        "SELECT id FROM ad_play /* WHERE */ UNION SELECT 1",
        "WITH a AS (SELECT id FROM ad_play), ad_play AS (SELECT 1 AS id) SELECT id FROM a",
    ])
    func asksForNothing(sql: String) {
        #expect(alternatives(sql) == [[]])
    }

    @Test(arguments: [
        "SELECT p.id FROM ad_play p LEFT JOIN firing f ON f.event = 'skip'",
        "SELECT p.id FROM ad_play p WHERE NOT EXISTS (SELECT 1 FROM firing f)",
        "SELECT p.id FROM ad_play p WHERE p.id NOT IN (SELECT ad_play FROM firing)",
        "SELECT p.id FROM ad_play p WHERE 0 = EXISTS (SELECT 1 FROM firing f)",
        "SELECT p.id FROM ad_play p WHERE NOT p.family = 'vast'",
        "SELECT p.id FROM ad_play p WHERE p.family = 'vast' || p.id",
        "SELECT p.id, (SELECT max(f.at_us) FROM firing f) FROM ad_play p",
        "SELECT max(p.id, 1), row_number() OVER (ORDER BY id) FROM ad_play p",
        "SELECT count(*) FROM ad_play p GROUP BY p.family",
        "SELECT count(*) FROM ad_play p HAVING count(*) > 0",
        "SELECT max(p.id) FROM ad_play p WHERE p.run = :run HAVING max(p.id) > 1 AND count(*) > 0 ORDER BY 1",
        "SELECT p.id FROM ad_play p WHERE p.id BETWEEN 1 AND p.family = 'vast'",
        "SELECT p.id FROM ad_play p WHERE p.id BETWEEN 1 AND 2 OR p.family = 'vast'",
        "SELECT (SELECT max(f.id) FROM firing f) FROM ad_play p",
    ])
    func asksForTheFirstAlone(sql: String) {
        #expect(alternatives(sql) == [["ad_play"]])
    }

    @Test func followsNamesToWhatTheyStandFor() {
        #expect(alternatives("WITH a AS (SELECT id FROM ad), b AS (SELECT * FROM a) SELECT * FROM b") == [["ad"]])
        // A table that adds to itself needs what it begins with.
        #expect(
            alternatives(
                """
                WITH RECURSIVE c(ad, level) AS (SELECT id, 0 FROM ad UNION ALL SELECT a.parent, 1 FROM c JOIN tracker a)
                SELECT ad FROM c
                """) == [["ad"]])
        #expect(alternatives("SELECT * FROM interactive_ad") == [["resource"]])
        #expect(
            alternatives("SELECT * FROM (SELECT id FROM ad a JOIN resource r) x, beacon") == [
                ["ad", "beacon", "resource"]
            ])
    }
}
