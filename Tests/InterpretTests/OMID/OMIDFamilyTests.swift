import Model
import Testing

@testable import Interpret

/// Messages of IAB's verification scripts become sessions whose events stand in their own order.
struct OMIDFamilyTests {
    /// `encodeURIComponent`, as far as these messages need it.
    private static func encoded(_ text: String) -> String {
        var result = text.replacing("%", with: "%25")
        for (plain, code) in [
            ("\"", "%22"), ("{", "%7B"), ("}", "%7D"), (":", "%3A"), (",", "%2C"), (" ", "%20"), ("/", "%2F"),
            ("[", "%5B"),
            ("]", "%5D"),
        ] { result = result.replacing(plain, with: code) }
        return result
    }

    private static func event(_ type: String, at stamp: Int64, data: String? = nil, session: String = "S1") -> String {
        let data = data.map { ",\"data\":\($0)" } ?? ""
        return "{\"adSessionId\":\"\(session)\",\"timestamp\":\(stamp),\"type\":\"\(type)\"\(data)}"
    }

    private static func compliance(_ event: String) -> String {
        "https://compliance.test/omsdk/sendmessage?adSessionId=S1&rawJSON=\(encoded(event))"
    }

    private static func validation(_ event: String) -> String {
        "http://localhost:66/sendMessage?msg=\(encoded("10/8/2017, 10:41:11 AM::\(event)"))"
    }

    private func interpret(_ requests: [(Double, String)], status: Int = 200) -> FamilyOutput {
        var scene = Scene()
        for (seconds, url) in requests { scene.request(seconds, url, status: status) }
        return FamilyOutput(scene.exchanges.sorted { $0.startedAt < $1.startedAt }, families: [OMIDFamily()])
    }

    @Test func bothFormsAreRead() {
        let event = Self.event("start", at: 1_000, data: #"{"duration":15,"mediaPlayerVolume":1}"#)
        for url in [
            Self.compliance(event), Self.validation(event),
            "https://x.test/a/SENDMESSAGE.json?adSessionId=S1&timestamp=1000&type=start&data%5Bduration%5D=15&data%5BmediaPlayerVolume%5D=1",
            // rawJSON was cut by a proxy; the flattened fields are there.
            "https://x.test/sendmessage?adSessionId=S1&timestamp=1000&type=start&data%5Bduration%5D=15&data%5BmediaPlayerVolume%5D=1&rawJSON=%7B%22ad",
        ] {
            let result = interpret([(1, url)])
            #expect(result.omidEvents.map(\.event) == ["start"], "\(url)")
            #expect(result.sessions.map(\.identifier) == ["S1"])
            let beacon = result.beacons.first
            #expect(beacon?.kind == "event" && beacon?.session == result.sessions.first?.id)
            #expect(beacon.flatMap { result.value($0, "data", "duration") } == "15")
        }
    }

    @Test func announcementsAreNoEvents() {
        let result = interpret([
            (1, "https://compliance.test/omsdk/sendmessage?version=1.5"),
            (1.1, "https://compliance.test/omsdk/sendmessage?supported=yes"),
            (1.2, Self.validation("\"OmidSupported[true]\"")),
        ])
        #expect(result.beacons.map(\.kind) == ["script", "script", "script"])
        #expect(result.beacons.map(\.event) == ["version", "supported", "supported"])
        #expect(result.sessions.isEmpty && result.diagnostics.isEmpty)
    }

    /// The recording began in the middle of an ad, whose end meets the scripts of the next.
    @Test func aSessionThatIsUnderWayHasNoScriptsOfTheNext() {
        func message(_ type: String, at stamp: Int64, session: String) -> String {
            "https://compliance.test/omsdk/sendmessage?adSessionId=\(session)&timestamp=\(stamp)&type=\(type)"
        }
        let result = interpret([
            (1.0, "https://compliance.test/omsdk/sendmessage?version=1.5"),
            (1.1, message("complete", at: 1_100, session: "S1")),
            (1.2, message("sessionFinish", at: 1_200, session: "S1")),
            (1.3, message("sessionStart", at: 1_300, session: "S2")),
        ])
        #expect(result.sessions.map(\.identifier) == ["S1", "S2"])
        #expect(result.sessions.map { $0.from.microseconds(since: result.sessions[0].from) } == [0, -100_000])
    }

    @Test func theirOwnClockOrdersThem() {
        let result = interpret([
            (5.0, Self.compliance(Self.event("start", at: 20_300))),
            (5.1, Self.compliance(Self.event("sessionStart", at: 20_000))),
            (5.2, Self.compliance(Self.event("impression", at: 20_200))),
            (7.8, Self.compliance(Self.event("firstQuartile", at: 27_800))),
            (15.3, Self.compliance(Self.event("midpoint", at: 35_300))),
        ])
        #expect(
            result.omidEvents.map(\.event) == ["sessionStart", "impression", "start", "firstQuartile", "midpoint"])
        #expect(result.omidEvents.map(\.place) == [1, 2, 3, 4, 5])
        // What was sent at once tells how far the device's clock is off.
        #expect(result.omidEvents.first?.at == Scene.time(0))
        #expect(result.omidEvents.map(\.isLate) == [true, true, true, false, false])
    }

