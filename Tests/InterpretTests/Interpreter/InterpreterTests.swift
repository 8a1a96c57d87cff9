import Model
import Testing
import TestSupport

@testable import Interpret

/// The interpreter as a whole: numbering, determinism, bounded state, hostile input.
struct InterpreterTests {
    private static func run(rounds: Int, suffix: (Int) -> String = { _ in "" }) -> Scene {
        var scene = Scene()
        for round in 0..<rounds {
            scene.document(Double(round) * 20, VAST.inline(suffix: suffix(round)))
            scene.fire(Scene.play(Double(round) * 20 + 1), suffix: suffix(round))
        }
        return scene
    }

    @Test func idsCountFromOne() {
        let result = InterpreterTests.run(rounds: 3).interpret()
        #expect(result.firings.map(\.id.number) == Array(1...result.firings.count))
        #expect(result.beacons.map(\.id.number) == Array(1...result.beacons.count))
        #expect(result.plays.map(\.id) == [1, 2, 3])
        #expect(result.ads.map(\.id) == [1, 2, 3])
        #expect(result.trackers.keys.map(\.number).sorted() == Array(1...result.trackers.count))
    }

    @Test func rowsReferToRowsThatExist() {
        let result = InterpreterTests.run(rounds: 12).interpret()
        let plays = Set(result.plays.map(\.id))
        #expect(result.firings.compactMap(\.adPlay).allSatisfy(plays.contains))
        #expect(result.playTrackers.map(\.adPlay).allSatisfy(plays.contains))
        #expect(result.firings.allSatisfy { result.trackers[$0.tracker] != nil })
        #expect(result.plays.count == plays.count)
    }

    @Test func theSameInputGivesTheSameOutput() {
        func events() -> [Interpretation] {
            var interpreter = Interpreter()
            var outbox = Outbox<Interpretation>()
            let exchanges = InterpreterTests.run(rounds: 5).exchanges.sorted { $0.startedAt < $1.startedAt }
            for (index, exchange) in exchanges.enumerated() {
                interpreter.interpret(exchange, id: ID(index), into: &outbox)
            }
            interpreter.finish(into: &outbox)
            return outbox.events
        }
        #expect(events() == events())
    }

    @Test func repeatedDocumentsKeepFewOwners() {
        var attribution = RunContextProbe()
        attribution.feed(InterpreterTests.run(rounds: 200).exchanges.sorted { $0.startedAt < $1.startedAt })
        #expect(attribution.liveAds <= AttributionLimits.ownersPerTemplate + 1)
    }

    @Test func ofManyOpenPlaysTheOldestIsLetGoWithAnAlarm() {
        var scene = Scene()
        for round in 0...(AttributionLimits.mostOwnersPerTemplate + 2) {
            scene.client = "10.0.0.\(round):1"
            scene.document(Double(round) * 0.01, VAST.inline())
        }
        for round in 0...(AttributionLimits.mostOwnersPerTemplate + 2) {
            scene.client = "10.0.0.\(round):1"
            scene.request(2 + Double(round) * 0.01, "https://t.test/impression")
        }
        let result = scene.interpret()
        #expect(result.firings.count == AttributionLimits.mostOwnersPerTemplate + 3)
    }

    @Test func trailingWhiteSpaceIsNamed() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression%0A")
        let result = scene.interpret()
        #expect(result.story == ["impression"])
        #expect(result.diagnostics.map(\.code) == [.urlUntrimmed])
    }

    @Test func aURLTooLongIsNamedAndBlind() {
        var scene = Scene()
        scene.document(0, VAST.inline())
        scene.request(1, "https://t.test/impression?x=" + String(repeating: "a", count: TrackerIndex.mostBytes))
        let result = scene.interpret()
        #expect(result.diagnostics.map(\.code) == [.urlTooLong])
        #expect(result.diagnostics.first?.blind != nil)
    }

    @Test func absurdTimesAndDamagedTextDoNotTrap() {
        var random = SeededGenerator(seed: 5)
        let bodies = [
            VASTReaderTests.full, VAST.inline(suffix: "?cb=[CACHEBUSTING]"), VAST.wrapper(to: "https://ads.test/tag"),
        ]
        for _ in 0..<300 {
            var interpreter = Interpreter()
            var outbox = Outbox<Interpretation>()
            for id in 1...12 {
                let times: [Int64] = [
                    .min, .max, 0, -1, 1_700_000_000_000_000, Int64.random(in: .min ... .max, using: &random),
                ]
                let at = Timestamp(microseconds: times.randomElement(using: &random) ?? 0)
                let body = Mutation.mutate(Array((bodies.randomElement(using: &random) ?? "").utf8), using: &random)
                let events = ["impression", "start", "pause", "resume", "complete", "firstQuartile", "[", "%", "?"]
                let path = Mutation.mutate(
                    Array("/\(events.randomElement(using: &random) ?? "")?cb=1&%".utf8), using: &random)
                var exchange = Exchange(
                    startedAt: at,
                    request: Exchange.Request(
                        method: "GET", scheme: "https", authority: id % 3 == 0 ? "ads.test" : "t.test",
                        target: String(decoding: path, as: UTF8.self)), locator: .entry(id))
                if id % 3 == 0 { exchange.request.target = "/tag" }
                exchange.response = Exchange.Response(
                    status: id % 5 == 0 ? 302 : 200, body: id % 3 == 0 ? .kept(body) : .none, endedAt: at)
                interpreter.interpret(exchange, id: ID(id), into: &outbox)
            }
            interpreter.finish(into: &outbox)
        }
    }
}

/// Looks into an attribution that is being fed.
private struct RunContextProbe {
    private var attribution = Attribution()
    private var numbers = Numbering()
    private var outbox = Outbox<Interpretation>()

    var liveAds: Int { attribution.library.ads.count }

    mutating func feed(_ exchanges: [Exchange]) {
        for (index, exchange) in exchanges.enumerated() {
            let observation = attribution.attribute(
                exchange, id: ID(index), in: StreamTimelines(), numbers: &numbers, into: &outbox)
            guard case .kept(let body)? = exchange.response?.body.content else { continue }
            _ = attribution.declare(AdXML.document(body), for: observation, numbers: &numbers, into: &outbox)
            outbox.removeAll()
        }
    }
}
