import Foundation
import Pipeline
import TestSupport
import Testing

/// SQLite joins words before it divides: `us / 1000000 || ' s'` is a number without its unit.
struct JoinedWordsTests {
    /// Quotients that a `||` takes the divisor from.
    static func misread(in sql: String) -> [String] {
        let plain = sql.replacing(/--[^\n]*/, with: "")
        return plain.matches(of: /[\/*]\s*[0-9.]+\s*\|\||\|\|\s*[a-z_.]+\s*[\/*]\s*[0-9.]/).map { String($0.output) }
    }

    @Test func noRuleDividesByWords() throws {
        let pack = try ShippedRules().pack().pack
        for rule in try pack.rules() {
            #expect([rule.applies, rule.breaches].flatMap(Self.misread).isEmpty, "\(rule.id)")
        }
        for relation in pack.library.relations {
            #expect(relation.parts.flatMap { Self.misread(in: $0.select) }.isEmpty, "\(relation.name)")
        }
    }

    @Test(arguments: [
        ("a / 1000000 || ' s'", 1), ("'x ' || a / 1000", 1), ("'x ' || (a / 1000) || ' ms'", 0),
        ("round(a / 1000000.0, 1) || ' s'", 0), ("a || b", 0),
    ])
    func theCheckCanFail(sql: String, count: Int) {
        #expect(Self.misread(in: sql).count == count)
    }
}
