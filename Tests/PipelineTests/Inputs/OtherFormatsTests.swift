import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// One run as different recorders save it is judged alike, and what a recorder leaves out is not taken for absent.
struct OtherFormatsTests {
    private func certify(
        _ files: [(name: String, text: String)], facts: String? = SampleHAR.facts
    ) throws -> Certify.Outcome {
        let folder = try TemporaryFolder()
        let paths = try files.map { try folder.write($0.text, to: $0.name) }
        var request = Certify.Request(inputs: paths, toolVersion: "0")
        if let facts { request.factsPath = try folder.write(facts, to: "facts.yaml") }
        return try Certify(request, rules: ShippedRules()).certify()
    }

    private func codes(_ outcome: Certify.Outcome) throws -> [String] {
        try outcome.database.rows("SELECT DISTINCT code FROM diagnostic ORDER BY code").compactMap { $0.text("code") }
    }

    /// The time of the samples' first entry, in milliseconds.
    private let start = 1_769_853_600_000

    // MARK: Charles XML

    private func charlesXML(_ sample: SampleHAR) throws -> String {
        let transactions = try sample.entries.map { entry in
            let url = try #require(URLComponents(string: entry.url))
            let at = start + Int((entry.seconds * 1_000).rounded())
            return """
                <transaction method="GET" protocolVersion="HTTP/2.0" protocol="https" host="\(url.host ?? "")" \
                actualPort="443" path="\(url.percentEncodedPath)" query="\(url.percentEncodedQuery ?? "")" \
                startTimeMillis="\(at)" endTimeMillis="\(at + 20)"><request headers="true" body="false"/>\
                <response status="\(entry.status)" headers="true" body="\(!entry.body.isEmpty)" \
                mime-type="\(entry.body.isEmpty ? "image/gif" : "text/xml")">\
                \(entry.body.isEmpty ? "" : "<body>\(escaped(entry.body))</body>")</response></transaction>

                """
        }
        return "<?xml version=\"1.0\"?>\n<charles-session>\n\(transactions.joined())</charles-session>\n"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    @Test func charlesXMLSessions() throws {
        let clean = try certify([("run.chlsx", try charlesXML(.clean))])
        #expect(try clean.verdict() == "pass")
        let repeated = try certify([("run.chlsx", try charlesXML(.repeated))])
        #expect(try repeated.errors() == KeptRun(.repeated).outcome.errors())
        #expect(try !repeated.errors().isEmpty)
    }

    // MARK: Net log

    private static let eventTypes = [
        "REQUEST_ALIVE", "URL_REQUEST_START_JOB", "HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS",
        "HTTP_TRANSACTION_READ_RESPONSE_HEADERS", "URL_REQUEST_JOB_FILTERED_BYTES_READ",
    ]

    private func netLog(_ sample: SampleHAR, hasBytes: Bool = true) -> String {
        var events: [(at: Int, text: String)] = []
        func add(_ source: Int, _ type: Int, _ phase: Int, at: Int, _ parameters: String = "{}") {
            events.append(
                (
                    at,
                    "{\"params\":\(parameters),\"phase\":\(phase),\"source\":{\"id\":\(source),\"type\":1},"
                        + "\"time\":\"\(at)\",\"type\":\(type)}"
                ))
        }
        for (source, entry) in sample.entries.enumerated() {
            let at = 5_000 + Int((entry.seconds * 1_000).rounded())
            add(source, 0, 1, at: at)
            add(source, 1, 1, at: at, "{\"method\":\"GET\",\"url\":\"\(entry.url)\"}")
            add(source, 2, 0, at: at, "{\"headers\":[\":method: GET\"]}")
            let type = entry.body.isEmpty ? "image/gif" : "text/xml"
            add(source, 3, 0, at: at + 20, "{\"headers\":[\"HTTP/1.1 \(entry.status)\",\"content-type: \(type)\"]}")
            add(source, 1, 2, at: at + 20)
            if !entry.body.isEmpty {
                let bytes = hasBytes ? ",\"bytes\":\"\(Data(entry.body.utf8).base64EncodedString())\"" : ""
                add(source, 4, 0, at: at + 20, "{\"byte_count\":\(entry.body.utf8.count)\(bytes)}")
            }
            add(source, 0, 2, at: at + 20)
        }
        let types = Self.eventTypes.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
        let texts = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element.text)
        return """
            {"constants":{"activeFieldTrialGroups":[],"clientInfo":{"name":"Google Chrome","version":"131"},\
            "logCaptureMode":"\(hasBytes ? "Everything" : "Default")","logEventTypes":{\(types)},\
            "timeTickOffset":\(start - 5_000)},
            "events": [
            \(texts.joined(separator: ",\n"))]}

            """
    }

    @Test func netLogs() throws {
        let clean = try certify([("netlog.json", netLog(.clean))])
        #expect(try clean.verdict() == "pass")
        #expect(try certify([("netlog.json", netLog(.repeated))]).errors() == KeptRun(.repeated).outcome.errors())
    }

    @Test func aNetLogWithoutBytesProvesNothing() throws {
        let outcome = try certify([("netlog.json", netLog(.clean, hasBytes: false))])
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try codes(outcome).contains("netlog.bodies-left-out"))
    }

    @Test func aNetLogAndAHARAreOneRun() throws {
        let outcome = try certify([("netlog.json", netLog(.clean)), ("run.har", SampleHAR.clean.json)])
        #expect(try outcome.verdict() == "pass")
        let exchanges = try outcome.database.rows("SELECT count(*) AS n FROM exchange").first?.int("n")
        #expect(exchanges == SampleHAR.clean.entries.count)
    }

    // MARK: Bodies that an exporter leaves out

    @Test func aDocumentThatHTTPToolkitLeftOutIsNotEmpty() throws {
        var sample = SampleHAR.clean
        sample.entries[0].body = ""
        let har = sample.json.replacing("\"name\":\"sample\"", with: "\"name\":\"HTTP Toolkit\"").replacing(
            "\"content\":{\"size\":0,\"mimeType\":\"\",\"text\":\"\"}",
            with: "\"content\":{\"size\":600000,\"mimeType\":\"text/xml\"}", maxReplacements: 1)
        let outcome = try certify([("run.har", har)])
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try codes(outcome).contains("har.body-left-out"))
    }

    // MARK: Calls beside traffic

    @Test(arguments: [0, -2_500])
    func aCallLogBesideTraffic(offset: Int) throws {
        let calls = [(0.4, "adLoaded"), (1, "adStarted"), (31, "adCompleted")].map { seconds, name in
            let at = start + Int(seconds * 1_000) - offset
            return "{\"v\":1,\"kind\":\"event\",\"t\":\(at),\"source\":\"ima\",\"name\":\"\(name)\",\"adId\":\"A1\"}"
        }
        let facts = "capture: { complete: true, clockOffsetMs: { calls.jsonl: \(offset) } }\n"
        let outcome = try certify(
            [("run.har", SampleHAR.clean.json), ("calls.jsonl", calls.joined(separator: "\n") + "\n")], facts: facts)
        #expect(try outcome.verdict() == "pass")
        let times = try outcome.database.rows("SELECT at_us FROM call ORDER BY at_us").compactMap {
            $0.integer("at_us")
        }
        #expect(times == [400, 1_000, 31_000].map { Int64(start + $0) * 1_000 })
        let clock = try #require(try outcome.database.rows("SELECT * FROM clock WHERE capture = 2").first)
        #expect(clock.text("method") == "declared")
        #expect(clock.integer("offset_us") == Int64(offset) * 1_000)
    }
}
