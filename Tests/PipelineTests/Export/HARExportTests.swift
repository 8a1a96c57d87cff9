import Encodings
import Foundation
import Model
import Reporting
import Store
import TestSupport
import Testing

@testable import Pipeline

/// A HAR made from a capture says what the capture says.
struct HARExportTests {
    /// What was read and judged, without numbers that depend on the file it was read from.
    struct Judged: Equatable {
        var verdict: String
        var rows: [String]
        var beacons: [String]
        var exchanges: [String]

        init(_ outcome: Certify.Outcome) throws {
            func rows(_ sql: String) throws -> [String] {
                try outcome.database.rows(sql).map { "\($0.values)" }
            }
            verdict = try outcome.verdict()
            self.rows = try rows(
                """
                SELECT rule, subject_kind, CASE subject_kind WHEN 'run' THEN '' ELSE subject_label END, verdict, reason
                FROM verdict WHERE rule <> 'run.input' ORDER BY 1, 2, 3, 4, 5
                """)
            beacons = try rows("SELECT family, kind, event, at_us, host FROM beacon ORDER BY at_us, id")
            exchanges = try rows(
                """
                SELECT at_us, method, url, status, ending, response_us, end_us, protocol, flow, stream, client, server,
                  request_bytes, response_bytes, request_body_state, response_body_state, request_headers,
                  response_headers, request_body, response_body, notes
                FROM exchange ORDER BY at_us, id
                """)
        }
    }

