import Capture
import Model
import TestSupport
import Testing

@Suite struct CallLogReaderTests {
    private func read(_ text: String) -> Outbox<CallLogEvent> {
        var reader = CallLogReader()
        var outbox = Outbox<CallLogEvent>()
        let bytes = Array(text.utf8)
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        #expect(reader.ledger.isBalanced)
        return outbox
    }

    private func call(_ line: String) throws -> Call {
        let events = read(line).events
        guard case .call(let call)? = events.first else { throw NoCall(line: line) }
        return call
    }

    private struct NoCall: Error {
        var line: String
    }

    private let log = """
        {"v":1,"kind":"header","clock":"epoch_ms","app":"se.example.app","os":"iOS 17.5","sdk":"ai.9.2.0.0","att":"denied"}
        {"v":1,"kind":"call","t":1732160000123,"mono":5123.456,"seq":1,"inst":"A","api":"loadMetadata","args":{"type":"content","length":"2600"}}
        {"v":1,"kind":"call","t":1732160001124.5,"mono":5124.457,"seq":2,"inst":"A","api":"playheadPosition","args":1}\r

        {"v":1,"kind":"event","t":1732160009000,"name":"buffer_start"}
        {"v":1,"kind":"event","t":1732160009000,"source":"ima","name":"adFirstQuartile","adId":"A1","sequence":1}
        {"v":1,"kind":"sdk","t":1732160009100,"code":"12","level":"error","text":"verbatim \\u00e5"}
        """

