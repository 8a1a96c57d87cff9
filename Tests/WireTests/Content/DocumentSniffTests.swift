import Testing

@testable import Wire

@Suite struct DocumentSniffTests {
    @Test(arguments: [
        ("text/xml", "", true),
        ("application/json; charset=utf-8", "{}", true),
        ("image/gif", "GIF89a\u{1}\u{0}", false),
        ("image/gif", " \n<VAST>", true),
        ("video/mp2t", "#EXTM3U\n", true),
        ("application/octet-stream", "#EXTM3U\n", true),
        ("application/vnd.apple.mpegurl", "#EXTM3U\n", true),
        ("audio/mpegurl", "#EXTM3U\n", true),
        ("font/woff2", "wOF2\u{0}", false),
        ("IMAGE/PNG", "\u{89}PNG\u{0}", false),
    ])
    func decides(type: String, prefix: String, expected: Bool) {
        #expect(DocumentSniff.mayBeDocument(DocumentSniff.kind(of: type), prefix: prefix.utf8) == expected)
    }

    @Test func withoutATypeTheBytesDecide() {
        #expect(DocumentSniff.mayBeDocument(DocumentSniff.kind(of: nil), prefix: Array("{\"a\":1}".utf8)))
        #expect(
            !DocumentSniff.mayBeDocument(DocumentSniff.kind(of: nil), prefix: [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70]))
    }

    @Test func cutCharactersAreText() {
        #expect(DocumentSniff.looksLikeText(Array("grün".utf8.prefix(3))))
        #expect(!DocumentSniff.looksLikeText([0x67, 0xfc, 0x72]))
        #expect(DocumentSniff.looksLikeText([UInt8(ascii: "<"), 0xfc, 0x72]))
    }
}
