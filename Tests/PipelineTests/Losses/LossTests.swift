import Audit
import Model
import TestSupport
import Testing

@testable import Pipeline

/// What is left out, and that nothing which was owed passes without it.
struct LossTests {
    private func capture() -> ExampleCapture {
        var capture = ExampleCapture()
        for (place, target) in ["/imp?ad=1", "/start?ad=1", "/imp?ad=2"].enumerated() {
            capture.add(
                Exchange(
                    startedAt: ExampleCapture.time(Double(place)),
                    request: .init(method: "GET", scheme: "https", authority: "tracker.test", target: target),
                    response: .init(status: 204), locator: .entry(place)),
                isMarked: false)
        }
        return capture
    }

    private let beacons = [
        Loss.Beacon(place: 0, family: "vast", event: "impression", adPlay: 1),
        Loss.Beacon(place: 1, family: "vast", event: "start", adPlay: 1),
        Loss.Beacon(place: 2, family: "vast", event: "impression", adPlay: 2),
    ]

    private func left(_ loss: Loss) -> [String] {
        loss.variants(of: capture(), beacons).map { variant in
            "\(variant.name): \(variant.capture.exchanges.map(\.request.target).joined(separator: " "))"
        }
    }

    @Test func oneEventOneAdOneFamily() {
        #expect(left(.event) == ["vast impression: /start?ad=1", "vast start: /imp?ad=1 /imp?ad=2"])
        #expect(left(.ad) == ["ad play 1: /imp?ad=2", "ad play 2: /imp?ad=1 /start?ad=1"])
        #expect(left(.family) == ["vast: "])
    }

    @Test func everythingAfterAnEvent() {
        #expect(left(.rest) == ["after vast impression: /imp?ad=1", "after vast start: /imp?ad=1 /start?ad=1"])
    }

    @Test func whatAnExporterRemoves() {
        #expect(left(.queries) == ["all queries: /imp /start /imp"])
        #expect(left(.cut).isEmpty)
        #expect(left(.log).isEmpty)
        let hidden = Loss.host.variants(of: capture(), beacons)
        #expect(hidden.map(\.name) == ["tracker.test"] && hidden.first?.capture.blind.count == 1)
    }

    @Test func whatPassesAndIsOwedIsNamed() {
        var table = LossTable()
        var outcome = LossRun.Outcome(headline: .pass)
        table.add(.event, outcome, "kept", lost: [])
        #expect(table.faults.isEmpty && table.forgotten.isEmpty)
        table.add(.event, outcome, "unknown", lost: ["vast complete"])
        #expect(table.forgotten == ["PASS  unknown: vast complete was done before"])
        outcome.undone = ["vast complete": 1]
        table.add(.event, outcome, "a fault", lost: ["vast complete"])
        #expect(table.faults == ["PASS  a fault: vast complete was owed"])
        #expect(table.markdown.contains("| all beacons of one event | 3 | 0 | 0 | 0 | 3 | 1 | 1 |"))
    }

    @Test func aCorrectAppThatItsRecorderHurtMustNotFail() {
        var table = LossTable()
        table.add(.bodies, LossRun.Outcome(headline: .fail, errors: ["vast.sample"]), "hurt", lost: [])
        table.add(.event, LossRun.Outcome(headline: .fail, errors: ["vast.sample"]), "faulty", lost: [])
        #expect(table.alarms == ["FAIL  hurt: vast.sample"])
    }

    /// VMAP 1.0 section 2.3.3: a break without ads sends breakStart and breakEnd. A warning names each that is left out.
    @Test func whatAWarningNamesIsNoSilentLoss() throws {
        let table = try LossSuite(folder: Repository.path("Rules/vmap")).run(captures: [])
        #expect(table.markdown.contains("| all beacons of one event |"))
        #expect(table.faults.isEmpty)
    }

    /// A whole play of one ad: without any of its billable events it does not pass.
    @Test func aSampleWithoutABillableEventNeverPasses() throws {
        let table = try LossSuite(folder: nil).run(
            captures: [Repository.path("Examples/captures/clean-play.har")], examples: false)
        let billable = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
        for event in billable {
            #expect(!(table.faults + table.forgotten).contains { $0.contains(": vast \(event):") })
        }
        #expect(table.summary.hasPrefix("1 captures that pass, "))
    }
}
