import BeaconProof
import Foundation
import TestSupport
import Testing

/// The library as a program elsewhere uses it: nothing but its public declarations.
struct LibraryTests {
    private static func sample(_ name: String) -> String { Repository.path("Examples/captures/\(name)") }

    @Test func aCorrectRunPasses() throws {
        let run = try Run.certify(Inputs([Self.sample("clean-play.har")]))
        let judgement = try run.judgement()
        #expect(judgement.verdict == .pass && judgement.findings.allSatisfy { $0.severity != .error })
        #expect(judgement.certificates.contains { $0.profile == "vast" && $0.outcome == .pass })
    }

    @Test func packetsAreReadWithTheirKeys() throws {
        // Keys that lie beside a capture, under its name, are found.
        let folder = FileManager.default.temporaryDirectory.appending(path: "beaconproof-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let alone = folder.appending(path: "alone.pcapng")
        try FileManager.default.copyItem(at: URL(filePath: Self.sample("clean-play.pcapng")), to: alone)
        var inputs = Inputs([alone.path])
        let blind = try Run.certify(inputs).judgement()
        #expect(blind.verdict == .inconclusive && !blind.diagnostics.isEmpty)
        inputs.keyLogs = [Self.sample("clean-play.keys.txt")]
        #expect(try Run.certify(inputs).judgement().verdict == .pass)
    }

    @Test func aFindingSaysWhatProvesIt() throws {
        let judgement = try Run.certify(Inputs([Self.sample("looping-player.har")])).judgement()
        #expect(judgement.verdict == .fail)
        let finding = try #require(judgement.findings.first { $0.rule == "vast.loop-refire" })
        #expect(finding.severity == .error && finding.subject.kind == "ad_play" && !finding.isWaived)
        let breach = try #require(finding.evidence.first { $0.role == "breach" })
        #expect(breach.place?.hasPrefix("entry ") == true && breach.url?.hasPrefix("https://") == true)
    }

    @Test func factsDecide() throws {
        let inputs = Inputs([Self.sample("ad-request-without-consent.har")])
        #expect(try Run.certify(inputs).judgement().verdict == .pass)
        var judging = Judging()
        judging.facts = Self.sample("ad-request-without-consent.facts.yaml")
        #expect(try Run.certify(inputs, by: judging).judgement().verdict == .fail)
    }

    @Test func aDecodedRunHasExchangesAndNoVerdict() throws {
        let run = try Run.decode(Inputs([Self.sample("clean-play.har")]))
        let exchanges = try run.exchanges()
        #expect(exchanges.count > 5 && exchanges.map(\.microseconds) == exchanges.map(\.microseconds).sorted())
        let first = try #require(exchanges.first)
        #expect(first.url.contains(first.host) && first.status == 200 && !first.requestHeader.isEmpty)
        #expect(first.responseHeader.contains { $0.name.lowercased() == "content-type" && !$0.value.isEmpty })
        #expect(try run.judgement().verdict == nil)
    }

    @Test func aKeptRunAnswersQueries() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/run.sqlite"
        _ = try Run.certify(Inputs([Self.sample("looping-player.har")]), keeping: path)
        let run = try Run.kept(at: path)
        let rows = try run.query("SELECT event, repeat_class, played_us FROM firing ORDER BY at_us")
        #expect(rows.columns == ["event", "repeat_class", "played_us"])
        #expect(rows["repeat_class"].compactMap(\.text).contains("duplicate"))
        #expect(rows["played_us"].contains { ($0.integer ?? 0) > 0 } && rows["nothing"].isEmpty)
        #expect(try run.query("SELECT event FROM firing ORDER BY at_us", most: 2).values.count == 2)
        #expect(try run.judgement().verdict == .fail)
    }

    @Test func reportsAreThoseOfTheCommand() throws {
        let run = try Run.certify(Inputs([Self.sample("looping-player.har")]))
        for form in ReportForm.allCases { #expect(try !run.report(form).isEmpty, "\(form)") }
        let text = String(decoding: try run.report(.json), as: UTF8.self)
        #expect(text.contains("\"beaconproof.result/1\"") && text.contains("vast.loop-refire"))
    }

    @Test(arguments: [
        (Inputs([]), Judging(), Failure.Cause.usage), (Inputs(["/nowhere.har"]), Judging(), .input),
        (Inputs(["/nowhere.har"]), with { $0.facts = "/nowhere.yaml" }, .input),
        (Inputs([sample("clean-play.har")]), with { $0.day = "tomorrow" }, .usage),
        (Inputs([sample("clean-play.har")]), with { $0.profiles = ["nobody"] }, .file),
    ])
    func mistakesSayWhoseTheyAre(inputs: Inputs, judging: Judging, cause: Failure.Cause) {
        do throws(Failure) {
            _ = try Run.certify(inputs, by: judging)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.cause == cause && !error.description.contains("\n"), "\(error)")
        }
    }

    @Test func queriesOnlyRead() throws {
        let run = try Run.decode(Inputs([Self.sample("clean-play.har")]))
        let failure = #expect(throws: Failure.self) { try run.query("DELETE FROM run") }
        #expect(failure?.cause == .database)
    }

    private static func with(_ change: (inout Judging) -> Void) -> Judging {
        var judging = Judging()
        change(&judging)
        return judging
    }
}
