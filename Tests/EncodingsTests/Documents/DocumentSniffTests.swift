import TestSupport
import Testing

@testable import Encodings

@Suite struct DocumentSniffTests {
    @Test(arguments: BodyVector.all) func decides(vector: BodyVector) {
        #expect(
            DocumentSniff.mayBeDocument(DocumentSniff.kind(of: vector.type), prefix: vector.bytes)
                == vector.mayBeDocument)
    }

    @Test(arguments: [
        ("application/dash+xml", true), ("application/x-javascript", true), ("IMAGE/GIF", false), ("", true),
        ("application/zip", false),
    ])
    func withoutBytesTheTypeDecides(type: String, expected: Bool) {
        #expect(DocumentSniff.mayBeDocument(DocumentSniff.kind(of: type), prefix: []) == expected)
    }

    @Test func cutCharactersAreText() {
        #expect(DocumentSniff.looksLikeText(Array("grün".utf8.prefix(3))))
        #expect(!DocumentSniff.looksLikeText([0x67, 0xfc, 0x72]))
        #expect(DocumentSniff.looksLikeText([UInt8(ascii: "<"), 0xfc, 0x72]))
    }
}
