import Audit
import Foundation
import Pipeline
import TestSupport
import Testing

/// Every requirement of the guides is decided by something that exists, or says why it is open.
struct CoverageTests {
    static let requirements = (try? ShippedRules().coverage().requirements) ?? []
    static let rules = Set(((try? ShippedRules().files()) ?? []).map(\.rule.id))

    /// How many requirements each guide was broken down into.
    private static let counts = ["R-000": 111, "R-001": 92, "R-002": 45, "R-003": 66, "R-004": 196, "R-010": 1]

    @Test func noRequirementIsMissing() {
        var expected: [String] = []
        for (guide, count) in Self.counts.sorted(by: { $0.key < $1.key }) {
            expected += (1...count).map { "\(guide)-\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(Self.requirements.map(\.id) == expected)
    }

    @Test func everyDecisionExists() throws {
        let suites = try Self.suites()
        for requirement in Self.requirements {
            for decision in requirement.decisions {
                switch decision {
                case .rule(let id): #expect(Self.rules.contains(id), "\(requirement.id) names the rule \(id)")
                case .read(let suite): #expect(suites.contains(suite), "\(requirement.id) names the suite \(suite)")
                case .byHand: break
                case .open(let reason): #expect(reason.count > 10, "\(requirement.id) is open without a reason")
                }
            }
        }
    }

    @Test func aLineThatDecidesNothingIsAMistake() {
        #expect(throws: RuleFileFailure.self) { try Requirement.read("R-000-01\tguide\tpart\tdemand\t", file: "t") }
        #expect(throws: RuleFileFailure.self) { try Requirement.read("R-000-01\tguide\tpart", file: "t") }
    }

    /// Names of the test suites, as their files declare them.
    private static func suites() throws -> Set<String> {
        let folder = Repository.path("Tests")
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var names: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
            for match in text.matches(of: /struct (\w+Tests)\b/) { names.insert(String(match.1)) }
        }
        return names
    }
}
