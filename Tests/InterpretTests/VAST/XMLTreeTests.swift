import Testing

@testable import Interpret

struct XMLTreeTests {
    private func read(_ text: String) throws(XMLFault) -> XMLNode {
        try XMLTree.read(Array(text.utf8))
    }

    @Test func elementsAttributesAndText() throws {
        let root = try read(
            "<?xml version=\"1.0\"?>\n<!-- a --><VAST Version='4.2' xmlns:x=\"u\"><Ad\nid=\"a&amp;b\"/>one<![CDATA[<two>&]]> three</VAST>\n"
        )
        #expect(root.name == "vast" && root.attributes["version"] == "4.2")
        #expect(root.text == "one<two>& three")
        #expect(root.children.map(\.name) == ["ad"])
        #expect(root.first("ad")?.attributes == ["id": "a&b"])
        #expect(root.line == 2 && root.first("ad")?.line == 3)
    }

    private static func attributes(_ count: Int) -> String {
        (0..<count).map { " a\($0)='>'" }.joined()
    }

    /// libxml2 compares each attribute with all others of its element: with too many it is not asked at all.
    @Test(arguments: [
        ("<a\(attributes(256))/>", nil), ("<a\(attributes(257))/>", 1), ("<x>\n\n<a\(attributes(257))/></x>", 3),
        ("<x>\(String(repeating: "<a\(attributes(20))/>", count: 40))</x>", nil),
        ("<!--<a \(attributes(300))>--><a/>", nil), ("<a><![CDATA[<b \(attributes(300))>]]></a>", nil),
        ("<?p <a \(attributes(300))?><a/>", nil), ("<!DOCTYPE a [<!ENTITY e '<!--'>]><a\(attributes(257))/>", 1),
        ("<!DOCTYPE a [\((0..<257).map { "<!ATTLIST a a\($0) CDATA '1'>" }.joined())]><a/>", 1),
    ])
    func attributesOfAnElement(text: String, line: Int?) throws {
        do {
            _ = try read(text)
            #expect(line == nil)
        } catch {
            #expect(error.line == line && error.reason == "more than 256 attributes", "\(error)")
        }
    }

    /// Found by fuzzing: Foundation's parser made a string of the data that these do not have.
    @Test(
        "Processing instructions without data",
        arguments: [
            "<?x?><a/>", "<a><?x?></a>", "<a/><?x?>", "<a><?x ?>b</a>", "<!DOCTYPE a [<?x?>]><a/>",
            "<!DOCTYPE a [<!ENTITY e \"<?x?>\">]><a>&e;</a>", "<!DOCTYPE a [<!ENTITY e \"&#60;?x?>\">]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY % p \"<?x?>\"> %p;]><a/>", "<?x?>\n<VAST vers<v/ww\"4",
        ])
    func bareProcessingInstructions(text: String) {
        do {
            #expect(["a", "vast"].contains(try read(text).name))
        } catch {
            #expect(!error.reason.isEmpty && text.hasSuffix("4"), "\(error)")
        }
    }

    @Test(
        "What no XML parser takes",
        arguments: [
            ("<a>", "line 1"), ("<a></b>", "does not match"), ("<a b=c/>", "without quotes"),
            ("<a b/>", "without a value"),
            ("<a b=\"1\" b=\"2\"/>", "given twice"), ("<a b=\"<\"/>", "closing quote"),
            ("<a/><b/>", "something follows"),
            ("<a>\n<b>\n</a>\n", "line 3"), ("<a>&x;</a>", "not declared"), ("<a>&</a>", "stray"), ("", "ends early"),
            ("a", "line 1"),
            ("<a>\u{1}</a>", "does not allow"), ("<a", "line 1"), ("<Wrapper fol<Tracking>", "without a value"),
            ("<a><b></a></b>", "does not match"), ("<a/>\n<?xml version=\"1.0\"?>", "before the XML declaration"),
        ])
    func malformed(text: String, word: String) {
        do {
            Issue.record("\(text) was read as \(try read(text))")
        } catch {
            #expect(error.description.contains(word), "\(error.description)")
            #expect(error.line >= 1)
        }
    }

    @Test func bytesThatLookLikeAnotherEncodingAreRefused() {
        for bytes: [UInt8] in [[0x3C, 0, 0, 0], [0x3C, 0, 0x61, 0], [0, 0x3C, 0, 0x61]] {
            #expect(throws: XMLFault.self) { try XMLTree.read(bytes) }
        }
    }

    /// What a document says of its encoding does not count: the bytes are UTF-8 by then.
    @Test func theDeclaredEncodingIsNotAsked() throws {
        let root = try read("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a>+ADw-\u{E4}</a>")
        #expect(root.text == "+ADw-\u{E4}")
    }

    @Test func entitiesAreNotExpanded() throws {
        let root = try read(
            "<!DOCTYPE a [<!ENTITY e \"secret\"><!ENTITY f SYSTEM \"file:///etc/hostname\">]><a>x&e;&f;y</a>")
        #expect(root.text == "xy")
    }

    @Test func prefixesNeedNoDeclaration() throws {
        #expect(
            try read("<vmap:VMAP><vmap:AdBreak xsi:type=\"t\"/></vmap:VMAP>").first("adbreak")?.attributes["type"]
                == "t")
    }

    @Test func depthAndSizeAreCapped() {
        let deep = String(repeating: "<a>", count: DocumentLimits.xmlDepth + 1)
        #expect(throws: XMLFault.self) {
            try read(deep + String(repeating: "</a>", count: DocumentLimits.xmlDepth + 1))
        }
        let wide = String(repeating: "<b/>", count: DocumentLimits.xmlElements)
        #expect(throws: XMLFault.self) { try read("<a>\(wide)</a>") }
    }

    @Test func largeDocumentsAreRead() throws {
        let text = String(repeating: "x", count: 9 << 20)
        #expect(try read("<a>\(text)</a>").text.utf8.count == 9 << 20)
        let element = "<b>\(String(repeating: "y", count: 1 << 10))</b>\n"
        #expect(try read("<a>\(String(repeating: element, count: 30 << 10))</a>").children.count == 30 << 10)
        let lines = String(repeating: "\n", count: 70_000)
        #expect(try read("<a>\(lines)<b>\n</b></a>").children.count == 1)
    }

    /// Entities in attributes are the ones that a parser expands unasked.
    @Test(arguments: [("<a b=\"&e8;\"/>", 0), ("<a>&e8;</a>", 0), ("<a b='&e8;&e8;'></a>", 12 << 20)])
    func entitiesThatGrowAreRefusedOrLeftOut(body: String, padding: Int) {
        let body = body + String(repeating: " ", count: padding)
        let layers = (1...8).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }
        do {
            let root = try read("<!DOCTYPE a [<!ENTITY e0 \"0123456789\">\(layers.joined())]>\(body)")
            #expect(root.attributes.isEmpty && !root.text.contains("0"))
        } catch {
            #expect(error.reason.contains("entit"), "\(error.description)")
        }
    }
}
