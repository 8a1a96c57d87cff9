import Audit
import Model
import Testing

@testable import Pipeline

/// The shorthand of every vocabulary, as the requests it stands for.
struct ExampleCaptureTests {
    private func capture(_ keys: String) throws -> ExampleCapture {
        let text = """
            id: vast.sample
            title: Sample
            severity: error
            subject: ad_play
            kind: once
            where: { family: vast }
            events: [start]
            message: x
            why: x
            fix: x
            sources: [{ ref: x, class: practice }]
            examples:
              - name: sample
            \(keys.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            """
        let example = try #require(try RuleFile(text, file: "sample.yaml").examples.first)
        return try ExampleCapture(example, file: "sample.yaml")
    }

    private func urls(_ capture: ExampleCapture) -> [String] {
        capture.exchanges.map(\.url)
    }

    private func body(_ capture: ExampleCapture, _ index: Int) -> String {
        guard case .kept(let bytes)? = capture.exchanges[index].response?.body.content else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func seconds(_ exchange: Exchange) -> Double {
        Double(exchange.startedAt.microseconds - ExampleCapture.epoch.microseconds) / 1_000_000
    }

    @Test func vast() throws {
        let capture = try capture(
            "beacons: |\n  1.0 vast start ad=A1\n  ! 2.0 vast start ad=A1\n  - vast complete ad=A1")
        #expect(urls(capture).prefix(2) == ["https://ads.test/tag?ad=A1", "https://cdn.test/A1.mp4"])
        #expect(capture.exchanges.map(seconds) == [0.5, 0.6, 1, 2])
        #expect(
            capture.exchanges.dropFirst(2).allSatisfy { $0.url.hasPrefix("https://tracker.test/start?ad=A1&u=1&cb=") })
        #expect(!urls(capture).joined().contains("CACHEBUSTING"))
        #expect(capture.marked == [.exchange(3)])
        for event in ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"] {
            #expect(body(capture, 0).contains("https://tracker.test/\(event)?"), "\(event)")
        }
        #expect(body(capture, 0).contains("<Duration>00:00:30.000</Duration>"))
    }

    @Test func vastKeys() throws {
        let capture = try capture(
            """
            duration: 15
            beacons: |
              1.0 vast midpoint ad=A1 url=2 host=other.test status=500 method=POST raw fetched=0.2 skipoffset=00:00:05
              1.5 vast impression ad=A1 level=1
              2.0 vast midpoint ad=A1 cb=77 status=none
              ! - vast complete ad=A1 url=3
            """)
        #expect(urls(capture).first == "https://wrap.test/tag?ad=A1&play=1")
        #expect(body(capture, 0).contains("<VASTAdTagURI><![CDATA[https://ads.test/tag?ad=A1]]>"))
        #expect(body(capture, 1).contains("00:00:15.000") && body(capture, 1).contains("skipoffset=\"00:00:05\""))
        let raw = try #require(capture.exchanges.first { $0.request.authority == "other.test" })
        #expect(raw.url == "https://other.test/midpoint?ad=A1&u=2&cb=[CACHEBUSTING]")
        #expect(raw.request.method == "POST" && raw.response?.status == 500)
        let silent = try #require(capture.exchanges.last)
        #expect(silent.response == nil && silent.ending == .failed && silent.url.hasSuffix("cb=77"))
        #expect(capture.markedTrackers == ["https://tracker.test/complete?ad=A1&u=3&cb=[CACHEBUSTING]"])
    }

    @Test func criteo() throws {
        let capture = try capture("beacons: |\n  0.3 criteo omidTrackView ad=A1")
        #expect(urls(capture).last == "https://verify.test/omidTrackView?ad=A1&u=1")
        #expect(body(capture, 0).contains("\"twoSecondsFiftyPercentView\": \"https://verify.test/"))
        #expect(body(capture, 0).contains("vendor=\"criteo.com-omid\""))
    }

    @Test func ssai() throws {
        let capture = try capture("beacons: |\n  5.0 ssai start ad=S1\n  ! - ssai complete ad=S1")
        #expect(urls(capture).contains("https://beacons.test/S1/start"))
        #expect(urls(capture).filter { $0 == "https://ssai.test/S1-0.ts" }.count == 1)
        #expect(urls(capture).filter { $0 == "https://ssai.test/live.m3u8" }.count > 3)
        #expect(body(capture, 0).contains("#EXT-X-BEACON:EVENT=complete,URL=https://beacons.test/S1/complete"))
        #expect(capture.markedTrackers == ["https://beacons.test/S1/complete"])
    }

    @Test func ima() throws {
        let capture = try capture("beacons: |\n  0.0 ima ad-request us_privacy=1YNN")
        #expect(urls(capture).first?.hasPrefix("https://pubads.g.doubleclick.net/gampad/ads?iu=/") ?? false)
        #expect(urls(capture).first?.hasSuffix("&us_privacy=1YNN") ?? false)
    }

    @Test func dai() throws {
        let capture = try capture("beacons: |\n  0.0 dai stream stream=S7\n  5.0 dai pod stream=S7 id=2 pd=10000")
        #expect(capture.exchanges[0].request.method == "POST" && capture.exchanges[0].response?.status == 201)
        #expect(body(capture, 0).contains("\"stream_id\": \"S7\""))
        #expect(urls(capture)[1].hasSuffix("/pod/2.m3u8?stream_id=S7&pd=10000"))
    }

    @Test func nielsen() throws {
        let capture = try capture(
            "beacons: |\n  10.0 nielsen dcr at=view uoo=true createtm=9\n  0.0 nielsen session bytes=2100 scheme=http")
        let view = urls(capture)[0]
        #expect(view.hasPrefix("https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr&"))
        #expect(view.contains("&uoo=true&") && view.contains("c61=createtm,1700000009"))
        #expect(urls(capture)[1].hasPrefix("http://") && urls(capture)[1].utf8.count == 2_100)
    }

    @Test func writtenOut() throws {
        let capture = try capture(
            "documents: { tag: <VAST/> }\nexchanges: |\n  0.0 GET https://ads.test/tag -> 200 [tag]\n  ! 1.0 POST http://a.test -> none"
        )
        #expect(body(capture, 0) == "<VAST/>")
        #expect(urls(capture) == ["https://ads.test/tag", "http://a.test/"])
        #expect(capture.exchanges[1].response == nil && capture.marked == [.exchange(1)])
    }

    @Test func theEndCutsWhatComesLater() throws {
        let capture = try capture("ends: 5\nbeacons: |\n  1.0 vast start ad=A1\n  6.0 vast midpoint ad=A1")
        #expect(capture.exchanges.count == 3)
        #expect(capture.ends == ExampleCapture.time(5))
    }

    @Test func whatIsLeftBeforeTheEndIsCountedAnew() throws {
        let capture = try capture(
            "ends: 5\nexchanges: |\n  9.0 GET http://a.test/ -> 200\n  ! 2.0 GET http://b.test/ -> 200")
        #expect(urls(capture) == ["http://b.test/"])
        #expect(capture.exchanges.map(\.locator) == [.entry(0)])
        #expect(capture.marked == [.exchange(0)])
    }

    @Test func evidenceBehindTheEndIsAMistake() {
        #expect(throws: RuleFileFailure.self) {
            try capture("ends: 5\nexchanges: |\n  ! 9.0 GET http://a.test/ -> 200")
        }
    }

    @Test func blindStretches() throws {
        let capture = try capture(
            "beacons: 1.0 vast start ad=A1\nblind: [\"-2.5-9.0 tracker.test requests\", \"1-2 * both\"]")
        #expect(capture.blind.map(\.blind.host) == ["tracker.test", nil])
        #expect(capture.blind[0].blind.from == ExampleCapture.time(-2.5))
        #expect(capture.blind[0].blind.hides == .requests)
    }

    @Test(arguments: [
        ("exchanges: 0.0 GET", "an exchange is 'TIME METHOD URL [body] -> STATUS [document]', not '0.0 GET'"),
        ("exchanges: 0.0 GET https://a.test/ -> ok", "the status is a number or 'none', not 'ok'"),
        ("exchanges: 0.0 GET a.test -> 200", "'a.test' is not an absolute URL"),
        ("exchanges: \"0.0 GET https://a.test/ -> 200 [tag]\"", "no document is named 'tag'"),
        ("beacons: 0.0 vest start", "no shorthand for the family 'vest' (known: "),
        ("beacons: 0.0 vast start", "the line names no ad="),
        ("beacons: 0.0 dai live", "a line of the family dai is 'stream' or 'pod', not 'live'"),
        ("beacons: \"- nielsen dcr\"", "a line of the family nielsen has a time"),
        ("blind: [\"soon tracker.test both\"]", "a blind stretch is 'FROM-TO HOST requests|responses|both|calls'"),
    ])
    func mistakes(keys: String, message: String) {
        let failure = #expect(throws: RuleFileFailure.self) { try capture(keys) }
        #expect(failure?.message.hasPrefix(message) ?? false, "\(failure?.message ?? "")")
        #expect(failure.map { $0.line > 0 } ?? false)
    }

    @Test func mutationsKeepWhatTheyMust() throws {
        let plain = try capture(
            "beacons: |\n  1.0 vast start ad=A1\n  8.5 vast firstQuartile ad=A1\ncalls: |\n  1.0 player play")
        let rule = try #require(try ShippedRules().pack().pack.rule("vast.quartile-once"))
        for mutation in ExampleMutation.allCases {
            let mutant = try #require(mutation.mutants(of: plain, rule.blindness).first).capture
            switch mutation {
            case .shift:
                let moved = zip(mutant.exchanges, plain.exchanges).map {
                    $0.startedAt.microseconds - $1.startedAt.microseconds
                }
                #expect(moved.allSatisfy { $0 == 37 * 86_400 * 1_000_000 })
            case .shuffle: #expect(mutant.exchanges == plain.exchanges.reversed())
            case .unrelated: #expect(mutant.exchanges.count == 2 * plain.exchanges.count)
            case .interleave:
                #expect(mutant.exchanges.filter { $0.url.contains(".twin.test") }.count == plain.exchanges.count)
            case .skew:
                #expect(mutant.exchanges == plain.exchanges)
                #expect(mutant.calls.map(\.at) == plain.calls.map { $0.at.advanced(byMicroseconds: 97_000_000) })
            case .hide:
                #expect(mutant.exchanges.count < plain.exchanges.count && mutant.blind.count == plain.blind.count + 1)
            case .gap:
                #expect(mutant.blind.map(\.blind.hides) == [.both, .calls] && mutant.exchanges == plain.exchanges)
            }
        }
    }
}
