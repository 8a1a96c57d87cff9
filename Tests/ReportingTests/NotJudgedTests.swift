import Testing

@testable import Reporting

/// Requests that concern the certification and that no rule looked at stand in every report that people read.
struct NotJudgedTests {
    private func model(hosts: Int = 1) throws -> ReportModel {
        var model = try SampleRun().model()
        model.notJudged = .init(
            (0..<hosts).map { place in
                ReportModel.NotJudged(
                    host: "tracker\(place).test", why: "host", requests: 2, method: "GET",
                    url: "https://tracker\(place).test/other?id=\(SampleRun.identifiers[4])",
                    place: .init(kind: "entry", value: "7"))
            }, total: hosts)
        return model
    }

    @Test(arguments: ["text", "markdown", "html"])
    func isListed(format: String) throws {
        let format = try #require(ReportFormat.named(format))
        let text = String(decoding: format.render(try model()), as: UTF8.self)
        #expect(text.contains("Not judged"))
        #expect(text.contains("tracker0.test: 2 requests (a host of trackers or beacons)"))
        #expect(text.contains("other?id="))
        #expect(!text.contains(SampleRun.identifiers[4]))
        var none = try model()
        none.notJudged = .init([])
        #expect(!String(decoding: format.render(none), as: UTF8.self).contains("Not judged"))
    }

    @Test func isListedForPrograms() throws {
        let format = try #require(ReportFormat.named("json"))
        let text = String(decoding: format.render(try model()), as: UTF8.self)
        #expect(text.contains("\"notJudged\""))
        #expect(text.contains("\"requests\": 2"))
    }

    @Test func aLongListIsCut() throws {
        let format = try #require(ReportFormat.named("text"))
        let text = String(decoding: format.render(try model(hosts: 6)), as: UTF8.self)
        #expect(text.contains("2 more hosts"))
    }
}
