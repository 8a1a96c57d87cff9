import Foundation
import Pipeline
import TestSupport
import Testing

/// No LIKE and no GLOB takes its pattern from a capture: `_` and `%` in a URL would match what they are not, and a long
/// pattern is an error of SQLite.
struct PatternTests {
    /// The operators of a statement whose pattern is neither a literal nor a setting, each with what follows it.
    static func captured(in sql: String) -> [String] {
        // Comments and literals may hold the words.
        let plain = sql.replacing(/--[^\n]*/, with: "").replacing(/'(?:[^']|'')*'/, with: "'")
        let setting = /^\s*\(\s*SELECT\s+(?:number|value)\s+FROM\s+setting\s[^()]*\)|^\s*\$setting\([\w.]+\)/
        return plain.matches(of: /(?i)\b(?:LIKE|GLOB|REGEXP|MATCH)\b/).compactMap { (word) -> String? in
            let rest = plain[word.range.upperBound...]
            let pattern =
                rest.firstMatch(of: setting)?.range.upperBound ?? rest.firstMatch(of: /^\s*'/)?.range.upperBound
            if let pattern, plain[pattern...].firstMatch(of: /^\s*\|\|/) == nil { return nil }
            return String(plain[word.range.lowerBound...].prefix(60)).replacing("\n", with: " ")
        }
    }

    private static let rules = (try? ShippedRules().pack().pack.rules()) ?? []

    @Test func rulesCompareWithPatternsOfTheirOwn() {
        #expect(Self.rules.count > 100)
        for rule in Self.rules {
            let found = [rule.applies, rule.breaches].flatMap(Self.captured)
            #expect(found.isEmpty, "\(rule.id): \(found)")
        }
    }

    /// Views, indexes and saved queries.
    @Test(arguments: ["Sources/SchemaLibrary", "Queries"])
    func soDoesOtherSQL(folder: String) throws {
        let files = try #require(FileManager.default.enumerator(atPath: Repository.path(folder)))
        let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".sql") }
        #expect(!names.isEmpty)
        for name in names {
            let sql = try String(contentsOfFile: Repository.path("\(folder)/\(name)"), encoding: .utf8)
            #expect(Self.captured(in: sql).isEmpty, "\(name): \(Self.captured(in: sql))")
        }
    }

    /// The check finds what it is for, and only that.
    @Test(arguments: [
        ("x.url LIKE r.asset || '?%'", 1), ("x.url NOT LIKE r.asset", 1), ("value GLOB pattern", 1),
        ("a LIKE 'http%' || b", 1), ("a like (SELECT url FROM tracker)", 1), ("like('%', a)", 1),
        ("a LIKE 'it''s%' AND b = c", 0), ("a NOT GLOB '*[^0-9]*'", 0), ("-- a GLOB b\na = 'LIKE b'", 0),
        ("a GLOB (SELECT value FROM setting WHERE run = :run AND key = 'x')", 0), ("a GLOB $setting(x.y)", 0),
        ("a GLOB (SELECT value FROM setting WHERE run = :run AND key = 'x') || b", 1), ("likely(a = b)", 0),
    ])
    func theCheckCanFail(sql: String, count: Int) {
        #expect(Self.captured(in: sql).count == count, "\(Self.captured(in: sql))")
    }
}
