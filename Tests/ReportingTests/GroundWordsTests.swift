import Model
import Store
import Testing

@testable import Reporting

struct GroundWordsTests {
    private static let grounds = [
        Ground(.configuration, name: "beaconproof.yaml", sha256: "c0", origin: .found, place: "../beaconproof.yaml"),
        Ground(.facts, name: "facts.yaml", sha256: "fa", origin: .found, place: "sent/run.facts.yaml"),
        Ground(.waivers, name: "waivers.yaml", sha256: "aa", origin: .configured, place: "../ci/waivers.yaml"),
        Ground(.day, value: "2020-02-29", origin: .past),
        Ground(.ruleFile, name: "a.yaml", sha256: "a1", origin: .configured, place: "../ci/rules"),
        Ground(.ruleFile, name: "b.yaml", sha256: "b1", origin: .configured, place: "../ci/rules"),
        Ground(.replacedRule, name: "vast.quartile-gap", origin: .configured, place: "../ci/rules"),
        Ground(.profile, name: "criteo-ios", origin: .configured),
        Ground(.setting, name: "order.slackMs", value: "400", origin: .configured),
    ]

    private static let sentences = [
        "Configuration found at ../beaconproof.yaml: sets waivers ../ci/waivers.yaml, rules of ../ci/rules, "
            + "profile criteo-ios, order.slackMs = 400.",
        "Facts found beside the capture: sent/run.facts.yaml.",
        "Rules that do not ship with BeaconProof: 2 files of ../ci/rules, in the place of shipped rules vast.quartile-gap.",
        "Judged as on 2020-02-29, a day that had passed (--today).",
    ]

    @Test func whatNobodyNamedIsASentenceEach() {
        #expect(GroundWords(Self.grounds).sentences == Self.sentences)
        let given = [
            Ground(.configuration, name: "b.yaml", sha256: "c0", origin: .given, place: "b.yaml"),
            Ground(.facts, name: "f.yaml", sha256: "fa", origin: .given, place: "f.yaml"),
            Ground(.day, value: "2999-01-01", origin: .given),
            Ground(.setting, name: "order.slackMs", value: "400", origin: .given),
        ]
        #expect(GroundWords(given).sentences.isEmpty)
    }

    /// Every format tells them in front of the findings, as far as it has an order.
    @Test(arguments: ReportFormat.all.map(\.name))
    func everyFormatTellsThem(name: String) throws {
        let database = try Database.temporary()
        let run = try SampleRun().fill(database)
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            try writer.replace(grounds: Self.grounds, ofReading: false, run: run)
        }
        var options = ReportOptions()
        options.width = 10_000
        let model = try ReportModel(reading: database, run: run)
        let format = try #require(ReportFormat.named(name))
        let text = String(decoding: format.render(model, options: options), as: UTF8.self)
        // Markdown escapes underlines and dots of lists, GitHub and HTML some punctuation: words between them are enough.
        for words in [
            "Configuration found at", "Facts found beside the capture", "do not ship with BeaconProof", "Judged as on",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        guard ["text", "markdown", "html"].contains(name) else { return }
        let notice = try #require(text.firstRange(of: "Configuration found at"))
        let finding = try #require(text.firstRange(of: "Must fix"))
        #expect(notice.lowerBound < finding.lowerBound || name == "html")
    }

    /// A new audit takes its own grounds away and leaves those of the reading.
    @Test func judgingAgainForgetsWhatJudgedBefore() throws {
        let database = try Database.temporary()
        let run = try SampleRun().fill(database)
        let limit = Ground(.limit, name: "flows", value: "7", origin: .given)
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            try writer.replace(grounds: [limit], ofReading: true, run: run)
            try writer.replace(grounds: Self.grounds, ofReading: false, run: run)
        }
        #expect(try database.grounds(run: run).count == Self.grounds.count + 1)
        try database.write { (writer: inout Writer) throws(StoreFailure) in try writer.deleteAudit(run: run) }
        #expect(try database.grounds(run: run) == [limit])
    }
}