    @Test func instancesOfOneScriptReportOneEvent() {
        let version = "https://compliance.test/omsdk/sendmessage?version=1.5"
        let start = Self.event("start", at: 1_000)
        let twice = interpret([
            (0.1, version), (0.2, version), (1, Self.compliance(start)), (1.01, Self.compliance(start)),
        ])
        #expect(twice.omidEvents.map(\.nth) == [1])
        let doubled = interpret([(0.1, version), (1, Self.compliance(start)), (1.01, Self.compliance(start))])
        #expect(doubled.omidEvents.map(\.nth) == [1, 2])
        let session = Self.event("sessionStart", at: 900)
        let heardTwice = interpret([(0.1, version), (1, Self.compliance(session)), (1.01, Self.compliance(session))])
        #expect(heardTwice.omidEvents.map(\.nth) == [1])
    }

    /// The service tells a script that registers late of all that has happened.
    @Test func aScriptThatArrivesLateIsToldTheSameEvents() {
        let version = "https://compliance.test/omsdk/sendmessage?version=1.5"
        let past = ["loaded", "impression", "start"].enumerated().map { place, type in
            Self.compliance(Self.event(type, at: 1_000 + Int64(place) * 100))
        }
        let first = (0.1, version)
        let told = past.enumerated().map { place, url in (1 + Double(place) / 10, url) }
        let again = past.enumerated().map { place, url in (3 + Double(place) / 100, url) }
        let later = Self.compliance(Self.event("firstQuartile", at: 8_000))
        let both = interpret([first] + told + [(2.9, version)] + again + [(8, later), (8.01, later)])
        #expect(both.omidEvents.map(\.nth) == [1, 1, 1, 1])
        let nobody = interpret([first] + told + again)
        #expect(nobody.omidEvents.map(\.nth) == [1, 2, 1, 2, 1, 2])
        let next = interpret([first] + told + again + [(9, version)])
        #expect(next.omidEvents.map(\.nth) == [1, 2, 1, 2, 1, 2], "it came after what was told again")
    }

    @Test func twoSessionsThatBeginTogetherHaveAScriptEach() {
        let version = "https://compliance.test/omsdk/sendmessage?version=1.5"
        let result = interpret([
            (0.1, version), (0.2, version), (1, Self.compliance(Self.event("loaded", at: 1_000))),
            (1.1, Self.compliance(Self.event("loaded", at: 1_100, session: "S2"))),
            (1.2, Self.compliance(Self.event("loaded", at: 1_000))),
        ])
        #expect(result.sessions.map(\.identifier) == ["S1", "S2"])
        #expect(result.omidEvents.filter { $0.nth == 2 }.count == 1, "S1 was told twice by its one script")
    }

    /// The sessions of a pod that is measured by the scripts of ad and wrapper.
    @Test func twoSessionsThatBeginTogetherShareTheScripts() {
        let version = "https://compliance.test/omsdk/sendmessage?version=1.5"
        func told(_ type: String, scripts: Int) -> [Int] {
            var messages = [0.1, 0.2, 0.3, 0.4].map { ($0, version) }
            for (place, session) in ["S1", "S2"].enumerated() {
                for script in 0..<2 {
                    let at = 1 + Double(place) / 10 + Double(script) / 100
                    messages.append(
                        (at, Self.compliance(Self.event("sessionStart", at: 1_000 + Int64(place), session: session))))
                }
                for script in 0..<scripts {
                    let at = 2 + Double(place) / 10 + Double(script) / 100
                    messages.append((at, Self.compliance(Self.event(type, at: 2_000 + Int64(place), session: session))))
                }
            }
            return interpret(messages).omidEvents.filter { $0.event == type }.map(\.nth)
        }
        #expect(told("loaded", scripts: 2) == [1, 1])
        #expect(told("loaded", scripts: 4) == [1, 2, 1, 2])
    }

