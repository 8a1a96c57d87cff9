import Capture
import Testing

struct HARDialectTests {
    @Test(arguments: [
        ("Playwright", HARDialect.playwright), ("HTTP Toolkit", .httpToolkit), ("Charles Proxy", .charles),
        ("WebInspector", .chrome), ("WebKit Web Inspector", .safari), ("Chrome HAR Capturer", .chromeCapturer),
        ("mitmproxy exporthar", .mitmproxy), ("Insomnia REST Client", .insomnia), ("OWASP ZAP", .zap),
        ("Proxyman", .proxyman), ("Firebug", .firebug), ("Firefox", .firefox), ("something", .unknown),
    ])
    func recognised(creator: String, dialect: HARDialect) {
        #expect(HARDialect(creator: creator) == dialect)
    }
}
