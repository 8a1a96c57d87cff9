import Testing

@testable import Reporting

@Suite struct UndecidedTests {
    /// Four rules, two reasons.
    private func model() throws -> ReportModel {
        var model = try SampleRun(verdict: .inconclusive).model()
        model.findings = []
        let subject = ReportModel.Subject(kind: "ad_play", id: 1, label: "A1001")
        let other = ReportModel.Subject(kind: "ad_play", id: 2, label: "A2002")
        func undecided(_ rule: String, _ needs: String, _ subject: ReportModel.Subject) -> ReportModel.RuleVerdict {
            ReportModel.RuleVerdict(
                rule: rule, subject: subject, outcome: .inconclusive, reason: rule == "d.four" ? "needs-fact" : "blind",
                needs: needs)
        }
        model.verdicts = [
            undecided("a.one", "5305 bytes cannot be read", subject),
            undecided("b.two", "5305 bytes cannot be read", subject),
            undecided("c.three", "5305 bytes cannot be read", subject),
            undecided("c.three", "5305 bytes cannot be read", other), undecided("d.four", "the fact x.y", subject),
        ]
        return model
    }

    @Test func aReasonIsToldOnceWithAllTheRulesItHides() throws {
        let model = try model()
        #expect(model.undecidedReasons.map { $0.rules.map(\.rule) } == [["a.one", "b.two", "c.three"], ["d.four"]])
        #expect(model.undecidedGroups.count == 4)
        let words = UndecidedWords(reason: model.undecidedReasons[0])
        #expect(words.scope == "3 rules on 2 subjects")
        #expect(words.subjects(of: model.undecidedReasons[0].rules[0]) == "ad play 1 \"A1001\"")
    }

    @Test(arguments: ["text", "markdown", "html", "github"])
    func everyFormatTellsItOnce(format: String) throws {
        var options = ReportOptions()
        options.width = 400
        let format = try #require(ReportFormat.named(format))
        let text = String(decoding: format.render(try model(), options: options), as: UTF8.self)
        #expect(text.matches(of: /5305 bytes cannot be read/).count == 1, "\(text)")
        for rule in ["a.one", "b.two", "c.three"] { #expect(text.contains(rule), "\(rule)") }
        // Nobody but the reader can supply a fact; annotations are for what the capture hides.
        #expect(text.contains("the fact x.y") == (format.name != "github"))
    }

    /// Reasons that differ for the subjects of one rule are all told.
    @Test func noReasonIsLost() throws {
        var model = try model()
        for index in model.verdicts.indices { model.verdicts[index].needs = "need \(index)" }
        let text = String(decoding: try #require(ReportFormat.named("markdown")).render(model), as: UTF8.self)
        for index in model.verdicts.indices { #expect(text.contains("need \(index)")) }
    }
}
