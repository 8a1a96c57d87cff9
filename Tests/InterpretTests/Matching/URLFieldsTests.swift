import Testing

@testable import Interpret

struct URLFieldsTests {
    @Test func splitsAndDecodesAfterSplitting() {
        let url = URLFields("HTTPS://User@Host.Example:8443/a%2Fb/c?k%26=v%3D1+2&&flag&empty=#part")
        #expect(url.text(url.scheme) == "HTTPS")
        #expect(url.hostName == "host.example")
        #expect(url.text(url.port) == "8443")
        #expect(url.text(url.path) == "/a%2Fb/c")
        #expect(url.pairs.count == 3)
        #expect(url.value("k&") == "v=1 2")
        #expect(url.value("flag") == "")
        #expect(url.value("missing") == nil)
    }
}
