import Capture
import Model
import TestSupport
import Testing

/// Lines that integrations print themselves.
@Suite struct PrintedCallsTests {
    private func read(_ text: String) -> Outbox<CallLogEvent> {
        var reader = CallLogReader()
        var outbox = Outbox<CallLogEvent>()
        let bytes = Array(text.utf8)
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        #expect(reader.ledger.isBalanced)
        return outbox
    }

    private func calls(_ outbox: Outbox<CallLogEvent>) -> [Call] {
        outbox.events.compactMap { event in if case .call(let call) = event { call } else { nil } }
    }

    private let segment = """
        2024-11-21 10:00:00.000100+0100 Example[12:34] [NielsenAppApi play: {
            channelName = "channel one";
        }]
        2024-11-21 10:00:00.250000+0100 Example[12:34] [NielsenAppApi loadMetadata: {
            assetid = x;
            length = 2600;
            type = content;
        }]
        2024-11-21 10:00:01.250000+0100 Example[12:34] something else
        2024-11-21 10:00:01.300000+0100 Example[12:34] [NielsenAppApi playheadPosition: 1]
        2024-11-21 10:00:02.300000+0100 Example[12:34] [NielsenAppApi stop]
        2024-11-21 10:00:02.400000+0100 Example[12:34] [NielsenAppApi end]
        """

    @Test func segmentsDebugLog() {
        let outbox = read(segment)
        let calls = self.calls(outbox)
        #expect(calls.map(\.name) == ["play", "loadMetadata", "playheadPosition", "stop", "end"])
        #expect(calls.map(\.source) == Array(repeating: "nielsen", count: 5))
        #expect(calls.first?.at == Timestamp(microseconds: 1_732_179_600_000_100))
        #expect(
            calls.map(\.payload) == [
                #"{"partial":true,"args":{"channelName":"channel one"}}"#,
                #"{"partial":true,"args":{"assetid":"x","length":"2600","type":"content"}}"#,
                #"{"partial":true,"args":1}"#, #"{"partial":true}"#, #"{"partial":true}"#,
            ])
        #expect(outbox.diagnostics.map(\.code) == [.callLogPartial, .callLogLinesForeign])
        #expect(outbox.diagnostics.first?.blind?.hides == .calls)
        #expect(outbox.diagnostics.first?.blind?.from == calls.first?.at)
        DecoderVerifier.verify({ CallLogReader() }, on: Array(segment.utf8))
        DecoderVerifier.mutate({ CallLogReader() }, on: Array(segment.utf8), rounds: 300)
    }

    @Test func lettersAsTheirUnitsOfUTF16() {
        let text = #"""
            2024-11-21 10:00:00.000100+0100 App[1:2] [NielsenAppApi loadMetadata: { title = "Fj\U00e4ll \Ud83d\Ude00"; type = content; }]

            """#
        #expect(calls(read(text)).first?.payload == #"{"partial":true,"args":{"title":"Fjäll 😀","type":"content"}}"#)
    }

    @Test func bitmovinInABrowser() {
        let text = """
            23:59:58.900 nielsen.js:10 Loading metadata: {type: 'content', assetid: "x", "length": "600"}
            23:59:59.900 nielsen.js:12 Setting playhead position: 0
            00:00:00.900 nielsen.js:12 Setting playhead position: 1
            00:00:01.100 other.js:1 Loading metadata: of something else
            00:00:01.400 nielsen.js:20 Stopping tracking at playhead: 1
            00:00:01.500 nielsen.js:21 Ending tracking at playhead: 1
            """
        let outbox = read(text)
        let calls = self.calls(outbox)
        #expect(calls.map(\.name) == ["loadMetadata", "setPlayheadPosition", "setPlayheadPosition", "stop", "end"])
        #expect(calls.first?.payload == #"{"partial":true,"args":{"type":"content","assetid":"x","length":"600"}}"#)
        let gaps = zip(calls, calls.dropFirst()).map { $1.at.microseconds - $0.at.microseconds }
        #expect(gaps == [1_000_000, 1_000_000, 500_000, 100_000], "midnight is passed")
    }

    @Test func queueOfTheBrowserSDK() {
        let text = """
            10:00:00.000 ["ggPM:loadMetadata", {"type":"content","assetid":"x"}]
            10:00:01.000 ["setPlayheadPosition", 12]
            10:00:02.000 ["unrelated", 12]
            10:00:03.000 ["stop"]
            """
        let calls = calls(read(text))
        #expect(calls.map(\.name) == ["ggPM:loadMetadata", "setPlayheadPosition", "stop"])
        #expect(calls.dropFirst().first?.payload == #"{"partial":true,"args":12}"#)
    }

    @Test(arguments: [
        "[NielsenAppApi play: { channelName = c; }]", "nielsen.js:12 Setting playhead position: 0",
    ])
    func aLineWithoutATime(line: String) {
        let outbox = read(line)
        #expect(outbox.events.isEmpty)
        #expect(outbox.diagnostics.map(\.code) == [.callLogLineUnreadable])
    }

    @Test func aDictionaryWithoutItsEnd() {
        let text = """
            10:00:00.000 [NielsenAppApi play: {
                channelName = c;
            10:00:01.000 [NielsenAppApi stop]
            10:00:02.000 [NielsenAppApi loadMetadata: {
                type = content;
            """
        let outbox = read(text)
        #expect(outbox.events.isEmpty)
        #expect(outbox.diagnostics.map(\.code) == [.callLogLineUnreadable, .callLogLineUnreadable])
    }

    /// `idevicesyslog` and `adb logcat` put their own words in front of what a wrapper prints.
    @Test func prefixedLinesKeepTheirOwnTimes() {
        let text = """
            Nov 21 10:00:01 phone Example(App)[123] <Notice>: NLSLOG {"v":1,"kind":"call","t":1732160000123,"api":"stop"}
            11-21 10:00:02.000  1234  1234 I NLS     : NLSLOG {"v":1,"kind":"call","t":1732160001123,"api":"end"}
            """
        let outbox = read(text)
        #expect(calls(outbox).map(\.at.microseconds) == [1_732_160_000_123_000, 1_732_160_001_123_000])
        #expect(outbox.diagnostics.isEmpty)
    }
}
