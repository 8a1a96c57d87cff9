import Audit
import Pipeline
import TestSupport
import Testing

/// A person's own rules: they run, they are tested, and their mistakes are named with file, line and column.
struct OwnRuleTests {
    private static let own = """
        id: acme.start-early
        title: Start comes within a second
        severity: error
        subject: ad_play
        kind: sql
        breach: present
        holds: present
        applies: |
          SELECT p.id AS subject_id, p.from_us AS from_us, NULL AS to_us
          FROM ad_play p WHERE p.run = :run
        breaches: |
          SELECT f.ad_play AS subject_id, f.event AS item, NULL AS severity, 'late' AS observed, 'early' AS expected,
            'firing' AS evidence_table, f.id AS evidence_id, 'breach' AS role, f.at_us AS at_us
          FROM firing f JOIN ad_play p ON p.id = f.ad_play
          WHERE f.run = :run AND f.event = 'start' AND f.at_us > p.from_us + 1000000
        message: "{item} came {observed}"
        why: Because the contract says so.
        fix: Send it earlier.
        sources: [{ ref: Contract, class: practice }]
        examples:
          - name: in time
            beacons: |
              0.0 vast start ad=A1
          - name: late
            beacons: |
              ! 5.0 vast start ad=A1 fetched=0.0
        """

    private func failure(_ change: (String) -> String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(change(Self.own), to: "acme.yaml")
        let failure = #expect(throws: PipelineFailure.self) { try ShippedRules().pack(adding: [folder.path]) }
        #expect(throws: PipelineFailure.self) { try ExampleSuite(path: folder.path) }
        return Self.short(failure, folder)
    }

    /// The message without the temporary folder's name.
    private static func short(_ failure: PipelineFailure?, _ folder: TemporaryFolder) -> String {
        failure?.description.replacing(folder.path + "/", with: "") ?? ""
    }

    @Test func itIsAddedAndItsExamplesRun() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.own, to: "deep/acme.yaml")
        try folder.write("no rule", to: "notes.txt")
        let shipped = try ShippedRules().pack()
        let pack = try ShippedRules().pack(adding: [folder.path])
        #expect(try pack.pack.rules().count == shipped.pack.rules().count + 1)
        #expect(try pack.pack.rule("acme.start-early") != nil)
        #expect(pack.sha256 != shipped.sha256)
        let outcome = try ExampleSuite(path: folder.path).run()
        #expect(outcome.rules == 1 && outcome.examples == 2)
        #expect(outcome.failures.isEmpty, "\(outcome.failures)")
    }

    @Test func aKnownIdIsReplaced() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.own.replacing("acme.start-early", with: "vast.quartile-once"), to: "mine.yaml")
        let shipped = try ShippedRules().pack()
        let pack = try ShippedRules().pack(adding: [folder.path])
        #expect(try pack.pack.rules().count == shipped.pack.rules().count)
        #expect(try pack.pack.rule("vast.quartile-once")?.title == "Start comes within a second")
    }

    @Test func anExampleThatIsWrongFails() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.own.replacing("> p.from_us + 1000000", with: "> p.from_us + 9000000"), to: "acme.yaml")
        let outcome = try ExampleSuite(path: folder.path).run()
        #expect(
            outcome.failures.contains { $0.hasPrefix("\(folder.path)/acme.yaml:24: late: expected fail, got pass") },
            "\(outcome.failures)")
        #expect(outcome.summary.hasSuffix("failed"))
    }

    @Test func aMissingExampleFails() throws {
        let folder = try TemporaryFolder()
        let text = Self.own.split(separator: "\n").prefix { !$0.contains("name: late") }.joined(separator: "\n")
        try folder.write(text, to: "acme.yaml")
        let failures = try ExampleSuite(path: folder.path).run().failures
        #expect(failures == ["\(folder.path)/acme.yaml: no example that must fail"])
    }

    @Test func aWrongMarkFails() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.own.replacing("      0.0 vast start ad=A1", with: "      ! 0.0 vast start ad=A1"), to: "acme.yaml")
        #expect(!(try ExampleSuite(path: folder.path).run().failures.isEmpty))
    }

    // MARK: Mistakes that only a database finds

    @Test func aColumnThatDoesNotExist() throws {
        let said = try failure { $0.replacing("f.event = 'start'", with: "f.evnt = 'start'") }
        #expect(said == "acme.yaml:15:26: breaches: no such column: f.evnt")
    }

    @Test func sqlThatIsNoSQL() throws {
        let said = try failure { $0.replacing("FROM ad_play p WHERE", with: "FRM ad_play p WHERE") }
        #expect(said.hasPrefix("acme.yaml:10:"), "\(said)")
    }

    @Test func aTableThatIsPrivate() throws {
        let said = try failure { $0.replacing("FROM ad_play p WHERE", with: "FROM ad_play_row p WHERE") }
        #expect(said.hasPrefix("acme.yaml:8:") && said.contains("ad_play_row is a private table"), "\(said)")
    }

    @Test func sqlThatWrites() throws {
        let said = try failure {
            $0.replacing("SELECT p.id AS subject_id", with: "DELETE FROM ad_play; SELECT p.id AS subject_id")
        }
        #expect(said.hasPrefix("acme.yaml:"), "\(said)")
    }

    @Test func aMissingResultColumn() throws {
        let said = try failure { $0.replacing(", NULL AS to_us", with: "") }
        #expect(said == "acme.yaml:8:10: 'applies' does not return to_us")
    }

    @Test func aMessageThatNamesNoColumn() throws {
        let said = try failure { $0.replacing("{item} came", with: "{itm} came") }
        #expect(
            said.hasPrefix("acme.yaml:16:10: the message names {itm}, which is not a column of 'breaches'"), "\(said)")
    }

    @Test func aSettingThatDoesNotExist() throws {
        let said = try failure { $0.replacing("1000000", with: "$setting(no.such)") }
        #expect(
            said.hasPrefix("acme.yaml:11:") && said.contains("the setting 'no.such' is not in settings.yaml"), "\(said)"
        )
    }

    @Test func aFactThatDoesNotExist() throws {
        let said = try failure { $0 + "\nfacts: [no.such]" }
        #expect(said.contains("the fact 'no.such' does not exist"), "\(said)")
    }

    @Test func oneIdTwice() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.own, to: "a.yaml")
        try folder.write(Self.own, to: "b.yaml")
        let failure = #expect(throws: PipelineFailure.self) { try ShippedRules().pack(adding: [folder.path]) }
        #expect(Self.short(failure, folder) == "b.yaml:1:5: the id 'acme.start-early' is taken by a.yaml")
    }

    @Test func aFolderThatDoesNotExist() throws {
        let failure = #expect(throws: PipelineFailure.self) { try ShippedRules().pack(adding: ["/no/such/folder"]) }
        #expect(failure?.description == "/no/such/folder: no such folder of rules")
    }

    @Test(arguments: [
        ("0.0 vast start", "names no ad="), ("soon vast start ad=A1", "a beacon is"),
        ("0.0 vest start ad=A1", "no shorthand for the family 'vest'"),
    ])
    func shorthandThatIsWrong(line: String, message: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.own.replacing("      0.0 vast start ad=A1", with: "      \(line)"), to: "acme.yaml")
        let failure = #expect(throws: PipelineFailure.self) { try ExampleSuite(path: folder.path).run() }
        let said = Self.short(failure, folder)
        #expect(said.hasPrefix("acme.yaml:23:") && said.contains(message), "\(said)")
    }
}
