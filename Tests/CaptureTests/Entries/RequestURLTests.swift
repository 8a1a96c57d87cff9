import Testing

@testable import Capture

struct RequestURLTests {
    private func read(_ text: String) -> RequestURL.Reading {
        var repaired = false
        return RequestURL.read(Array(text.utf8).span, repaired: &repaired)
    }

    @Test(arguments: [
        ("HTTPS://A.test:8443/x?y#z", RequestURL(scheme: "https", authority: "A.test:8443", target: "/x?y")),
        ("http://a.test", RequestURL(scheme: "http", authority: "a.test", target: "/")),
        ("http://a.test#f", RequestURL(scheme: "http", authority: "a.test", target: "/")),
        ("http://a.test?q=[M]|%zz", RequestURL(scheme: "http", authority: "a.test", target: "/?q=[M]|%zz")),
        ("http://u:p@[2001:db8::1]:81/", RequestURL(scheme: "http", authority: "[2001:db8::1]:81", target: "/")),
        ("ws://a.test/s", RequestURL(scheme: "http", authority: "a.test", target: "/s", isWebSocket: true)),
    ])
    func http(text: String, url: RequestURL) {
        #expect(read(text) == .http(url))
    }

    @Test(arguments: ["", "/path", "a.test/x", "http:", "http://", "http:///x", ":x", "ht tp://a.test", "http:a"])
    func unusable(text: String) {
        #expect(read(text) == .unusable)
    }

    @Test(arguments: [("data:,x", "data"), ("About:blank", "about"), ("chrome-extension://x/y", "chrome-extension")])
    func other(text: String, scheme: String) {
        #expect(read(text) == .other(scheme: scheme))
    }
}
