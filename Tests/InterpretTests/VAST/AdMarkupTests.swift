import Model
import Testing

@testable import Interpret

/// Ad documents are recognised by what they are, repaired where players put up with it, and named where unreadable.
struct AdMarkupTests {
    private static let vast = VAST.inline()

    private static func states(_ body: Body, announced: Bool = false) -> Interpreted {
        var scene = Scene()
        if announced { scene.document(0, VAST.wrapper(to: "https://ads.test/inner")) }
        scene.request(1, announced ? "https://ads.test/inner" : "https://ads.test/tag", content: body)
        return scene.interpret()
    }

    private static func ads(_ text: String) -> [Ad] { ads(Array(text.utf8)) }
    private static func ads(_ bytes: [UInt8]) -> [Ad] { states(.kept(bytes)).ads }

    @Test func plainAndDisguisedMarkupIsFound() {
        let vast = AdMarkupTests.vast
        let escaped = vast.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        #expect(AdMarkupTests.ads(vast).count == 1)
        #expect(AdMarkupTests.ads("\n  " + vast).count == 1)
        #expect(AdMarkupTests.ads([0xEF, 0xBB, 0xBF] + Array(vast.utf8)).count == 1)
        #expect(AdMarkupTests.ads("<?xml version=\"1.0\"?><!-- a <VAST> comment --><!DOCTYPE x>\n" + vast).count == 1)
        #expect(AdMarkupTests.ads("{\"ad\":{\"markup\":\"\(escaped)\"},\"x\":[1]}").count == 1)
        #expect(AdMarkupTests.ads("{\"ad\":\"\(escaped.replacing("<", with: "\\u003c"))\"}").count == 1)
        #expect(AdMarkupTests.ads("[\"\(escaped)\",\"\(escaped)\"]").count == 2)
    }

    /// A login page of the network answers whatever was asked; a page's display ads are asked for on the same path.
    @Test(arguments: [
        ("output=xml_vast4&env=vp", 1), ("output=vmap", 1), ("output=ldjh", 0), ("output=json", 0), ("", 0),
    ])
    func whatIsAskedForByNameIsADocument(query: String, count: Int) {
        var scene = Scene()
        scene.request(
            1, "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/x&\(query)", body: "<html>Please log in</html>")
        #expect(scene.interpret().documents.map(\.state) == Array(repeating: .malformed, count: count))
    }

    @Test func base64IsFound() {
        let encoded = "PFZBU1QgdmVyc2lvbj0iNC4yIj48QWQgaWQ9IkIiPjxJbkxpbmUvPjwvQWQ+PC9WQVNUPg=="
        #expect(AdMarkupTests.ads(encoded).map(\.adID) == ["B"])
        #expect(AdMarkupTests.ads("{\"vast\":\"\(encoded)\"}").map(\.adID) == ["B"])
        #expect(AdMarkupTests.ads("{\"vast\":\"data:text/xml;base64,\(encoded)\"}").map(\.adID) == ["B"])
    }

    /// Only what stands among other things in an answer may be one of several offers; a disguise of the whole is none.
    @Test func whatStandsInAnAnswerIsAnOffer() {
        func offers(_ text: String) -> [Bool] { AdMarkupTests.states(.kept(Array(text.utf8))).documents.map(\.isOffer) }
        let encoded = "PFZBU1QgdmVyc2lvbj0iNC4yIj48QWQgaWQ9IkIiPjxJbkxpbmUvPjwvQWQ+PC9WQVNUPg=="
        #expect(offers(AdMarkupTests.vast) == [false])
        #expect(offers("\n  " + AdMarkupTests.vast) == [false])
        #expect(offers(encoded) == [false])
        #expect(offers("\"\(encoded)\"") == [false])
        #expect(offers("{\"vast\":\"\(encoded)\"}") == [true])
        #expect(offers("[\"\(encoded)\",\"\(encoded)\"]") == [true, true])
    }

    @Test func utf16IsRead() {
        let units = Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><VAST><Ad id=\"U\"><InLine/></Ad></VAST>".utf16)
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in units { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(AdMarkupTests.ads(bytes).map(\.adID) == ["U"])
    }

