import Encodings
import Testing

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("QQ==", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("QUJDRA", "ABCD"), ("Q U\nJD", "ABC"),
        ("-_-_", "\u{FB}\u{FF}\u{BF}"),
    ])
    func decoded(text: String, expected: String) {
        #expect(Base64.decode(Array(text.utf8).span) == expected.unicodeScalars.map { UInt8($0.value) })
    }

    @Test(arguments: ["Q", "QUJDR", "QQ==Q", "Q*"])
    func refused(text: String) {
        #expect(Base64.decode(Array(text.utf8).span) == nil)
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func encoded(plain: String, coded: String) {
        #expect(String(decoding: Base64.encode(Array(plain.utf8)), as: UTF8.self) == coded)
    }
}
