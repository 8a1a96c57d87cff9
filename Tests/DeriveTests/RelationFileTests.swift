import Testing

@testable import Derive

@Suite struct RelationFileTests {
    private static let text = """
        -- Ads that were watched on,
        -- each once.
        -- needs: reach
        CREATE TABLE watched_on (
          ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
          share REAL, -- How much of it.
          KEY (ad_play),
          INDEX (share, ad_play)
        ) AS
        SELECT ad_play, share FROM reach WHERE run = :run;

        """

    @Test func allPartsAreRead() throws {
        let relation = try Relation(Self.text, file: "library/vast/watched_on.sql")
        #expect(relation.name == "watched_on")
        #expect(relation.package == "vast")
        #expect(relation.meaning == "Ads that were watched on, each once.")
        #expect(relation.needs == ["reach"])
        #expect(
            relation.columns == [
                .init(
                    name: "ad_play", kind: .integer, isRequired: true, references: "ad_play", meaning: "The ad play."),
                .init(name: "share", kind: .real, isRequired: false, references: nil, meaning: "How much of it."),
            ])
        #expect(relation.key == ["ad_play"])
        #expect(relation.indexes == [["share", "ad_play"]])
        #expect(relation.parts.map(\.select) == ["SELECT ad_play, share FROM reach WHERE run = :run"])
    }

    @Test func definitionSaysWhatTheTableMeans() throws {
        #expect(
            try Relation(Self.text, file: "library/vast/watched_on.sql").definition == """
                -- Ads that were watched on, each once.
                CREATE TABLE watched_on (
                  run INTEGER NOT NULL, -- The run.
                  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
                  share REAL, -- How much of it.
                  PRIMARY KEY (run, ad_play)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX by_watched_on_share_ad_play ON watched_on (run, share, ad_play);

                """)
    }

    /// Each line of the file that is wrong, with what stands in its place and what is said of it.
    @Test(arguments: [
        ("-- Ads that were watched on,\n-- each once.\n-- needs: reach\n", "", 1, "begins with a comment"),
        ("CREATE TABLE watched_on (", "CREATE VIEW watched_on AS", 4, "expected 'CREATE TABLE name ('"),
        ("CREATE TABLE watched_on (", "CREATE TABLE Watched (", 4, "small letters"),
        ("CREATE TABLE watched_on (", "CREATE TABLE watched (", 5, "stands in watched.sql"),
        ("share REAL, -- How much of it.", "share REAL,", 6, "without a comment"),
        ("share REAL, -- How", "share FLOAT, -- How", 6, "one of INTEGER, REAL, TEXT"),
        ("share REAL, -- How", "share REAL UNIQUE, -- How", 6, "'UNIQUE' is not a part"),
        ("share REAL, -- How", "run INTEGER, -- How", 10, "'run' is a column of every relation"),
        ("share REAL, -- How", "ad_play REAL, -- How", 10, "different names"),
        ("KEY (ad_play)", "KEY (play)", 10, "'play' is not a column"),
        ("SELECT ad_play, share FROM reach WHERE run = :run;\n", "", 10, "expected a SELECT"),
        (") AS\nSELECT ad_play, share FROM reach WHERE run = :run;\n", "", 9, "expected ') AS'"),
    ])
    func mistakesNameTheirLine(part: String, replacement: String, line: Int, message: String) throws {
        let text = Self.text.replacing(part, with: replacement, maxReplacements: 1)
        try #require(text != Self.text)
        let failure = #expect(throws: RelationFailure.self) {
            try Relation(text, file: "library/vast/watched_on.sql")
        }
        #expect(failure?.line == line)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
}
