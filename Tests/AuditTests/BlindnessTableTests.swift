import Testing

@testable import Audit

/// The table "what a verdict is worth while part of the traffic was hidden" of the architecture, row by row.
struct BlindnessTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var kind: String
        var breached: Bool
        var blind: Bool
        /// What the scene has besides: `unanswered`, `hidden-document`, `before`, `all-seen`, ….
        var with = ""
        var verdict: String

        var testDescription: String {
            "\(kind), \(breached ? "fail" : "pass")\(blind ? " while blind" : "")\(with.isEmpty ? "" : ", \(with)")"
        }
    }

    private static let inconclusive = "inconclusive (blind)"

    static let table: [Row] = [
        Row(kind: "absent", breached: true, blind: false, verdict: "fail"),
        Row(kind: "absent", breached: true, blind: true, verdict: "fail"),
        Row(kind: "absent", breached: false, blind: false, verdict: "pass"),
        Row(kind: "absent", breached: false, blind: true, verdict: inconclusive),
        Row(kind: "cadence", breached: true, blind: false, verdict: "fail"),
        Row(kind: "cadence", breached: true, blind: true, verdict: inconclusive),
        Row(kind: "cadence", breached: true, blind: true, with: "afterwards", verdict: "fail"),
        Row(kind: "cadence", breached: false, blind: false, verdict: "pass"),
        Row(kind: "cadence", breached: false, blind: true, verdict: inconclusive),
        Row(kind: "match", breached: true, blind: false, verdict: "fail"),
        Row(kind: "match", breached: true, blind: true, verdict: "fail"),
        Row(kind: "match", breached: false, blind: false, verdict: "pass"),
        Row(kind: "match", breached: false, blind: true, verdict: inconclusive),
        Row(kind: "once", breached: true, blind: false, verdict: "fail"),
        Row(kind: "once", breached: true, blind: true, verdict: "fail"),
        Row(kind: "once", breached: true, blind: true, with: "unanswered", verdict: inconclusive),
        Row(kind: "once", breached: true, blind: false, with: "unanswered", verdict: "fail"),
        Row(kind: "once", breached: true, blind: true, with: "hidden-document", verdict: inconclusive),
        Row(kind: "once", breached: false, blind: false, verdict: "pass"),
        Row(kind: "once", breached: false, blind: true, verdict: inconclusive),
        Row(kind: "require", breached: true, blind: false, verdict: "fail"),
        Row(kind: "require", breached: true, blind: true, verdict: inconclusive),
        Row(kind: "require", breached: false, blind: false, verdict: "pass"),
        Row(kind: "require", breached: false, blind: true, verdict: "pass"),
        Row(kind: "order", breached: true, blind: false, verdict: "fail"),
        Row(kind: "order", breached: true, blind: true, with: "afterwards", verdict: "fail"),
        Row(kind: "order", breached: true, blind: true, with: "before", verdict: inconclusive),
        Row(kind: "order", breached: false, blind: false, verdict: "pass"),
        Row(kind: "order", breached: false, blind: true, with: "all-seen", verdict: "pass"),
        Row(kind: "order", breached: false, blind: true, with: "one-unseen", verdict: inconclusive),
        Row(kind: "sql present", breached: true, blind: true, verdict: "fail"),
        Row(kind: "sql present", breached: false, blind: true, verdict: "pass"),
        Row(kind: "sql missing", breached: true, blind: true, verdict: inconclusive),
        Row(kind: "sql missing", breached: false, blind: true, verdict: inconclusive),
        Row(kind: "sql missing", breached: true, blind: false, verdict: "fail"),
        Row(kind: "sql missing", breached: false, blind: false, verdict: "pass"),
    ]

    @Test(arguments: table)
    func row(row: Row) throws {
        let (scene, rule) = try prepare(row)
        let outcome = try scene.judged(rule)
        // Beside each single request, what was hidden between them is a verdict on the capture.
        let hidden = row.blind && ["match", "absent"].contains(row.kind) ? [Self.inconclusive] : []
        #expect(outcome.verdicts == [row.verdict] + hidden)
        #expect(outcome.findings.isEmpty == (row.verdict != "fail"))
    }

    @Test func everyKindIsInTheTable() {
        let kinds = Set(Self.table.map { $0.kind.split(separator: " ").first.map(String.init) ?? "" })
        #expect(kinds == Set(RuleKinds.all.map { $0.name }))
    }

    private func prepare(_ row: Row) throws -> (Scene, Rule) {
        switch row.kind {
        case "absent", "match": try beacons(row)
        case "once": try once(row)
        case "require": try require(row)
        case "order": try order(row)
        case "cadence": try cadence(row)
        default: try sql(row)
        }
    }

    private func beacons(_ row: Row) throws -> (Scene, Rule) {
        var scene = Scene()
        let text = row.kind == "match" ? SampleRules.match : SampleRules.absent
        let fine = row.kind == "match" ? "1YNN" : ""
        scene.beacon(
            .ima, "ad-request", host: "tracker.test", at: 1,
            parameters: [row.kind == "match" ? "us_privacy" : "idfa": row.breached ? "wrong" : fine])
        if row.blind { scene.hide(from: 0, to: 2, host: "tracker.test") }
        return (scene, try SampleRules.rule(text, id: "ima.sample", subject: "beacon"))
    }

    private func once(_ row: Row) throws -> (Scene, Rule) {
        var scene = Scene()
        let play = scene.adPlay()
        let tracker = scene.tracker("start", of: play)
        scene.firing("start", tracker: tracker, play: play, at: 1, status: row.with == "unanswered" ? nil : 204)
        if row.breached { scene.firing("start", tracker: tracker, play: play, at: 9, repeated: .duplicate) }
        if row.blind { scene.hide(from: 2, to: 3, host: row.with == "hidden-document" ? "ads.test" : "tracker.test") }
        return (scene, try SampleRules.rule(SampleRules.once))
    }

    private func require(_ row: Row) throws -> (Scene, Rule) {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("impression", of: play, at: 0.1)
        if row.breached { _ = scene.tracker("start", of: play) } else { scene.fired("start", of: play, at: 0.2) }
        if row.blind { scene.hide(from: 0.1, to: 1, host: "tracker.test") }
        return (scene, try SampleRules.rule(SampleRules.require))
    }

    private func order(_ row: Row) throws -> (Scene, Rule) {
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: row.breached ? 20 : 1)
        scene.fired("midpoint", of: play, at: 10)
        if row.with == "one-unseen" { _ = scene.tracker("complete", of: play) }
        if row.blind {
            let from: Double = row.with == "afterwards" ? 25 : 5
            scene.hide(from: from, to: from + 1, host: "tracker.test")
        }
        return (scene, try SampleRules.rule(SampleRules.order))
    }

    private func cadence(_ row: Row) throws -> (Scene, Rule) {
        var scene = Scene()
        scene.signals(["start": 0, "beat": row.breached ? 20 : 10, "end": 22])
        if row.blind {
            let from: Double = row.with == "afterwards" ? 60 : 5
            scene.hide(from: from, to: from + 4, host: "beat.acme.test")
        }
        let text = """
            kind: cadence
            where: { family: acme-player }
            events: [beat]
            every: 10
            from: [start]
            until: [end]
            """
        return (scene, try SampleRules.rule(text, id: "acme-player.beat", subject: "session"))
    }

    private func sql(_ row: Row) throws -> (Scene, Rule) {
        let basis = row.kind.split(separator: " ").last.map(String.init) ?? ""
        var scene = Scene()
        let play = scene.adPlay()
        scene.fired("start", of: play, at: row.breached ? 5 : 0.5)
        if row.blind { scene.hide(from: 0, to: 1, host: "tracker.test") }
        return (scene, try SampleRules.rule(SampleRules.sql(breach: basis, holds: basis)))
    }
}
