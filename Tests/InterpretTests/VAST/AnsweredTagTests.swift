import Model
import Testing

@testable import Interpret

/// A tag that has answered with an ad document is expected to answer with one again.
struct AnsweredTagTests {
    private let tag = "https://ads.test/tag?cb=1"
    private let document = """
        <VAST version="3.0"><Ad id="1"><InLine><AdSystem>a</AdSystem><AdTitle>t</AdTitle>
        <Impression><![CDATA[https://t.test/i]]></Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration>
        </Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    private func documents(_ exchanges: [Exchange]) -> FamilyOutput {
        FamilyOutput(exchanges, families: [VASTFamily()])
    }

    @Test func notModifiedDeclaresTheAdAnew() {
        let output = documents([
            .request(tag, at: 0, body: document, type: "text/xml"),
            .request(tag, at: 60_000_000, status: 304),
        ])
        #expect(output.documents.count == 2)
        #expect(output.ads.count == 2)
    }

    @Test func anAnswerWhoseBodyIsNotInTheCaptureIsUnseen() throws {
        var second = Exchange.request("https://ads.test/tag?cb=2", at: 60_000_000, type: "text/xml")
        second.response?.body = Body(size: 2_100, content: .missing)
        let output = documents([.request(tag, at: 0, body: document, type: "text/xml"), second])
        #expect(output.documents.map(\.state) == [.wellFormed, .unseen])
        #expect(output.diagnostics.contains { $0.code == .documentUnseen && $0.blind != nil })
    }

    @Test func anotherPathOfTheSameHostIsNotExpectedToAnswerWithAnAd() {
        var other = Exchange.request("https://ads.test/config", at: 60_000_000, type: "application/json")
        other.response?.body = Body(size: 100, content: .missing)
        let output = documents([.request(tag, at: 0, body: document, type: "text/xml"), other])
        #expect(output.documents.count == 1)
        #expect(output.diagnostics.isEmpty)
    }
}
