import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct SARIFReportTests {
    private func run(_ model: ReportModel, folder: String? = nil) throws -> [String: Any] {
        var options = ReportOptions()
        options.folder = folder
        let log = try JSONSerialization.jsonObject(with: Data(SARIFReport(model, options).render())) as? [String: Any]
        #expect(log?["version"] as? String == "2.1.0")
        return try #require((log?["runs"] as? [[String: Any]])?.first)
    }

    private func results(_ run: [String: Any]) -> [[String: Any]] { run["results"] as? [[String: Any]] ?? [] }

    private func schema() throws -> StructuralSchema {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try StructuralSchema(contentsOf: tests.appending(path: "Vectors/sarif/sarif-2.1.0.json"))
    }

    @Test func theLogHoldsWhatSARIFAllows() throws {
        let schema = try schema()
        #expect(try schema.faults(in: SARIFReport(try SampleRun().model(), ReportOptions()).render()) == [])
        for (name, model) in try HostileText.models() {
            #expect(try schema.faults(in: SARIFReport(model, ReportOptions()).render()) == [], "\(name)")
        }
    }

    @Test(arguments: [
        ("\"level\": \"error\"", "\"level\": \"bad\""), ("\"driver\"", "\"drivers\""),
        ("\"startLine\": 1", "\"startLine\": 0"),
        ("\"kind\": \"external\"", "\"kind\": \"waiver\""), ("\"threadFlows\"", "\"threads\""),
        ("\"version\": \"2.1.0\"", "\"version\": \"2.0.0\""),
        ("\"executionSuccessful\": true", "\"executionSuccessful\": 1.5"),
    ])
    func theSchemaCheckCanFail(old: String, new: String) throws {
        let log = String(decoding: SARIFReport(try SampleRun().model(), ReportOptions()).render(), as: UTF8.self)
        #expect(log.contains(old))
        #expect(try !schema().faults(in: Array(log.replacing(old, with: new).utf8)).isEmpty)
    }

    @Test func everyResultIsLocatedInACaptureAndNamed() throws {
        for (name, model) in try HostileText.models() {
            let run = try run(model)
            #expect(results(run).count == model.findings.count)
            for result in results(run) {
                let location = try #require((result["locations"] as? [[String: Any]])?.first)
                let physical = try #require(location["physicalLocation"] as? [String: Any])
                let artifact = try #require(physical["artifactLocation"] as? [String: Any])
                let uri = try #require(artifact["uri"] as? String)
                #expect(URL(string: uri)?.scheme == nil && !uri.hasPrefix("/") && !uri.isEmpty, "\(name): \(uri)")
                #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }, "\(name): \(uri)")
                #expect(((physical["region"] as? [String: Any])?["startLine"] as? Int ?? 0) >= 1)
                let prints = try #require(result["partialFingerprints"] as? [String: String])
                #expect(prints.values.allSatisfy { !$0.isEmpty } && prints.count == 1)
            }
        }
    }

    @Test func rulesAndArtifactsAreWhereTheIndexesSay() throws {
        let run = try run(try SampleRun().model())
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        for result in results(run) {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
        }
        let artifact = try #require((run["artifacts"] as? [[String: Any]])?.first)
        #expect((artifact["hashes"] as? [String: String])?["sha-256"]?.count == 64)
    }

    @Test func aRepetitionIsAFlowInTheOrderOfTime() throws {
        let run = try run(try SampleRun().model())
        let result = try #require(
            results(run).first { ($0["message"] as? [String: String])?["text"]?.hasPrefix("start fired") == true })
        let flow = try #require((result["codeFlows"] as? [[String: Any]])?.first)
        let thread = try #require((flow["threadFlows"] as? [[String: Any]])?.first)
        let order = (thread["locations"] as? [[String: Any]] ?? []).compactMap { $0["executionOrder"] as? Int }
        #expect(order == [1, 2])
    }

    @Test func aWaivedFindingIsSuppressed() throws {
        let run = try run(try SampleRun().model())
        let suppressed = results(run).compactMap { $0["suppressions"] as? [[String: Any]] }
        #expect(suppressed.count == 1)
        #expect((suppressed.first?.first?["justification"] as? String)?.contains("A. Name until 2027-01-31") == true)
    }

    @Test func whatCouldNotBeToldIsANotification() throws {
        let run = try run(try SampleRun().model())
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        #expect(
            notifications.contains {
                ($0["associatedRule"] as? [String: Any])?["id"] as? String == "criteo.omid-trackview"
            })
    }

    @Test(arguments: [
        ("/repo/captures/a b.har", "/repo", "captures/a%20b.har"), ("/elsewhere/a.har", "/repo", "a.har"),
        ("./a.har", nil, "a.har"), ("../x/a.har", "/repo", "a.har"), ("-", nil, "stdin"), ("a:b.har", nil, "a%3Ab.har"),
        ("/repository/a.har", "/repo", "a.har"), ("/", nil, "capture"),
    ])
    func paths(_ path: String, _ folder: String?, _ uri: String) {
        #expect(RelativePath.uri(path, in: folder) == uri)
    }
}
