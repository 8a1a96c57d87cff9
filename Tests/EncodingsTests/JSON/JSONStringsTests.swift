import Encodings
import Testing

@Suite struct JSONStringsTests {
    private func strings(_ text: String) -> [(String, Bool)] {
        var strings = JSONStrings(Array(text.utf8))
        var found: [(String, Bool)] = []
        while let bytes = strings.next() { found.append((String(decoding: bytes, as: UTF8.self), strings.isKey)) }
        return found
    }

    @Test func keysAndValues() {
        let found = strings(#"{"a" : "b\n\u00e4\ud83d\ude00\"", 'x' "c": ["it\'s", "\x"]"#)
        #expect(found.map(\.0) == ["a", "b\nä😀\"", "c", "it's", #"\x"#])
        #expect(found.map(\.1) == [true, false, true, false, false])
    }

    @Test(arguments: [("\"abc", "abc"), ("\"abc\\", "abc\\"), ("\"", ""), (#""\u12"#, #"\u12"#)])
    func aStringThatIsCut(text: String, expected: String) {
        #expect(strings(text).map(\.0) == [expected])
        #expect(strings(text).map(\.1) == [false])
    }
}