    @Test func latin1AndInvalidBytesAreRead() {
        func title(_ encoding: String, _ name: [UInt8]) -> String? {
            let head = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><VAST><Ad id=\"".utf8)
            return AdMarkupTests.ads(head + name + Array("\"><InLine/></Ad></VAST>".utf8)).first?.adID
        }
        #expect(title("ISO-8859-1", [0x53, 0xE4]) == "S\u{E4}")
        #expect(title("UTF-8", [0x53, 0xC3, 0xA4]) == "S\u{E4}")
        #expect(title("UTF-8", [0x53, 0xFF]) == "S\u{FFFD}")
        #expect(title("x-unknown", [0x53]) == "S")
    }

    @Test(arguments: [
        "<html><body>VAST</body></html>", "<MPD/>", "{\"vast\": null}", "{\"a\":\"<b>VAST</b>\"}", "vast", "", "<",
        "<VASTLY/>", "PFZBU1Q", "\"", "{\"x\":\"<VAST",
    ])
    func otherBodiesAreNoAdDocuments(_ text: String) {
        let result = AdMarkupTests.states(.kept(Array(text.utf8)))
        #expect(result.documents.allSatisfy { $0.state == .malformed }, "\(text)")
        #expect(result.ads.isEmpty)
    }

    @Test func strayAmpersandsAreRepaired() {
        let vast =
            "<VAST version=\"3.0\"><Ad id=\"A\"><InLine><Impression>https://t.test/i?a=1&b=2&amp;c=3&#38;d=4</Impression></InLine></Ad></VAST>"
        let result = AdMarkupTests.states(.kept(Array(vast.utf8)))
        #expect(result.documents.map(\.state) == [.repaired])
        #expect(result.trackers.values.map(\.url) == ["https://t.test/i?a=1&b=2&c=3&d=4"])
        #expect(result.diagnostics.map(\.code) == [.documentRepaired])
        #expect(result.documents.first?.detail?.contains("1 stray ampersands") == true)
    }

    @Test func ampersandsInCDATAAreLeftAlone() {
        let (bytes, repairs) = XMLRepair.escapeStrayAmpersands(Array("<a>&x<![CDATA[&y]]>&z;</a>".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "<a>&amp;x<![CDATA[&y]]>&amp;z;</a>")
        #expect(repairs == 2)
    }

    @Test func aBlankBeforeTheDeclarationIsARepair() {
        let result = AdMarkupTests.states(.kept(Array("\n<?xml version=\"1.0\"?>\(AdMarkupTests.vast)".utf8)))
        #expect(result.documents.map(\.state) == [.repaired])
        #expect(result.ads.count == 1)
    }

    @Test func malformedNamesLineAndColumn() {
        let result = AdMarkupTests.states(.kept(Array("<VAST version=\"2.0\">\n<Ad>\n</Oops>\n</VAST>".utf8)))
        #expect(result.documents.map(\.state) == [.malformed])
        #expect(result.documents.first?.detail?.hasPrefix("line 3, column") == true)
        #expect(result.diagnostics.map(\.code) == [.documentMalformed])
        #expect(result.diagnostics.first?.blind == nil)
    }

    @Test(arguments: ["<VAST version=\"4.0\"/>", "<VAST version=\"2.0\"></VAST>"]) func noAdIsNoFault(_ text: String) {
        let result = AdMarkupTests.states(.kept(Array(text.utf8)))
        #expect(result.documents.map(\.state) == [.empty])
        #expect(result.diagnostics.isEmpty)
    }

    @Test func anAnnouncedDocumentMayBeEmptyUnseenCutOrForeign() {
        func second(_ body: Body) -> Interpreted { AdMarkupTests.states(body, announced: true) }
        #expect(second(.none).documents.map(\.state) == [.wellFormed, .empty])
        #expect(second(.kept(Array("<html/>".utf8))).documents.map(\.state) == [.wellFormed, .malformed])
        for body in [Body(size: nil, content: .missing), Body(size: 900, content: .cut(Array("<VAST><Ad>".utf8)))] {
            let result = second(body)
            #expect(result.documents.map(\.state) == [.wellFormed, .unseen])
            #expect(result.diagnostics.map(\.blind?.hides) == [.responses])
            #expect(result.diagnostics.map(\.blind?.host) == ["ads.test"])
        }
    }

    @Test func hostileMarkupIsRefusedOrRead() {
        let deep = String(repeating: "<a>", count: 10_000)
        #expect(AdMarkupTests.states(.kept(Array("<VAST>\(deep)".utf8))).documents.map(\.state) == [.malformed])
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
            <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
            <!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]>
            <VAST><Ad id="x"><InLine><AdTitle>&h;</AdTitle></InLine></Ad></VAST>
            """
        #expect(AdMarkupTests.states(.kept(Array(laughs.utf8))).documents.count <= 1)
    }
}
