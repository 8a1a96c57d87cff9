import Testing

@testable import Interpret

/// A sanitiser's mask is none of the values that were sent.
struct RedactionTests {
    private func isRedacted(_ target: String) -> Bool {
        Redaction.mayBe(in: target) && Redaction.isIn(SentURL(URLFields("https://a.test" + target)).pairs)
    }

    @Test(arguments: [
        "/gn?a=1&createtm=[REDACTED]", "/gn?c61=createtm,XXXXXXXXXX&a=1", "/gn?a=1&rnd=XXXXXXXXXXXXX", "/gn?a=***",
    ])
    func masksAreSeen(target: String) { #expect(isRedacted(target)) }

    /// A placeholder that an app left in its own id was sent as it stands.
    @Test(arguments: [
        "/gn?apid=PXXXXXXXX-XXXX-XXXX&a=1", "/gn?a=xxx", "/gn?a=fox", "/gn?a=xxxxxxxy", "/gn?xxxxxxxx",
    ])
    func whatWasSentIsNoMask(target: String) { #expect(!isRedacted(target)) }
}