    @Test func everyKindOfLine() throws {
        let outbox = read(log)
        #expect(outbox.diagnostics.isEmpty)
        #expect(outbox.events.count == 7)
        guard case .header(let header)? = outbox.events.first else { throw NoCall(line: "header") }
        #expect(header["os"] == "iOS 17.5")
        #expect(header["att"] == "denied")
        // What the header says holds from the call below it.
        guard case .call(let line)? = outbox.events.dropFirst().first else { throw NoCall(line: "header") }
        #expect(line.kind == .header)
        #expect(line.at == Timestamp(microseconds: 1_732_160_000_123_000))
        #expect(line.payload?.contains(#""att":"denied""#) == true)
        #expect(
            outbox.events.dropFirst(2).first
                == .call(
                    Call(
                        at: Timestamp(microseconds: 1_732_160_000_123_000), mono: 5_123_456_000, kind: .call,
                        source: "nielsen", name: "loadMetadata", instance: "A",
                        payload: #"{"seq":1,"args":{"type":"content","length":"2600"}}"#, locator: .line(2))))
        let sources = outbox.events.compactMap { event in
            if case .call(let call) = event { "\(call.source) \(call.name)" } else { nil }
        }
        #expect(
            sources == [
                "log header", "nielsen loadMetadata", "nielsen playheadPosition", "player buffer_start",
                "ima adFirstQuartile",
                "nielsen sdk",
            ])
        DecoderVerifier.verify({ CallLogReader() }, on: Array(log.utf8))
        DecoderVerifier.mutate({ CallLogReader() }, on: Array(log.utf8), rounds: 500)
    }

    /// An app that counts its lines shows where the log lacks some: at its beginning, or where a ring buffer ran over.
    @Test func missingNumbersHideWhatWasCalledThere() throws {
        let lines = [(3, 3), (4, 4), (7, 7), (1, 8), (2, 9)].map { number, second in
            #"{"v":1,"kind":"call","t":173216000\#(second)000,"seq":\#(number),"api":"playheadPosition","args":1}"#
        }
        let found = read(lines.joined(separator: "\n")).diagnostics.filter { $0.code == .callLogLinesMissing }
        #expect(found.map(\.locator) == [.line(1), .line(3)])
        let blinds = found.compactMap(\.blind)
        #expect(blinds.map(\.hides) == [.calls, .calls])
        #expect(blinds.map(\.from) == [nil, Timestamp(microseconds: 1_732_160_004_000_000)])
        #expect(blinds.map(\.to) == [3, 7].map { Timestamp(microseconds: 1_732_160_000_000_000 + $0 * 1_000_000) })
    }

    /// Two threads that log at once write their lines in the opposite order.
    @Test(arguments: [[2, 1, 3], [1, 3, 2, 4], [1, 4, 3, 2, 5], [3, 1, 2, 4]])
    func swappedLinesAreNotMissing(numbers: [Int]) {
        let lines = numbers.map { number in
            #"{"v":1,"kind":"call","t":173216000\#(number)000,"seq":\#(number),"api":"playheadPosition","args":1}"#
        }
        #expect(read(lines.joined(separator: "\n")).diagnostics.isEmpty)
    }

    /// Of the lines that are late, one never came.
    @Test func aHoleThatIsFilledInPartStays() {
        let lines = [1, 4, 2, 5].map { number in
            #"{"v":1,"kind":"call","t":173216000\#(number)000,"seq":\#(number),"api":"playheadPosition","args":1}"#
        }
        #expect(read(lines.joined(separator: "\n")).diagnostics.map(\.code) == [.callLogLinesMissing])
    }

    /// What lies between two moments is hidden, whichever was written first.
    @Test func aClockThatIsSetBackHidesNoLess() throws {
        let lines = [
            #"{"v":1,"kind":"call","t":1732160009000,"api":"play"}"#, #"{"v":1,"kind":"call","#,
            #"{"v":1,"kind":"call","t":1732160001000,"api":"stop"}"#,
        ]
        let blind = try #require(read(lines.joined(separator: "\n")).diagnostics.compactMap(\.blind).first)
        #expect(blind.from == Timestamp(microseconds: 1_732_160_001_000_000))
        #expect(blind.to == Timestamp(microseconds: 1_732_160_009_000_000))
    }

    @Test func theTypesTheAppPassedAreKept() throws {
        let call = try call(
            #"{"v":1,"kind":"call","t":1732160000123,"api":"loadMetadata","args":{"length": 3600,"x":[true,null]}}"#)
        #expect(call.payload == #"{"args":{"length": 3600,"x":[true,null]}}"#)
        #expect(call.instance == nil)
        #expect(call.mono == nil)
    }

    @Test func linesOfASystemLog() throws {
        let text = """
            Nov 21 10:00:00 phone kernel[0]: something else
            Nov 21 10:00:01 phone Example(App)[123] <Notice>: NLSLOG {"v":1,"kind":"call","t":1732160000123,"api":"play","args":{"channelName":"c"}}
            11-21 10:00:02.000  1234  1234 I NLS     : NLSLOG {"v":1,"kind":"call","t":1732160001123,"api":"stop"}
            """
        let outbox = read(text)
        #expect(outbox.events.count == 2)
        #expect(outbox.diagnostics.map(\.code) == [.callLogLinesForeign])
    }

    /// Android prints the tag before the message, and the wrapper's tag is its mark.
    @Test func linesWhoseTagIsTheMark() throws {
        let text = """
            11-21 05:27:05.500  4711  4722 I NLSLOG  : NLSLOG {"v":1,"kind":"call","t":1732160000123,"api":"stop"}
            I/NLSLOG ( 4711): NLSLOG {"v":1,"kind":"call","t":1732160001123,"api":"end"}
            11-21 05:27:06.500  4711  4722 I NLSLOG  : NLSLOG half a li
            """
        let outbox = read(text)
        #expect(outbox.events.count == 2)
        #expect(outbox.diagnostics.count == 1)
    }

    @Test func linesOfASystemLogAsJSON() throws {
        let text = #"""
            {"timestamp":"2026-11-21 10:00:00.000000+0100","eventMessage":"something else"}
            {"timestamp":"2026-11-21 10:00:01.000000+0100","eventMessage":"NLSLOG {\"v\":1,\"kind\":\"call\",\"t\":1732160000123,\"api\":\"stop\"}"}
            """#
        let outbox = read(text)
        #expect(outbox.events.count == 1)
        #expect(outbox.diagnostics.map(\.code) == [.callLogLinesForeign])
    }

    /// `log show --style ndjson` ends with a count.
    @Test func theLastLineOfASystemLogAsJSON() {
        let outbox = read(
            #"""
            {"eventMessage":"NLSLOG {\"v\":1,\"kind\":\"call\",\"t\":1732160000123,\"api\":\"stop\"}"}
            {"count":2,"finished":1}
            """#)
        #expect(outbox.events.count == 1)
        #expect(outbox.diagnostics.map(\.code) == [.callLogLinesForeign])
    }

    /// The system says that it lost lines: what was called there is unknown.
    @Test(arguments: [
        #"{"eventType":"lossEvent","eventMessage":"lost 8 messages"}"#,
        #"{"eventMessage":"lost 8 messages","eventType":"lossEvent"}"#,
    ])
    func lostLinesOfASystemLogBlind(line: String) {
        let outbox = read(
            #"""
            {"eventMessage":"NLSLOG {\"v\":1,\"kind\":\"call\",\"t\":1732160000000,\"api\":\"play\"}"}
            \#(line)
            {"eventType":"logEvent","eventMessage":"NLSLOG {\"v\":1,\"kind\":\"call\",\"t\":1732160003000,\"api\":\"end\"}"}
            """#)
        #expect(outbox.events.count == 2)
        #expect(outbox.diagnostics.compactMap(\.blind).map(\.hides) == [.calls])
    }

    /// A cut made one line of two: which of the calls it is, nobody knows.
    @Test(arguments: ["t", "api", "args", "inst"])
    func aLineWithAKeyTwice(key: String) {
        let values = ["t": "1732160002000", "api": "\"stop\"", "args": "2", "inst": "\"B\""]
        let line = #"{"v":1,"kind":"call","t":1732160001000,"inst":"A","api":"playheadPosition","args":1"#
        let outbox = read("\(line),\"\(key)\":\(values[key] ?? "")}\n\(line)}\n")
        #expect(outbox.events.count == 1)
        #expect(outbox.diagnostics.map(\.code.id) == ["calls.line-unreadable"])
        #expect(outbox.diagnostics.first?.blind?.hides == .calls)
    }

    /// Between the neighbours of a line that cannot be read anything may have been called.
    @Test func aMalformedLineBlindsTheLogUpToTheNextOne() {
        let outbox = read(
            """
            {"v":1,"kind":"call","t":1732160000000,"api":"play"}
            {"v":1,"kind":"call","t":1732160001000,"api":"stop
            {"v":1,"kind":"call","t":1732160002000}
            {"v":1,"kind":"call","t":1732160003000,"api":"end"}
            """)
        #expect(outbox.events.count == 2)
        #expect(outbox.diagnostics.map(\.locator) == [.line(2), .line(3)])
        #expect(
            outbox.diagnostics.map(\.blind) == [
                nil,
                Blind(
                    from: Timestamp(microseconds: 1_732_160_000_000_000),
                    to: Timestamp(microseconds: 1_732_160_003_000_000), hides: .calls),
            ])
    }

    @Test(arguments: [
        (#"{"v":1,"kind":"call","t":1732160000,"api":"play"}"#, "milliseconds"),
        (#"{"v":1,"kind":"call","api":"play"}"#, "expected t"),
        (#"{"v":1,"kind":"call","t":1732160000000}"#, "api or name"),
        (#"{"v":1,"kind":"shout","t":1732160000000,"name":"x"}"#, "found shout"),
        (#"{"v":1,"kind":"call","t":1732160000000,"api":"play""#, "too early"),
    ])
    func linesThatAreNoCall(line: String, reason: String) throws {
        let outbox = read(line)
        #expect(outbox.events.isEmpty)
        let diagnostic = try #require(outbox.diagnostics.first)
        #expect(diagnostic.code == .callLogLineUnreadable)
        #expect(diagnostic.detail.contains(reason), "\(diagnostic.detail)")
    }

    @Test(arguments: [
        (#"{"v":1,"kind":"header","app":"x"}"#, CaptureFormat.callLog),
        (#"{"v":1,"kind":"call","t":1,"api":"play"}"#, .callLog),
        (#"{"api":"play","kind":"call","t":1,"v":1}"#, .callLog),
        ("Nov 21 phone App[1]: NLSLOG {\"v\":1}", .callLog),
        (#"2026-11-21T16:31:54.161+01:00 ["ggPM:setPlayheadPosition", 0]"#, .callLog),
        (#"{"n":1,"kind":"x"}"# + "\n" + #"{"n":2}"#, .jsonLines),
        (#"{"log":{"version":"1.2"}}"#, .har),
        ("privacy: { ccpaApplies: true }", .text),
    ])
    func recognisedByContent(text: String, format: CaptureFormat) {
        #expect(CaptureFormat.sniff(Array(text.utf8).span).format == format)
    }
}
