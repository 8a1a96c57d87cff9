import Encodings
import Model
import Testing

@testable import Interpret

@Suite struct DAIFamilyTests {
    private let base = "https://dai.google.com/linear/pods/v1/hls/network/21/custom_asset/key"
    private let register = "https://dai.google.com/ssai/pods/api/v1/network/21/custom_asset/key/stream"
    private let answer = """
        {"stream_id":"s-1:DLS","media_verification_url":"https://dai.google.com/view/a/media/verify/",
        "metadata_url":"https://dai.google.com/linear/pods/v1/adv/metadata?stream=s-1","polling_frequency":10,
        "valid_for":"00:05:00","nested":{"x":[1]}}
        """

    private func interpret(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [HLSFamily(), DAIFamily()])
    }

    private func registration(at: Int64 = 0, answer: String? = nil, status: Int = 201) -> Exchange {
        .request(
            register, method: "POST", at: at, status: status, body: answer ?? self.answer,
            posted: "cust_params=section%3Dnews&us_privacy=1YNN", postedType: "application/x-www-form-urlencoded")
    }

    @Test func aRegistrationOpensASessionThatExpires() throws {
        let result = interpret([registration(at: 7)])
        let beacon = try #require(result.beacons.first)
        let session = try #require(result.sessions.first)
        #expect(beacon.kind == "stream-registration")
        #expect(beacon.session == session.id)
        #expect(session.identifier == "s-1:DLS")
        #expect(session.from == Timestamp(microseconds: 7))
        #expect(session.to == Timestamp(microseconds: 300_000_007))
        #expect(result.value(beacon, "network_code") == "21")
        #expect(result.value(beacon, "asset_key") == "key")
        #expect(result.value(beacon, "cust_params", "section") == "news")
        #expect(result.value(beacon, "response", "polling_frequency") == "10")
        #expect(result.value(beacon, "response", "nested.x.0") == "1")
        #expect(result.documents.map(\.kind) == [.daiStream])
    }

    /// What is answered like a registration is one, at addresses that are not documented too.
    @Test(arguments: [
        (#"{"stream_id":"s-1","stream_manifest":"https://dai.google.com/m.m3u8"}"#, 1), (#"{"stream_id":"s-1"}"#, 0),
        (#"{"stream_manifest":"https://dai.google.com/m.m3u8"}"#, 0), ("<html>", 0),
    ])
    func aRegistrationIsKnownByItsAnswer(answer: String, sessions: Int) {
        let url = "https://dai.google.com/linear/hls/event/key/stream"
        #expect(interpret([.request(url, method: "POST", status: 201, body: answer)]).sessions.count == sessions)
        #expect(interpret([.request(url, status: 201, body: answer)]).sessions.isEmpty)
    }

    @Test(arguments: [(401, #"{"error":"x"}"#), (201, #"{"stream_id":""}"#), (201, "{}")])
    func anAnswerWithoutStreamIdOpensNone(status: Int, answer: String) {
        let result = interpret([
            registration(answer: answer, status: status), .request(base + "/pod/1.m3u8?stream_id=s-1:DLS&pd=10000"),
        ])
        #expect(result.sessions.isEmpty)
        #expect(result.beacons.map(\.session) == [nil, nil])
    }

    @Test func anAnswerThatWasNotCapturedIsABlindSpot() throws {
        var lost = registration()
        lost.response?.body = Body(size: nil, content: .missing)
        let result = interpret([lost])
        #expect(result.diagnostics.map(\.code) == [.daiRegistrationUnread])
        #expect(result.diagnostics.first?.blind?.host == "dai.google.com")
        #expect(result.documents.map(\.state) == [.unseen])
        lost.response = nil
        lost.ending = .unseen
        #expect(interpret([lost]).diagnostics.map(\.code) == [.daiRegistrationUnread])
        lost.ending = .failed
        #expect(interpret([lost]).diagnostics.isEmpty)
    }

    /// Recorders that keep no bodies say that there were no bytes; 204 is an answer without any.
    @Test(arguments: [(200, Document.State.unseen), (201, .malformed)])
    func anAnswerOfNoBytesIsNoJSON(status: Int, state: Document.State) {
        let result = interpret([registration(answer: "", status: status)])
        #expect(result.documents.map(\.state) == [state])
        #expect((result.diagnostics.first?.blind == nil) == (state == .malformed))
    }

    /// Recorders cut bodies and write down the size of what they kept.
    @Test(arguments: [(#"{"stream_id": {"type""#, Document.State.unseen), ("<html>Not found</html>", .malformed)])
    func whatFollowsWhereJSONBreaksOffIsNotKnown(answer: String, state: Document.State) {
        let result = interpret([registration(answer: answer)])
        #expect(result.documents.map(\.state) == [state])
        #expect((result.diagnostics.first?.blind == nil) == (state == .malformed))
    }

    @Test(arguments: [
        ("/pod/3.m3u8", "pod", "pod/3"), ("/ad_break_id/mid-roll-1.m3u8", "pod", "ad_break_id/mid-roll-1"),
        ("/mid-roll-1.m3u8", "pod", "mid-roll-1"), ("/pods/3.m3u8", "pod", "pods/3"),
        ("/ad_break_id/mid-roll-1/variant/60.m3u8", "pod-variant", "ad_break_id/mid-roll-1"),
        ("/pod/3/profile/a/0.ts", "pod-variant", "pod/3"),
        ("/profile/main/ad_break_id/mid-roll-1.m3u8", "pod-variant", "ad_break_id/mid-roll-1"),
    ])
    func podRequestsByPath(path: String, kind: String, id: String) throws {
        let result = interpret([.request(base + path + "?stream_id=s-1%3ADLS&pd=10000")])
        let beacon = try #require(result.beacons.first { $0.family == .dai })
        #expect(beacon.kind == kind)
        #expect(result.value(beacon, "pod_id") == id)
        #expect(result.value(beacon, "network_code") == "21")
        #expect(result.value(beacon, "pd") == "10000")
    }

    @Test func requestsBelongToTheSessionThatIssuedTheirIdOrURL() throws {
        let result = interpret([
            registration(), .request(base + "/pod/1.m3u8?stream_id=s-1%3ADLS&pd=10000", at: 1),
            .request(base + "/pod/1/variant/60.m3u8", at: 2),
            .request(base + "/pod/2.m3u8?stream_id=other&pd=10000", at: 3),
            .request("https://dai.google.com/view/a/media/verify/google_1", at: 4, status: 204),
            .request(
                "https://dai.google.com/linear/pods/v1/adv/metadata?stream=s-1", at: 5,
                body: #"{"tags":{"google_1":{"type":"start"},"google_2":{"type":"progress"}}}"#),
            .request(
                "https://dai.google.com/linear/pods/v1/adv/metadata?stream=s-1", at: 6,
                body: #"{"tags":{"google_1":{"type":"start"},"google_3":{"type":"complete"}}}"#),
            .request("https://dai.google.com/view/b/media/verify/google_9", at: 7, status: 404),
        ])
        let session = try #require(result.sessions.first?.id)
        let dai = result.beacons.filter { $0.family == .dai }
        #expect(
            dai.map(\.kind) == [
                "stream-registration", "pod", "pod-variant", "pod", "verification", "metadata", "metadata",
                "verification",
            ])
        #expect(dai.map { $0.session == session } == [true, true, true, false, true, true, true, false])
        #expect(result.beacons("verification").map { result.value($0, "tag_id") } == ["google_1", "google_9"])
        let tags = result.beacons("metadata").map { beacon in
            result.parameters.filter { $0.beacon == beacon.id && $0.name == "tag" }.map {
                "\($0.subkey ?? "")=\($0.value)"
            }
        }
        #expect(tags == [["google_1=start", "google_2=progress"], ["google_3=complete"]])
    }

    @Test func anAuthTokenIsShownByField() throws {
        let token = "cust_params%3D%7Eexp%3D1700000000%7Epd%3D10000%7Ehmac%3Dab12"
        let result = interpret([.request(base + "/pod/1.m3u8?stream_id=x&auth-token=\(token)")])
        let beacon = try #require(result.beacons.first)
        #expect(result.value(beacon, "auth-token", "exp") == "1700000000")
        #expect(result.value(beacon, "auth-token", "hmac") == "ab12")
    }

    @Test func aPodsPlaylistTellsHowLongThePodIs() throws {
        let body = "#EXTM3U\n#EXTINF:4,\na.ts\n#EXTINF:6,\nb.ts\n#EXT-X-ENDLIST"
        let result = interpret([.request(base + "/pod/1/variant/60.m3u8", body: body)])
        let beacon = try #require(result.beacons("pod-variant").first)
        #expect(result.value(beacon, "response", "duration_us") == "10000000")
    }

    @Test(arguments: [
        "https://tv.test/linear/channel5/stream", "https://x.test/linear/pods", "https://x.test/ssai/stream",
        "https://x.test/ondemand/movies/a.m3u8", "https://x.test/linear/pods/v1/hls/network/21/custom_asset/key",
    ])
    func otherRequests(url: String) {
        #expect(interpret([.request(url, body: "x")]).beacons.filter { $0.family == .dai }.isEmpty)
    }

    @Test(arguments: [
        ("00:01:30.5", 90_500_000), ("1h30m10s", 5_410_000_000), ("300", 300_000_000), ("8h0m0.000s", 28_800_000_000),
        ("5m", 300_000_000), ("soon", nil), ("99999999999999999h", nil),
    ])
    func durations(text: String, microseconds: Int64?) {
        #expect(ClockDuration.read(text) == microseconds)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-21T05:45:51.199Z", 1_795_239_951_199_000),
        ("2024-02-29T12:00:00+01:00", 1_709_204_400_000_000), ("2000-03-01 00:00:00-0530", 951_888_600_000_000),
        ("1969-12-31T23:59:59.5Z", -500_000), ("2026-13-01T00:00:00Z", nil), ("2026-11-21T05:45:51", nil),
        ("2026-11-21T05:45:51+1", nil), ("yesterday at five o'clock", nil),
    ])
    func datesOfTheInternetProfile(text: String, microseconds: Int64?) {
        #expect(ISO8601.timestamp(text)?.microseconds == microseconds)
    }

    @Test(arguments: ["https://dai.google.com:443", "https://DAI.GOOGLE.COM", "http://dai.google.com"])
    func aVerificationIsKnownHoweverItsHostIsWritten(origin: String) {
        let result = interpret([registration(), .request("\(origin)/view/a/media/verify/google_1", at: 4, status: 204)])
        let beacon = result.beacons("verification").first
        #expect(beacon?.session != nil && beacon.map { result.value($0, "tag_id") } == "google_1")
    }

    @Test func theRecordedSessionOneStreamTwoPodsTenVerifications() throws {
        guard let recording = try Recording.load("dai_clean.h2tls13") else { return }
        let result = interpret(recording.exchanges)
        let session = try #require(result.sessions.first)
        #expect(result.sessions.count == 1)
        #expect(session.identifier == "5a4c9f0e-1d7b-4f63-9c55-lab:DLS")
        let counts = Dictionary(grouping: result.beacons.filter { $0.family == .dai }, by: \.kind).mapValues(\.count)
        #expect(
            counts == ["stream-registration": 1, "metadata": 1, "pod": 2, "pod-variant": 2, "verification": 10])
        #expect(result.beacons.filter { $0.family == .dai }.allSatisfy { $0.session == session.id })
        let pods = result.beacons("pod").map { result.value($0, "pod_id") }
        #expect(pods == ["ad_break_id/mid-roll-1", "ad_break_id/mid-roll-2"])
        #expect(result.diagnostics.isEmpty)
    }
}
