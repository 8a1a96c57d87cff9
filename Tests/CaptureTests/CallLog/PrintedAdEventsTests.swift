import Capture
import Model
import Testing

/// Events of the IMA SDK in logs that people post.
@Suite struct PrintedAdEventsTests {
    private func read(_ text: String) -> (calls: [Call], codes: [String]) {
        var reader = CallLogReader()
        var outbox = Outbox<CallLogEvent>()
        let bytes = Array(text.utf8)
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        #expect(reader.ledger.isBalanced)
        let calls = outbox.events.compactMap { event in if case .call(let call) = event { call } else { nil } }
        return (calls, outbox.diagnostics.map(\.code.id))
    }

    private func isRecognised(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return CaptureFormat.sniff(bytes.span).format == .callLog
    }

    /// threadtime, time and long as `adb logcat -v` writes them; the form of google/ExoPlayer issue 3774; a time of the day.
    @Test(arguments: [
        "11-23 15:08:17.132  1380  1399 D AdTagLoader: onAdEvent: STARTED\n11-23 15:08:24.132  1380  1399 D AdTagLoader: onAdEvent: FIRST_QUARTILE\n",
        "11-23 15:08:17.132 D/ImaAdsLoader( 1380): onAdEvent: STARTED\n11-23 15:08:24.132 D/ImaAdsLoader( 1380): onAdEvent: FIRST_QUARTILE\n",
        "[ 11-23 15:08:17.132  1380: 1399 D/AdTagLoader ]\nonAdEvent: STARTED\n\n[ 11-23 15:08:24.132  1380: 1399 D/AdTagLoader ]\nonAdEvent: FIRST_QUARTILE\n\n",
        "15:08:17.132 D/ImaAdsLoader: onAdEvent: STARTED\n15:08:24.132 D/ImaAdsLoader: onAdEvent: FIRST_QUARTILE\n",
        "2026-11-23 15:08:17.132456+0100 App[12:34] AdsManager event (Started).\n2026-11-23 15:08:24.132456+0100 App[12:34] AdsManager event (First Quartile).\n",
    ])
    func formats(text: String) {
        #expect(isRecognised(text))
        let (calls, codes) = read(text)
        #expect(calls.map(\.name) == ["STARTED", "FIRST_QUARTILE"])
        #expect(calls.allSatisfy { $0.source == "ima" && $0.kind == .event })
        #expect(calls.count == 2 && calls[1].at.microseconds(since: calls[0].at) == 7_000_000)
        #expect(!codes.contains("calls.line-unreadable"))
    }

    @Test(arguments: [
        "AdEvent[type=COMPLETED, ad=Ad [adId=A1, creativeId=2, adPodInfo=AdPodInfo [totalAds=2, adPosition=1]]]",
        #"AdEvent {type: "complete", adId: "A1", totalAds: 2, adPosition: 1}"#,
    ])
    func theAdOfAnEvent(text: String) {
        let (calls, _) = read("11-23 15:08:17.132  1  1 D App: \(text)\n")
        #expect(calls.map(\.payload) == [#"{"adId":"A1","sequence":1,"totalAds":2}"#])
    }

    /// The loader and the app print the same event.
    @Test func oneFormIsRead() {
        let (calls, _) = read(
            """
            11-23 15:08:17.132  1  1 D ImaAdsLoader: onAdEvent: LOADED
            11-23 15:08:17.136  1  1 D App: handleAdEvent() called with: adEvent = [AdEvent[type=LOADED, ad=Ad [adId=1]]]
            11-23 15:08:18.000  1  1 I SDK_LOG:ima.adslist.AdBreak: Destroying the ad break, 1500
            """)
        #expect(calls.map(\.name) == ["LOADED"])
    }

    @Test func briefHasNoTimes() {
        let (calls, codes) = read("D/AdTagLoader( 1380): onAdEvent: STARTED\n")
        #expect(calls.isEmpty && codes.contains("calls.line-unreadable"))
    }

    @Test func whatLogcatLeftOutIsSaid() {
        let (calls, codes) = read(
            """
            11-23 15:08:17.132  1380  1380 D AdTagLoader: onAdEvent: STARTED
            11-23 15:08:20.000  1380  1380 I chatty  : uid=10123(com.example) expire 5 lines
            11-23 15:08:24.132  1380  1380 D AdTagLoader: onAdEvent: MIDPOINT
            """)
        #expect(calls.count == 2 && codes.contains("calls.lines-missing"))
    }

    /// Lines that logcat calls identical repeat the one before them: an event, or something of no concern.
    @Test(arguments: [("onAdEvent: STARTED", true), ("drawn", false)])
    func linesThatLogcatCallsIdentical(before: String, isLost: Bool) {
        let (_, codes) = read(
            """
            11-23 15:08:17.000  1380  1380 D AdTagLoader: onAdEvent: LOADED
            11-23 15:08:17.132  1380  1380 D AdTagLoader: \(before)
            11-23 15:08:17.140  1380  1380 I chatty  : uid=10123(com.example) identical 2 lines
            """)
        #expect(codes.contains("calls.lines-missing") == isLost)
    }

    /// radiantmediaplayer/rmp-vast issue 18: Android Studio's lines of one time are indented below the first.
    @Test func whatRMPVASTSaysItPings() {
        let text = """
            12-19 16:57:25.308 13037-13037/com.example I/chromium: [INFO:CONSOLE(9)] "rmp-vast: vast player event - canplay", source: x
                [INFO:CONSOLE(9)] "rmp-vast: ping tracking for impression VAST event", source: about:blank (9)
            12-19 16:57:25.318 13037-13037/com.example I/chromium: [INFO:CONSOLE(9)] "rmp-vast: ping tracking for start VAST event", source: x
            """
        #expect(isRecognised(text))
        let (calls, _) = read(text)
        #expect(calls.map(\.name) == ["ad_impression", "ad_start"])
        #expect(calls.map(\.source) == ["player", "player"])
        #expect(calls.count == 2 && calls[1].at.microseconds(since: calls[0].at) == 10_000)
    }

    @Test func otherTextIsNoLog() {
        #expect(!isRecognised("notes about onAdEvent, and nothing else\n"))
    }
}
