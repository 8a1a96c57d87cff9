import Model
import TestSupport
import Testing

@testable import Capture

struct AccessLogReaderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var format: CaptureFormat
        var form: AccessLogReader.Form
        var text: String
    }

    static let combined = """
        203.0.113.9 - - [10/Oct/2026:13:55:36 -0700] "GET /px?e=start&q=%22 HTTP/1.1" 204 0 "https://pub.test/" "a \\"b\\""
        2001:db8::7 - ann [10/Oct/2026:22:55:37 +0200] "POST /px?e=complete HTTP/2.0" 200 43 "-" "player"

        """

    static let samples: [Sample] = [
        Sample(testDescription: "combined", format: .accessLog, form: .combined, text: combined),
        Sample(
            testDescription: "nginx JSON", format: .accessLogJSON, form: .json,
            text: """
                {"msec":"1791665736.250","remote_addr":"203.0.113.9","request_method":"GET","request_uri":"/px?e=start&q=%22","scheme":"https","http_host":"t.test","status":204,"body_bytes_sent":0,"http_user_agent":"a \\"b\\"","request_time":"0.250","server_protocol":"HTTP/1.1"}
                {"time_iso8601":"2026-10-10T22:55:37+02:00","remote_addr":"2001:db8::7","request":"POST /px?e=complete HTTP/2.0","host":"t.test","status":"200","body_bytes_sent":"43"}

                """),
        Sample(
            testDescription: "CloudFront", format: .accessLogW3C, form: .w3c,
            text: """
                #Version: 1.0
                #Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header cs-protocol time-taken cs-protocol-version
                2026-10-10\t20:55:36\tFRA2\t0\t203.0.113.9\tGET\td1.cloudfront.net\t/px\t204\t-\ta%20%22b%22\te=start&q=%22\tt.test\thttps\t0.250\tHTTP/1.1
                2026-10-10\t20:55:37\tFRA2\t43\t2001:db8::7\tPOST\td1.cloudfront.net\t/px\t200\t-\tplayer\te=complete\tt.test\thttps\t0.001\tHTTP/2.0

                """),
    ]

    @Test(arguments: samples)
    func forms(sample: Sample) throws {
        let bytes = Array(sample.text.utf8)
        #expect(CaptureFormat.sniff(bytes.span).format == sample.format)
        let reading = ProxyReading(AccessLogReader(sample.form), bytes)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.exchanges.map(\.request.target) == ["/px?e=start&q=%22", "/px?e=complete"])
        #expect(reading.exchanges.map(\.request.method) == ["GET", "POST"])
        #expect(reading.exchanges.map(\.response?.status) == [204, 200])
        #expect(reading.exchanges.map(\.connection.client) == ["203.0.113.9", "2001:db8::7"])
        #expect(reading.exchanges.map(\.connection.protocolName) == ["http/1.1", "h2"])
        #expect(reading.exchanges.map(\.request.headers["user-agent"]).first == "a \"b\"")
        #expect(
            reading.exchanges.map { $0.startedAt.microseconds / 1_000_000 }
                == [1_791_665_736, 1_791_665_737].map {
                    sample.form == .w3c ? $0 - 1 : $0
                })
        #expect(reading.exchanges.allSatisfy { $0.request.authority == (sample.form == .combined ? "" : "t.test") })
    }

    @Test(arguments: samples)
    func everyWay(sample: Sample) {
        let bytes = Array(sample.text.utf8)
        DecoderVerifier.verify({ AccessLogReader(sample.form) }, on: bytes)
        DecoderVerifier.mutate({ AccessLogReader(sample.form) }, on: bytes, rounds: 500)
    }

    @Test func mediaTailor() throws {
        let text = """
            2026-10-10T20:55:40.000Z {"eventType":"MAKING_ADS_REQUEST","eventTimestamp":"2026-10-10T20:55:35Z","awsAccountId":"1","adsRequestUrl":"https://ads.test/"}
            {"eventType":"BEACON_FIRED","eventTimestamp":"2026-10-10T20:55:36.250Z","awsAccountId":"1","beaconInfo":{"beaconUri":"https://t.test/px?e=start","beaconHttpResponseCode":200,"headers":[{"name":"User-Agent","value":"x"}],"trackingEvent":"start"}}
            {"eventType":"ERROR_FIRING_BEACON_FAILED","eventTimestamp":"2026-10-10T20:55:37Z","beaconInfo":{"beaconUri":"https://t.test/px?e=midpoint","trackingEvent":"midpoint"}}
            {"eventType":"BEACON_FIRED","eventTimestamp":"2026-10-10T20:55:38Z","beaconInfo":{}}

            """
        let bytes = Array(text.utf8)
        #expect(CaptureFormat.sniff(bytes.span).format == .mediaTailorLog)
        let reading = ProxyReading(AccessLogReader(.mediaTailor), bytes)
        #expect(reading.exchanges.map(\.url) == ["https://t.test/px?e=start", "https://t.test/px?e=midpoint"])
        #expect(reading.exchanges.map(\.ending) == [.answered, .failed])
        #expect(reading.exchanges.map(\.notes) == [["server-side"], ["server-side"]])
        #expect(reading.exchanges.map(\.locator) == [.line(2), .line(3)])
        #expect(reading.codes == ["log.line-unreadable"])
        DecoderVerifier.verify({ AccessLogReader(.mediaTailor) }, on: bytes)
        DecoderVerifier.mutate({ AccessLogReader(.mediaTailor) }, on: bytes, rounds: 500)
    }

    @Test func linesThatAreNoRequests() {
        let text =
            Self.combined + """
                198.51.100.2 - - [10/Oct/2026:13:55:38 -0700] "\\x16\\x03\\x01" 400 0 "-" "-"
                198.51.100.2 - - [10/Oct/2026:13:55:39 -0700] "-" 408 0 "-" "-"
                what is this

                """
        let reading = ProxyReading(AccessLogReader(.combined), Array(text.utf8))
        #expect(reading.codes == ["log.no-request", "log.no-request", "log.line-unreadable"])
        #expect(reading.diagnostics.map { $0.blind != nil } == [false, false, true])
        #expect(reading.ledger == Ledger(unit: "lines", input: 5, output: 2, diagnosed: 3))
    }

    /// A cut took the end of one line and the beginning of the next, or somebody wrote two values.
    @Test func aLineThatSaysTwoThings() throws {
        let sample = try #require(Self.samples.first { $0.form == .json })
        let line = try #require(sample.text.split(separator: "\n").first)
        let melted = line.dropLast(1) + #","request_uri":"/px?e=complete"}"#
        let again = line.dropLast(1) + #","request_uri":"/px?e=start&q=%22"}"#
        let reading = ProxyReading(AccessLogReader(.json), Array((melted + "\n" + again + "\n").utf8))
        #expect(reading.codes.filter { $0 == "log.line-unreadable" }.count == 1)
        #expect(reading.diagnostics.contains { $0.code.id == "log.line-unreadable" && $0.blind != nil })
        #expect(reading.ledger == Ledger(unit: "lines", input: 2, output: 1, diagnosed: 1))
    }

    @Test func theVirtualHostInFront() throws {
        let line = "t.test:443 203.0.113.9 - - [10/Oct/2026:13:55:36 -0700] \"GET /px HTTP/1.1\" 499 0\n"
        let exchange = try #require(ProxyReading(AccessLogReader(.combined), Array(line.utf8)).exchanges.first)
        #expect(exchange.request.authority == "t.test")
        #expect(exchange.ending == .failed)
    }

    /// As where `"$host"` was added to nginx's own format.
    @Test(arguments: [
        ("\"t.test\"", "t.test"), ("\"203.0.113.7\" \"t.test\"", "t.test"), ("\"-\" \"0.003\" \"x1\"", ""),
        ("\"203.0.113.7, 10.0.0.1\"", ""), ("\"t..test\"", ""),
    ])
    func theHostBehind(fields: String, host: String) throws {
        let time = "10/Oct/2026:13:55:36 -0700"
        let line = "203.0.113.9 - - [\(time)] \"GET /px HTTP/1.1\" 200 43 \"-\" \"Example/1.0\" \(fields)\n"
        let exchange = try #require(ProxyReading(AccessLogReader(.combined), Array(line.utf8)).exchanges.first)
        #expect(exchange.request.authority == host)
    }

    @Test func timesWithoutOffset() {
        let text = String(
            repeating: "{\"time\":\"2026-10-10T20:55:36\",\"request\":\"GET / HTTP/1.1\",\"status\":200}\n", count: 2)
        let reading = ProxyReading(AccessLogReader(.json), Array(text.utf8))
        #expect(reading.codes == ["log.time-without-offset"])
        #expect(reading.exchanges.count == 2)
    }

    @Test func aLineWithoutEnd() {
        let text = String(repeating: "x", count: EntryLimits().lineBytes + 10)
        let reading = ProxyReading(AccessLogReader(.combined), Array(text.utf8))
        #expect(reading.codes == ["log.line-unreadable"])
        #expect(reading.ledger.isBalanced)
    }
}
