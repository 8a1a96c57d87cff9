import TestSupport
import Testing

@testable import Interpret
@testable import Reporting

@Suite struct JUnitReportTests {
    /// Elements with their attributes, in order; `nil` when it is no XML.
    private func parsed(_ bytes: [UInt8]) -> [XMLNode]? {
        func all(_ node: XMLNode) -> [XMLNode] { [node] + node.children.flatMap(all) }
        do {
            return all(try XMLTree.read(bytes))
        } catch {
            return nil
        }
    }

    /// What Jenkins, GitLab and GitHub's test reporters read.
    private static let known: [String: Set<String>] = [
        "testsuites": ["name", "tests", "failures", "errors", "time"],
        "testsuite": ["name", "tests", "failures", "errors", "skipped", "time"], "properties": [],
        "property": ["name", "value"], "testcase": ["classname", "name", "time"], "failure": ["message", "type"],
        "skipped": ["message"],
    ]

    @Test func countsAreThoseOfTheCases() throws {
        let elements = try #require(parsed(JUnitReport(try SampleRun().model()).render()))
        let suite = try #require(elements.first { $0.name == "testsuite" }?.attributes)
        #expect(suite["tests"] == String(elements.count { $0.name == "testcase" }))
        #expect(suite["failures"] == String(elements.count { $0.name == "failure" }))
        #expect(suite["skipped"] == String(elements.count { $0.name == "skipped" }))
        #expect(elements.contains { $0.name == "skipped" && $0.attributes["message"]?.contains("A. Name") == true })
        #expect(elements.contains { $0.attributes["message"]?.contains("start fired 2 times") == true })
    }

    /// One failure per rule and subject that failed, and none for the run.
    @Test func failuresAreThoseOfTheRules() throws {
        let model = try SampleRun().model()
        let failed = Set(
            model.findings.filter { $0.severity == .error && $0.waived == nil }
                .map { "\($0.rule) \($0.subject.kind) \($0.subject.id)" })
        let elements = try #require(parsed(JUnitReport(model).render()))
        #expect(elements.count { $0.name == "failure" } == failed.count)
        #expect(!elements.contains { $0.attributes["name"] == "verdict of the run" })
    }

    @Test func onlyKnownElementsAndAttributes() throws {
        for (name, model) in try HostileText.models() {
            let elements = try #require(parsed(JUnitReport(model).render()), "\(name) is no XML")
            for element in elements {
                let allowed = try #require(Self.known[element.name], "\(name): \(element.name)")
                #expect(Set(element.attributes.keys).isSubset(of: allowed), "\(name): \(element.name)")
            }
        }
    }

    @Test func anInconclusiveRunIsNoSuccess() throws {
        var model = try SampleRun(verdict: .inconclusive).model()
        model.findings.removeAll { $0.severity == .error }
        model.verdicts.removeAll { $0.outcome == .fail }
        let elements = try #require(parsed(JUnitReport(model).render()))
        #expect(
            elements.contains { $0.name == "skipped" && $0.attributes["message"]?.hasPrefix("CANNOT TELL") == true })
    }
}
