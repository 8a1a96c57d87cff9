import Foundation
import TestSupport
import Testing

/// docs/threats.md: every promise names tests, and they exist.
struct ThreatTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        var promise: String
        var proof: String
        var testDescription: String { promise }
    }

    private static let rows: [Row] = {
        guard let page = try? Repository.text("docs/threats.md") else { return [] }
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(promise: cells.first ?? "", proof: cells.count == 3 ? cells[2] : "")
        }
    }()

    /// Suites with the names of the functions in their files.
    private static let tests: [String: Set<String>] = {
        let folder = Repository.path("Tests")
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var tests: [String: Set<String>] = [:]
        for path in paths where path.hasSuffix("Tests.swift") {
            guard let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) else { continue }
            var suite = ""
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: /^(?:@Suite.* )?(?:final )?(?:struct|class) (\w+)/) {
                    suite = String(match.1)
                } else if let match = line.firstMatch(of: /func (?:`([^`]+)`|(\w+))\(/) {
                    tests[suite, default: []].insert(String(match.1 ?? match.2 ?? ""))
                }
            }
        }
        return tests
    }()

    @Test func thereAreRows() {
        #expect(Self.rows.count > 25 && Self.tests.count > 100)
    }

    /// docs/testing.md: attacks, limits and what was found name tests, and they exist.
    @Test func everyTestThatIsNamedExists() throws {
        let names = try Repository.text("docs/testing.md").matches(of: /`([A-Z]\w+Tests)\.(\w+)`/)
        #expect(names.count > 50)
        for name in names {
            #expect(Self.tests[String(name.1)]?.contains(String(name.2)) == true, "\(name.1).\(name.2)")
        }
    }

    @Test(arguments: rows.indices)
    func everyNamedProofExists(row: Int) throws {
        let row = Self.rows[row]
        if row.proof == "*not named yet*" { return }
        let names = row.proof.matches(of: /`([^`]+)`/).map { String($0.1) }
        #expect(!names.isEmpty, "\(row.promise): names no test")
        for name in names where name.hasPrefix("scripts/") || name.hasPrefix(".ci/") {
            let path = String(name.prefix { $0 != " " })
            #expect(FileManager.default.isExecutableFile(atPath: Repository.path(path)), "\(row.promise): \(path)")
        }
        for name in names where !name.contains("/") && !name.hasPrefix("make ") {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            #expect(parts.count == 2 && Self.tests[parts[0]]?.contains(parts[1]) == true, "\(row.promise): \(name)")
        }
    }
}
