import Foundation
import TestSupport
import Testing

@testable import Encodings

struct JSONScannerTests {
    private func scan<Result>(_ text: String, _ body: (inout JSONScanner) throws(JSONFault) -> Result) throws -> Result
    {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { buffer in
            var scanner = try #require(JSONScanner(buffer))
            return try body(&scanner)
        }
    }

    @Test(arguments: [
        (#""""#, ""), (#""abc""#, "abc"), (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{c}\n\r\t"),
        (#""\u00e4\uD83D\uDE00""#, "ä😀"), (#""\ud800""#, "\u{FFFD}"), (#""\udc00\ud800x""#, "\u{FFFD}\u{FFFD}x"),
        (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\u12""#, "\\u12"), (#""\x""#, "\\x"),
        (#""1234567\"90123456\\8""#, "1234567\"90123456\\8"),
    ])
    func strings(text: String, expected: String) throws {
        var repaired = false
        #expect(
            try scan(text) { (scanner) throws(JSONFault) in
                let string = try scanner.string()
                return scanner.text(of: string, repaired: &repaired)
            } == expected)
        #expect(!repaired)
    }

    @Test(arguments: ["\"", "\"abc", "\"abc\\", "\"abc\\\"", "{\"a\":", "[1", "tru", "12", "{", "[[", "{\"a\"", ""])
    func incomplete(text: String) throws {
        let fault = #expect(throws: JSONFault.self) {
            try scan(text + "") { (scanner) throws(JSONFault) in try scanner.skipValue() }
        }
        if !text.isEmpty { #expect(fault == .incomplete) }
    }

    @Test(arguments: [("{a:1}", 1), ("[1 2]", 3), ("{\"a\" 1}", 5), ("[trua]", 1), ("[}", 1), ("{\"a\":1]", 6)])
    func unexpected(text: String, offset: Int) throws {
        let fault = #expect(throws: JSONFault.self) {
            try scan(text) { (scanner) throws(JSONFault) in try scanner.skipValue() }
        }
        guard case .unexpected(_, let at) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(at == offset)
    }

    @Test func depthIsLimited() throws {
        let fault = #expect(throws: JSONFault.self) {
            try scan(String(repeating: "[", count: 300)) { (scanner) throws(JSONFault) in try scanner.skipValue() }
        }
        #expect(fault == .tooDeep(at: 256))
    }

    @Test func controlCharactersAreSeen() throws {
        #expect(try scan("\"abc\u{1}\"") { (scanner) throws(JSONFault) in try scanner.string().hasControl })
        #expect(try scan("\"abcdefgh\"\n") { (scanner) throws(JSONFault) in try !scanner.string().hasControl })
    }

    @Test(arguments: [
        ("0", 0, 0), ("-1", 0, -1), ("12.5", 3, 12_500), ("0.0009", 3, 0), ("1.5e3", 3, 1_500_000),
        ("4.99e-05", 3, 0), ("747.2940000000001", 3, 747_294), ("123456789012345678901e-10", 0, 12_345_678_901),
    ])
    func numbers(text: String, scale: Int, expected: Int) {
        #expect(JSONNumber.integer(Array(text.utf8).span, scale: scale) == expected)
    }

    @Test(arguments: ["", "-", "x", "1x", "1e", "1e+", "1e400", "99999999999999999999999", "."])
    func notNumbers(text: String) {
        #expect(JSONNumber.integer(Array(text.utf8).span) == nil)
    }

    /// Whatever Foundation reads, the scanner and the skipper step over to the same end.
    @Test func stepsOverWhatFoundationReads() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            let value = Self.value(depth: 0, &random)
            let bytes = [UInt8](try JSONSerialization.data(withJSONObject: [value], options: .prettyPrinted))
            let end = bytes.count
            let padded = bytes + Array("  ,".utf8)
            try padded.withUnsafeBufferPointer { buffer in
                var scanner = try #require(JSONScanner(buffer))
                try scanner.skipValue()
                #expect(scanner.position == end)
                var skipper = JSONSkipper()
                var start = 0
                while true {
                    let limit = Int.random(in: 1...40, using: &random)
                    var piece = try #require(JSONScanner(buffer, from: start, limit: limit))
                    let outcome = try skipper.skip(&piece)
                    start = piece.position
                    if outcome == .ended { break }
                }
                #expect(start == end)
            }
        }
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> Any {
        switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &random) {
        case 0: return Int.random(in: -1_000_000...1_000_000, using: &random)
        case 1: return NSNull()
        case 2: return Bool.random(using: &random)
        case 3:
            let parts = ["\"", "\\", "\n", "ä", "😀", "plain text", "{", "]", "\u{1}", "/"]
            return (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
                .joined()
        case 4: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth + 1, &random) }
        default:
            var object: [String: Any] = [:]
            for number in 0..<Int.random(in: 0..<4, using: &random) {
                object["k\"\(number)"] = value(depth: depth + 1, &random)
            }
            return object
        }
    }
}