    @Test func aTransportRetryIsNoSecondTime() {
        var scene = Scene()
        let url = Self.compliance(Self.event("loaded", at: 1_000))
        scene.request(1, url, status: 0)
        scene.request(1.2, url)
        let result = FamilyOutput(scene.exchanges, families: [OMIDFamily()])
        #expect(result.beacons.map(\.kind) == ["event", "repeat"])
        #expect(result.omidEvents.count == 1)
    }

    @Test func eachMessageThatAServiceWorkerPassesOnHasOneOtherListing() {
        var scene = Scene()
        let start = Self.compliance(Self.event("start", at: 1_000))
        for (seconds, notes) in [(1.0, ["service-worker"]), (1.01, []), (1.03, ["service-worker"]), (1.04, [])] {
            scene.request(seconds, start, notes: notes)
        }
        let result = FamilyOutput(scene.exchanges, families: [OMIDFamily()])
        #expect(result.beacons.map(\.kind) == ["event", "repeat", "event", "repeat"])
    }

    @Test func viewabilityIsCountedWhilePlayingWithHalfInView() {
        func view(_ percent: Int, reason: String? = nil) -> String {
            let reasons = reason.map { "[\"\($0)\"]" } ?? "[]"
            return "{\"adView\":{\"percentageInView\":\(percent),\"reasons\":\(reasons)}}"
        }
        let result = interpret(
            [
                (0.0, Self.event("impression", at: 10_000, data: view(100))), (0.1, Self.event("start", at: 10_100)),
                (1.1, Self.event("pause", at: 11_100)), (3.1, Self.event("resume", at: 13_100)),
                (4.6, Self.event("geometryChange", at: 14_600, data: view(49))),
                (5.0, Self.event("geometryChange", at: 15_000, data: view(80))),
                (7.5, Self.event("geometryChange", at: 17_500, data: view(100, reason: "pictureInPicture"))),
                (9.5, Self.event("complete", at: 19_500)),
            ].map { ($0.0, Self.compliance($0.1)) })
        #expect(
            result.omidEvents.map(\.viewableUs)
                == [0, 0, 1_000_000, 0, 1_500_000, 0, 2_500_000, 0])
        #expect(result.omidEvents.map(\.isPlaying) == [false, true, false, true, true, true, true, false])
        #expect(result.omidEvents.map(\.percentInView) == [100, 100, 100, 100, 49, 80, 0, 0])
    }

    @Test(arguments: [
        "https://c.test/sendmessage", "https://c.test/sendmessage?x=1", "https://c.test/sendmessage?msg=nothing",
        "https://c.test/sendmessage?msg=1::%7B", "https://c.test/sendmessage?rawJSON=%7B%7D",
        "https://c.test/sendmessage?type=start",
    ])
    func whatCannotBeReadIsNamed(_ url: String) {
        let result = interpret([(1, url)])
        #expect(result.diagnostics.map(\.code) == [.omidMessageUnread])
        #expect(result.diagnostics.first?.blind != nil)
        #expect(result.omidEvents.isEmpty)
    }

    @Test(arguments: [
        "https://c.test/sendmessages?type=a", "https://c.test/x/sendmessage/y", "https://c.test/?sendmessage",
    ])
    func otherRequestsAreLeftAlone(_ url: String) {
        let result = interpret([(1, url)])
        #expect(result.beacons.isEmpty && result.diagnostics.isEmpty)
    }

    @Test func absurdNumbersAreSurvived() {
        for stamp in ["1e300", "-5", "\"now\"", "99999999999999999999"] {
            let event =
                #"{"adSessionId":"S","timestamp":\#(stamp),"type":"impression","data":{"adView":{"percentageInView":1e300}}}"#
            let result = interpret([(1, Self.compliance(event)), (2, Self.compliance(event + " "))])
            #expect(result.omidEvents.count == 2, "\(stamp)")
            #expect(result.omidEvents.allSatisfy { $0.stampedAt == nil })
        }
    }
}
