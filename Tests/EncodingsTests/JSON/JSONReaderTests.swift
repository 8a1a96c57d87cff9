import Testing

@testable import Encodings

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws(JSONDocumentFault) -> JSONValue {
        try JSONReader.read(Array(text.utf8))
    }

    @Test func valuesKeepOrderSpellingAndRepeatedNames() throws {
        let value = try read(#"{"b":1.50,"a":[true,null,"x"],"b":-2e3}"#)
        #expect(value.members.map(\.name) == ["b", "a", "b"])
        #expect(value["b"] == .number("1.50"))
        #expect(value.scalars.map(\.path) == ["b", "a.0", "a.1", "a.2", "b"])
    }

    @Test(arguments: [
        (#""\u00e4\n\/\"""#, "ä\n/\""), (#""\uD83D\uDE00""#, "😀"), (#""\uD83D""#, "\u{FFFD}"),
        (#""\uD83Dx""#, "\u{FFFD}x"), (#""\uDE00""#, "\u{FFFD}"), (#""\uD83DA""#, "\u{FFFD}A"),
    ])
    func escapes(text: String, value: String) throws {
        #expect(try read(text).string == value)
    }

    /// Some readers take the first of two members, some the last: what a document tells a player must not depend on it.
    @Test func aDocumentMayHoldANameTwiceOnlyWithOneValue() throws {
        let same = Array(#"{"a":{"b":[1]},"a":{"b":[1]}}"#.utf8)
        #expect(try JSONReader.readDocument(same)["a"]?["b"]?.elements.count == 1)
        let other = Array(#"{"x":[{"a":1,"b":2,"a":3}]}"#.utf8)
        do throws(JSONDocumentFault) {
            _ = try JSONReader.readDocument(other)
            Issue.record("expected a fault")
        } catch {
            #expect(error.isAmbiguous && error.offset == 19)
        }
        #expect(try JSONReader.read(other)["x"] != nil)
    }

    @Test func aByteOrderMarkTrailingCommasAndRawControlCharactersAreTolerated() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("{\"a\":[1,],\"b\":\"x\ty\",}".utf8)
        #expect(try JSONReader.read(bytes)["b"]?.string == "x\ty")
    }

    @Test(arguments: [("{\"a\":1,}", 7), ("{\"a\":[1, ]}", 9), ("{\"a\":1 ,\n}", 9)])
    func aStrictReaderTakesNoCommaBeforeABracket(text: String, offset: Int) throws {
        _ = try JSONReader.read(Array(text.utf8))
        let fault = #expect(throws: JSONDocumentFault.self) { try JSONReader.readStrictly(Array(text.utf8)) }
        #expect(fault?.offset == offset)
    }

    @Test(arguments: ["{}", "[]", "{\"a\":[1,2]}", "{\"a\":\",\"}"])
    func aStrictReaderTakesWhatIsWellFormed(text: String) throws {
        #expect(try JSONReader.readStrictly(Array(text.utf8)) == JSONReader.read(Array(text.utf8)))
    }

    @Test(arguments: [
        ("", 0), ("{", 1), (#"{"a" 1}"#, 5), ("[1 2]", 3), (#""abc"#, 4), ("tru", 3), (#""\x""#, 2), ("{}x", 2),
        (#""\u12G4""#, 2), ("-", 0), ("nan", 0), (#"{a:1}"#, 1),
    ])
    func aFaultNamesItsByte(text: String, offset: Int) {
        #expect(throws: JSONDocumentFault.self) { try read(text) }
        do throws(JSONDocumentFault) { _ = try read(text) } catch { #expect(error.offset == offset) }
    }

    @Test func deepNestingIsAFaultNotACrash() {
        #expect(throws: JSONDocumentFault.self) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test func theFirstObjectOfAScriptIsReadWhatFollowsIsNot() throws {
        let script = Array(#"window.c = {"a":{"b":"1"}}; </html> {"#.utf8)
        #expect(try JSONReader.readEmbeddedObject(script)["a"]?["b"]?.string == "1")
    }

    @Test func everyPrefixOfADocumentIsAFaultOrAValueNeverATrap() {
        let text = Array(#"{"a":[1,2.5e-3,{"b":"\u00e4\uD83D\uDE00"}],"c":null}"#.utf8)
        for length in 0..<text.count {
            #expect(throws: JSONDocumentFault.self) { try JSONReader.read(Array(text[..<length])) }
        }
    }
}
