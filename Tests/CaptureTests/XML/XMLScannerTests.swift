import Testing

@testable import Capture

struct XMLScannerTests {
    private func scan<Result>(_ text: String, _ body: (inout XMLScanner) throws -> Result) throws -> Result {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = try #require(XMLScanner(bytes, from: 0, limit: .max))
            return try body(&scanner)
        }
    }

    private func content(_ text: String) throws -> String {
        try scan(text) { scanner in
            guard case .open(let tag) = try scanner.token() else { return "no tag" }
            return String(decoding: try scanner.content(of: tag), as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("<a>x &amp; &lt;&gt;&quot;&apos;</a>", "x & <>\"'"), ("<a>&#65;&#x42;&#xe9;</a>", "AB\u{E9}"),
        ("<a>&nosuch; &#0; &#xD800; & </a>", "&nosuch; &#0; &#xD800; & "), ("<a/>", ""),
        ("<a><![CDATA[<b>&amp;]]></a>", "<b>&amp;"), ("<!-- <x> --><?p <y> ?><a b='>'>t<!-- - --><c>u</c>v</a>", "tv"),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///x>\">]><a>&e;</a>", "&e;"),
    ])
    func content(text: String, expected: String) throws {
        #expect(try content(text) == expected)
    }

    @Test func attributes() throws {
        let attributes = try scan("<a  b = \"1&amp;2\"\n c='\"' d='' b='9'/>") { scanner in
            guard case .open(let tag) = try scanner.token() else { return [String: [UInt8]]() }
            #expect(tag.isEmpty)
            return try scanner.attributes(of: tag)
        }
        #expect(attributes == ["b": Array("1&2".utf8), "c": Array("\"".utf8), "d": []])
    }

    @Test(arguments: ["<a b>", "<a b=1>", "<a b='1>x</a>", "<a =>"])
    func brokenTags(text: String) {
        #expect(throws: XMLFault.self) {
            try scan(text) { scanner in
                guard case .open(let tag) = try scanner.token() else { return }
                if try !scanner.attributes(of: tag).isEmpty { _ = try scanner.token() }
                throw XMLFault.incomplete
            }
        }
    }

    @Test func depthIsBounded() {
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(throws: XMLFault.self) {
            try scan(deep) { scanner in
                guard case .open(let tag) = try scanner.token() else { return }
                try scanner.skip(tag)
            }
        }
    }
}