    static func har(of outcome: Certify.Outcome, redaction: Redaction = .none) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try HARExport(run: outcome.run, of: outcome.database, toolVersion: "0", redaction: redaction).write {
            bytes += $0
        }
        return bytes
    }

    private func decoded(_ har: String) throws -> Certify.Outcome {
        let folder = try TemporaryFolder()
        let path = try folder.write(har, to: "run.har")
        return try Certify(Certify.Request(inputs: [path], toolVersion: "0"), rules: ShippedRules()).decode()
    }

    private func entries(_ bytes: [UInt8]) throws -> [[String: Any]] {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let log = try #require(json["log"] as? [String: Any])
        #expect(log["version"] as? String == "1.2")
        return try #require(log["entries"] as? [[String: Any]])
    }

    @Test(arguments: [SampleHAR.clean, SampleHAR.repeated, SampleHAR.cutOff])
    func aSampleComesBack(sample: SampleHAR) throws {
        let kept = try KeptRun(sample)
        let again = try kept.folder.write(try Self.har(of: kept.outcome), to: "again.har")
        var request = Certify.Request(inputs: [again], toolVersion: "0")
        request.factsPath = kept.folder.path + "/facts.yaml"
        #expect(try Judged(Certify(request, rules: ShippedRules()).certify()) == Judged(kept.outcome))
    }

    /// Everything that HAR 1.2 demands of an entry.
    @Test func requiredMembers() throws {
        let entries = try entries(Self.har(of: KeptRun(SampleHAR.clean).outcome))
        #expect(entries.count == SampleHAR.clean.entries.count)
        for entry in entries {
            for name in ["startedDateTime", "time", "request", "response", "cache", "timings"] {
                #expect(entry[name] != nil, "\(name)")
            }
            let request = try #require(entry["request"] as? [String: Any])
            for name in [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ] { #expect(request[name] != nil, "request.\(name)") }
            let response = try #require(entry["response"] as? [String: Any])
            for name in [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ] { #expect(response[name] != nil, "response.\(name)") }
            let timings = try #require(entry["timings"] as? [String: Double])
            let sum = timings.values.filter { $0 >= 0 }.reduce(0, +)
            #expect(abs(sum - (entry["time"] as? Double ?? -1)) < 0.000_5)
        }
    }

    /// Bodies that no text can hold, ends without an answer, targets that no URL can carry, holes: all come back.
    @Test func whatHARHasNoWordsFor() throws {
        let har = """
            {"log":{"version":"1.2","creator":{"name":"BeaconProof","version":"0"},"_beaconproof":{
            "firstUs":1769853590000000,"lastUs":1769853700000000,"blind":[{"fromUs":1769853600000001,"toUs":null,
            "host":"verify.test","server":"192.0.2.1:443","manyHosts":1,"hides":"responses","code":"tls.secret-missing",
            "reason":"no secret"}]},"entries":[
            {"startedDateTime":"2026-01-31T10:00:01.000001Z","time":2.5,"request":{"method":"OPTIONS",
            "url":"https://a.test/","httpVersion":"HTTP/3","headers":[],"postData":{"mimeType":"","text":"AP+A","encoding":"base64"}},
            "response":{"status":200,"headers":[],"content":{"size":3,"text":"ab"}},"timings":{"send":0,"wait":1,"receive":1.5},
            "serverIPAddress":"2001:db8::1","_serverPort":8443,"_beaconproof":{"ending":"answered","protocol":"h3","flow":3,
            "stream":4,"client":"192.0.2.9:5000","target":"*","requestBody":"kept","requestBytes":3,"responseBody":"cut",
            "responseBytes":null,"responseUs":1769853601001001,"endUs":null,"notes":"retransmitted late"}},
            {"startedDateTime":"2026-01-31T10:00:02Z","time":0,"request":{"method":"GET","url":"https://a.test/b",
            "headers":[]},"response":{"status":0},"timings":{"send":0,"wait":0,"receive":0},
            "_beaconproof":{"ending":"unseen","flow":1,"requestBody":"empty","requestBytes":0,"notes":""}}]}}
            """
        let first = try decoded(har)
        let row = try #require(try first.database.rows("SELECT * FROM exchange ORDER BY at_us").first)
        #expect(row.text("target") == "*" && row.text("url") == "https://a.test*")
        #expect(row.text("server") == "[2001:db8::1]:8443" && row.int("stream") == 4 && row.int("flow") == 3)
        #expect(row.text("response_body_state") == "cut" && row.int("response_bytes") == nil)
        #expect(row.int("response_us") == 1_769_853_601_001_001 && row.int("end_us") == nil)
        #expect(row.text("notes") == "retransmitted late" && row.text("protocol") == "h3")
        let blind = try #require(try first.database.rows("SELECT * FROM blind WHERE id IS NOT NULL").first)
        #expect(blind.text("host") == "verify.test" && blind.text("hides") == "responses")
        #expect(blind.int("from_us") == 1_769_853_600_000_001 && blind.int("many_hosts") == 1)
        let second = try decoded(String(decoding: Self.har(of: first), as: UTF8.self))
        #expect(try Judged(second) == Judged(first))
        for view in ["blind", "capture_span"] {
            func rows(_ outcome: Certify.Outcome) throws -> [String] {
                try outcome.database.rows(
                    "SELECT from_us, to_us \(view == "blind" ? ", host, server, many_hosts, hides" : "") FROM \(view)"
                ).map { "\($0.values)" }
            }
            #expect(try rows(second) == rows(first))
        }
    }

    @Test func redactedExportsNameNobody() throws {
        let secret = "38400000-8cf0-11bd-b23e-10b96e40000d"
        let har = """
            {"log":{"version":"1.2","creator":{"name":"x","version":"0"},"entries":[
            {"startedDateTime":"2026-01-31T10:00:01Z","time":1,"request":{"method":"POST",
            "url":"https://a.test/\(secret)/p?idfa=\(secret)&e=start","headers":[{"name":"Cookie","value":"sid=\(secret)"},
            {"name":"X-Forwarded-For","value":"198.51.100.23"}],"postData":{"mimeType":"","text":"AP+A","encoding":"base64"}},
            "response":{"status":200,"headers":[],"content":{"size":3,"text":"id \(secret)"}}}]}}
            """
        let outcome = try decoded(har)
        let plain = String(decoding: try Self.har(of: outcome), as: UTF8.self)
        #expect(plain.contains(secret) && plain.contains("AP+A"))
        let text = String(decoding: try Self.har(of: outcome, redaction: .keyed(RedactionKey([7]))), as: UTF8.self)
        #expect(!text.contains(secret) && !text.contains("198.51.100.23") && !text.contains("AP+A"))
        #expect(text.contains("e=start") && text.contains("idfa=adid:"))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"), (1_769_853_601_500_000, "2026-01-31T10:00:01.500000Z"),
    ])
    func times(microseconds: Int64, text: String) {
        #expect(ISO8601.text(Timestamp(microseconds: microseconds)) == text)
    }
}

/// Packets and the HAR made of them are judged alike.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct HARExportRecordingTests {
    static let captures: [String] = SharedMaterial.files(in: "recordings") {
        $0 == "capture.pcapng" || $0 == "capture.pcap"
    }.map(\.path)

    @Test func thereAreRecordings() {
        #expect(Self.captures.count >= 15)
    }

    @Test(arguments: captures)
    func sameVerdictAndBeacons(capture: String) throws {
        let folder = (capture as NSString).deletingLastPathComponent
        let scratch = try TemporaryFolder()
        var request = Certify.Request(inputs: [capture], toolVersion: "0")
        let keys = folder + "/sslkeys.log"
        if FileManager.default.fileExists(atPath: keys) { request.keyLogs = [keys] }
        let expected = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder + "/expect.json")))
        if let facts = (expected as? [String: Any])?["facts"] as? [String: Any], !facts.isEmpty {
            let bytes = [UInt8](try JSONSerialization.data(withJSONObject: facts))
            request.factsPath = try scratch.write(bytes, to: "facts.json")
        }
        let packets = try Certify(request, rules: ShippedRules()).certify()
        request.inputs = [try scratch.write(HARExportTests.har(of: packets), to: "run.har")]
        request.keyLogs = []
        let export = try Certify(request, rules: ShippedRules()).certify()
        #expect(try HARExportTests.Judged(export) == HARExportTests.Judged(packets))
    }
}
