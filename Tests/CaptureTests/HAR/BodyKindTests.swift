import Testing

@testable import Capture

struct BodyKindTests {
    private func kind(_ type: String, _ head: String) -> BodyKind {
        BodyKind.of(mimeType: Array(type.utf8).span, head: Array(head.utf8))
    }

    @Test(arguments: [
        ("application/xml", ""), ("text/xml; charset=utf-8", ""), ("application/vnd.apple.mpegurl", ""),
        ("audio/x-mpegurl", ""), ("application/dash+xml", ""), ("application/x-javascript", ""), ("", "{}"),
        ("image/gif", "\u{FEFF} <VAST"), ("video/mp2t", "#EXTM3U"), ("application/octet-stream", "<VAST"),
    ])
    func document(type: String, head: String) {
        #expect(kind(type, head) == .document)
    }

    @Test(arguments: [
        ("image/png", "\u{89}PNG"), ("IMAGE/GIF", ""), ("image/svg+xml", "<svg "), ("video/mp4", "\0\0\0\u{18}ftyp"),
        ("font/woff2", "wOF2"), ("application/octet-stream", "a\0b"), ("", "\u{1}"), ("image/gif", "GIF89a"),
    ])
    func media(type: String, head: String) {
        #expect(kind(type, head) == .media)
    }
}
