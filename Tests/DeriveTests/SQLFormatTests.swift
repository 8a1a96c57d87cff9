import Testing

@testable import Derive

@Suite struct SQLFormatTests {
    private static let good = """
        WITH size AS MATERIALIZED (
          SELECT DISTINCT length(r.asset) AS n FROM range r WHERE r.asset <> ''
        ),
        asked(id, asset) AS (
          SELECT x.id, substr(x.url, 1, z.n)
          FROM size z
          LEFT JOIN exchange x ON x.run = :run
            AND x.at_us <= $us(order.slackMs) + -1
          WHERE x.url NOT IN ('a', 'it''s')
        )
        SELECT
          -- A comment stands as what it speaks of.
          CASE WHEN a.id IS NULL
            OR a.id = 1 THEN 'blind'
            ELSE 'seen'
          END AS doubt,
          a.asset || '?' AS asset
        FROM asked a
        WHERE EXISTS (
          SELECT 1 FROM size
        )
        ORDER BY 1, +a.id

        """

    @Test func whatIsRightStays() {
        #expect(SQLFormat.formatted(Self.good) == Self.good)
    }

    @Test func indentSpacesAndCapitalsAreRestored() {
        var sloppy = Self.good.split(separator: "\n").map { $0.drop { $0 == " " } + "  " }.joined(separator: "\n")
        sloppy = sloppy.replacing("SELECT", with: "select").replacing(", ", with: " ,").replacing(
            "DISTINCT ", with: "distinct\t")
        sloppy = sloppy.replacing("length(", with: "length( ").replacing("LEFT JOIN", with: "\n\nleft   join")
        #expect(SQLFormat.formatted(sloppy) == Self.good)
    }

    @Test(arguments: [
        ("a.b-1", "a.b - 1"), ("a- -1", "a - -1"), ("( a )", "(a)"), ("f (a)", "f(a)"), ("in(1,2)", "IN (1, 2)"),
        ("'  x '", "'  x '"), ("\"select\"", "\"select\""), ("a<=b", "a <= b"),
        ("cast (a as integer)", "CAST(a AS integer)"),
        ("$setting( x )", "$setting( x )"), ("count(*)", "count(*)"), ("a*2", "a * 2"), ("1<<2", "1 << 2"),
    ])
    func piecesKeepTheirDistance(given: String, expected: String) {
        #expect(SQLFormat.formatted("SELECT \(given)") == "SELECT \(expected)\n")
    }
}
