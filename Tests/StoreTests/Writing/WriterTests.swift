import Model
import Testing

@testable import Store

struct WriterTests {
    private let database: Database

    init() throws {
        database = try Database.temporary()
    }

    private func column(_ sql: String) throws(StoreFailure) -> [Int?] {
        try database.rows(sql).map { row in
            guard case .integer(let value) = row.values[0] else { return nil }
            return Int(value)
        }
    }

    @Test func everyKindOfInterpretationHasItsRow() throws {
        let run = try database.addRun("a")
        try database.interpret(run: run)
        let views = [
            "document", "document_link", "ad", "tracker", "resource", "ad_play", "play_tracker", "beacon", "parameter",
            "firing", "firing_candidate", "macro", "playback", "session", "ping",
        ]
        for view in views { #expect(try !database.rows("SELECT * FROM \(view)").isEmpty, "\(view)") }
        let duplicate = try #require(try database.rows("SELECT * FROM firing WHERE repeat_class = 'duplicate'").first)
        #expect(duplicate.int("prior") == 1 && duplicate.integer("gap_us") == 2 && duplicate["ad_play"] == .null)
        #expect(duplicate.flag("ambiguous") && !duplicate.flag("direct") && !duplicate.flag("delivered"))
        #expect(try column("SELECT fetch FROM resource") == [7], "the first fetch stands")
    }

    @Test func localNumbersOfTwoRunsDoNotMeet() throws {
        for name in ["a", "b"] { try database.interpret(run: try database.addRun(name)) }
        #expect(try column("SELECT id FROM firing WHERE run = 2") == [3, 4])
        #expect(try column("SELECT prior FROM firing WHERE run = 2") == [nil, 3])
        #expect(try column("SELECT ad_play FROM play_tracker WHERE run = 2") == [2])
        #expect(try column("SELECT child FROM document_link WHERE run = 2") == [4])
        #expect(try column("SELECT session FROM ping WHERE run = 2") == [2])
        #expect(try column("SELECT fetch FROM resource WHERE run = 2") == [7])
        let joined = """
            SELECT count(*) FROM firing f JOIN tracker t ON t.id = f.tracker AND t.run = f.run
              JOIN beacon b ON b.id = f.beacon AND b.run = f.run JOIN document d ON d.id = t.document AND d.run = t.run
            """
        #expect(try column(joined) == [4])
    }

    @Test func interpretingAgainGivesTheSameRows() throws {
        for name in ["a", "b"] { try database.interpret(run: try database.addRun(name)) }
        let before = try database.dump()
        try database.write { (writer) throws(StoreFailure) in
            try writer.insert(
                diagnostic: Diagnostic(WriterTests.code, detail: "x", blind: Blind(host: "h")), run: 2, capture: 2)
            try writer.deleteInterpretation(run: 2)
            let ids = try writer.beginInterpretation()
            for statement in Samples.interpretation { try writer.insert(statement, run: 2, ids: ids) }
        }
        #expect(try database.dump() == before)
    }

    @Test func aDiagnosticThatHidesSomethingIsBlind() throws {
        _ = try database.addRun("a")
        let blind = Blind(from: Samples.time(1), to: nil, host: "h.test", server: "10.0.0.1:443", manyHosts: true)
        let id = try database.write { (writer) throws(StoreFailure) in
            let seen = Diagnostic(
                WriterTests.code, locator: .bytes(4..<9), at: Samples.time(1), detail: "cut", units: 2)
            _ = try writer.insert(diagnostic: seen, run: 1, capture: 1)
            var hiding = seen
            hiding.blind = blind
            return try writer.insert(diagnostic: hiding, run: 1, capture: 1, offsetUs: 10)
        }
        let row = try #require(try database.rows("SELECT * FROM blind").first)
        #expect(id == 2 && row.int("diagnostic") == 2 && row.text("reason") == "cut" && row.text("hides") == "both")
        #expect(row.integer("from_us") == Samples.time(11).microseconds && row["to_us"] == .null)
        #expect(row.flag("many_hosts") && row.text("host") == "h.test")
        let diagnostics = try database.rows("SELECT * FROM diagnostic ORDER BY id")
        #expect(diagnostics.map { $0.text("locator") } == ["4-9", "4-9"])
        #expect(diagnostics.map { $0.int("units") } == [2, 2])
    }

    @Test func judgingAgainReplacesTheVerdictsAndKeepsFacts() throws {
        let run = try database.addRun("a")
        try database.interpret(run: run)
        let bare = try database.dump()
        try audit(run: run)
        let once = try database.dump()
        #expect(once["finding"]?.count == 1 && once["evidence"]?.count == 2 && once["run"] != bare["run"])
        try audit(run: run)
        #expect(try database.dump() == once)
        try database.write { (writer) throws(StoreFailure) in
            try writer.deleteAudit(run: run)
            try writer.deleteFacts(run: run, source: .assumed)
        }
        #expect(try database.rows("SELECT value, source FROM fact").map { $0.text("value") } == ["true"])
        try database.write { (writer) throws(StoreFailure) in try writer.deleteFacts(run: run, source: .file) }
        #expect(try database.dump() == bare)
    }

    private func audit(run: ID<RunRecord>) throws(StoreFailure) {
        let subject = Subject(kind: .adPlay, id: 1, label: "A1")
        try database.write { (writer) throws(StoreFailure) in
            try writer.deleteAudit(run: run)
            try writer.insert(fact: FactRecord(key: "player.loops", value: "false", source: .file), run: run)
            try writer.insert(fact: FactRecord(key: "player.loops", value: "true", source: .file), run: run)
            try writer.insert(fact: FactRecord(key: "player.muted", value: "true", source: .assumed), run: run)
            try writer.insert(
                setting: SettingRecord(key: "order.slackMs", value: "250", unit: "ms", source: "rule"), run: run)
            try writer.insert(
                rule: RuleRecord(
                    id: "vast.once", family: "vast", severity: .error, title: "t", fix: "f", why: "w",
                    sources: ["a", "b"]), run: run)
            let finding = try writer.insert(
                finding: FindingRecord(
                    rule: "vast.once", severity: .error, family: "vast", subject: subject, item: "start",
                    message: "m", expected: "1", observed: "2", at: Samples.time(9), fingerprint: "f"), run: run)
            try writer.insert(
                evidence: EvidenceRecord(role: .counterpart, source: "firing", sourceID: 1, exchange: 1, tracker: 1),
                finding: finding, ordinal: 0)
            try writer.insert(
                evidence: EvidenceRecord(role: .window, source: "ad_play", sourceID: nil, at: Samples.time(1)),
                finding: finding, ordinal: 1)
            try writer.insert(
                verdict: VerdictRecord(rule: "vast.once", subject: subject, verdict: .inconclusive, reason: .needsFact),
                run: run)
            try writer.insert(ruleSummary: RuleSummaryRecord(rule: "vast.once", fail: 1, notApplicable: 2), run: run)
            try writer.insert(family: FamilyRecord(family: "vast", verdict: .fail), run: run)
            try writer.insert(
                certificate: CertificateRecord(
                    profile: "vast", dated: "2026-11-01", verdict: .fail, reasons: ["a", "b"]), run: run)
            try writer.insert(
                diagnostic: Diagnostic(WriterTests.auditCode, detail: "x", blind: Blind()), run: run, capture: nil)
            try writer.setRunVerdict(RunVerdict(verdict: .fail), run: run, rulesVersion: "2026.11", rulesSHA256: "ab")
        }
    }

    @Test func capturesClocksFlowsAndLedgersAreShown() throws {
        let run = try database.addRun("a")
        try database.write { (writer) throws(StoreFailure) in
            try writer.update(
                capture: 1,
                WholeCapture(
                    first: Samples.time(1), last: Samples.time(9), frames: 3, source: "Charles", sha256: "ab", bytes: 10
                ))
            try writer.insert(clock: ClockRecord(offsetUs: -5, method: .declared), capture: 1)
            try writer.insert(
                flow: FlowRecord(
                    number: 1, transport: "tls", serverName: "s.test", first: Samples.time(1), last: Samples.time(2),
                    clientBytes: 1, serverBytes: 2, undecrypted: "no secret"), run: run, capture: 1)
            try writer.insert(
                ledger: Ledger(unit: "entries", input: 5, output: 3, diagnosed: 2), stage: "capture", capture: 1)
        }
        let span = try #require(try database.rows("SELECT * FROM capture_span").first)
        #expect(
            span.integer("from_us") == Samples.time(1).microseconds
                && span.integer("to_us") == Samples.time(9).microseconds)
        #expect(try column("SELECT balance FROM ingest_ledger") == [0])
        #expect(try column("SELECT offset_us FROM clock") == [-5])
        #expect(try database.rows("SELECT undecrypted FROM flow").map { $0.text("undecrypted") } == ["no secret"])
        #expect(try database.rows("SELECT source, frames FROM capture").first?.int("frames") == 3)
    }

    private static let code = DiagnosticCode(
        "test.cut", .warning, stage: "interpret", meaning: "Something was cut.", remedy: "Do not cut.")
    private static let auditCode = DiagnosticCode(
        "test.contradiction", .warning, stage: "audit", meaning: "Two facts differ.", remedy: "Agree.")
}
