import Encodings
import Testing

@Suite struct PercentCodingTests {
    @Test(arguments: [
        ("a%20b", "a b"), ("%zz%2", "%zz%2"), ("%", "%"), ("%C3%a4", "ä"), ("a+b", "a+b"), ("%2525", "%25"),
    ])
    func decoded(text: String, expected: String) {
        #expect(PercentCoding.text(text) == expected)
    }

    @Test func spacesAndSlashes() {
        #expect(PercentCoding.text("a+b", plusIsSpace: true) == "a b")
        #expect(PercentCoding.decodePath(Array("a%2fb%20".utf8)) == Array("a%2Fb ".utf8))
    }

    @Test func encoded() {
        var bytes: [UInt8] = []
        PercentCoding.append("Az09-._~ /ä".utf8, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "Az09-._~%20%2F%C3%A4")
        var form: [UInt8] = []
        FormEncoding.append(Array("Az09-._~ *ä".utf8).span, to: &form)
        #expect(String(decoding: form, as: UTF8.self) == "Az09-._%7E+*%C3%A4")
    }

    @Test func everyByteComesBack() {
        let all = (0...255).map { UInt8($0) }
        var bytes: [UInt8] = []
        PercentCoding.append(all, to: &bytes)
        #expect(PercentCoding.decode(bytes, plusIsSpace: false) == all)
        #expect(Hexadecimal.decode(Array(all.hexadecimal.utf8)) == all)
    }

    @Test(arguments: ["0", "0g", "g0", "001"])
    func oddDigits(text: String) {
        #expect(Hexadecimal.decode(Array(text.utf8)) == nil)
    }

    @Test func numbers() {
        #expect(Hexadecimal.text(UInt8(7)) == "07" && Hexadecimal.text(0x1F600, width: 4) == "1f600")
        #expect(PaddedNumber.text(7, 3) == "007" && PaddedNumber.text(-7, 3) == "-007")
        #expect(PaddedNumber.text(1_234, 3) == "1234" && PaddedNumber.text(-1_234, 3) == "-1234")
    }

    @Test func bytesThatAreNoTextBecomePercentEscapes() {
        let bytes: [UInt8] = Array("/é?x=".utf8) + [0xff, 0xc3] + Array("&y".utf8) + [0xe2, 0x82]
        let decoded = WireText.decode(bytes[...])
        #expect(decoded.text == "/é?x=%FF%C3&y%E2%82")
        #expect(decoded.escaped)
        #expect(WireText.decode(Array("/é".utf8)[...]) == ("/é", false))
        #expect(WireText.decode([]) == ("", false))
    }
}
