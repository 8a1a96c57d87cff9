import Encodings
import Model

/// Why a tnetstring could not be read.
enum TNetstringFault: Error, Sendable, Hashable {
    /// The bytes end inside it.
    case incomplete
    case unexpected(expected: String)
}

/// One value of mitmproxy's serialisation: `length:content` and a tag (tnetstrings.org; `;` for Unicode text is
/// mitmproxy's own). Read only as far as somebody asks: a value is the slice that holds it, and every nested length is
/// checked against the slice around it.
struct TNetstring: Sendable {
    enum Kind: UInt8, Sendable {
        case bytes = 0x2C  // ,
        case text = 0x3B  // ;
        case integer = 0x23  // #
        case float = 0x5E  // ^
        case boolean = 0x21  // !
        case null = 0x7E  // ~
        case list = 0x5D  // ]
        case dictionary = 0x7D  // }
    }

    var kind: Kind
    var content: ArraySlice<UInt8>

    /// More digits than any length has.
    private static let longestLength = 12

    /// The length at the front of `bytes`, and how many bytes stand before the content.
    static func length(_ bytes: Span<UInt8>) throws(TNetstringFault) -> (length: Int, prefix: Int) {
        var length = 0
        var index = 0
        while index < bytes.count, index < longestLength, let digit = ASCII.digitValue(bytes[index]) {
            length = length * 10 + Int(digit)
            index += 1
        }
        guard index < bytes.count else { throw .incomplete }
        guard index > 0, bytes[index] == UInt8(ascii: ":") else { throw .unexpected(expected: "a length and `:`") }
        return (length, index + 1)
    }

    /// Takes one value from the front of `bytes`.
    static func take(_ bytes: inout ArraySlice<UInt8>) throws(TNetstringFault) -> TNetstring {
        let (length, prefix) = try length(bytes.span)
        guard bytes.count - prefix > length else { throw .incomplete }
        let start = bytes.startIndex + prefix
        let end = start + length
        guard let kind = Kind(rawValue: bytes[end]) else { throw .unexpected(expected: "a type after the content") }
        let value = TNetstring(kind: kind, content: bytes[start..<end])
        bytes = bytes[(end + 1)...]
        return value
    }

    /// The value under a key of a dictionary; `nil` when it is absent or null. Of a repeated key the last value counts.
    func member(_ key: StaticString) throws(TNetstringFault) -> TNetstring? {
        guard kind == .dictionary else { throw .unexpected(expected: "a dictionary") }
        var rest = content
        var found: TNetstring?
        while !rest.isEmpty {
            let name = try TNetstring.take(&rest)
            let value = try TNetstring.take(&rest)
            guard key.withUTF8Buffer({ name.content.elementsEqual($0) }) else { continue }
            found = value.kind == .null ? nil : value
        }
        return found
    }

    /// The values of a list, in order.
    func forEachElement(_ body: (TNetstring) throws(TNetstringFault) -> Void) throws(TNetstringFault) {
        guard kind == .list else { throw .unexpected(expected: "a list") }
        var rest = content
        while !rest.isEmpty { try body(try TNetstring.take(&rest)) }
    }

    /// The first values of a list; fewer when the list is shorter.
    func elements(_ count: Int) throws(TNetstringFault) -> [TNetstring] {
        guard kind == .list else { throw .unexpected(expected: "a list") }
        var rest = content
        var elements: [TNetstring] = []
        while !rest.isEmpty, elements.count < count { elements.append(try TNetstring.take(&rest)) }
        return elements
    }

    // MARK: Scalars; `nil` for another kind

    var text: String? {
        kind == .bytes || kind == .text ? WireText.decode(content).text : nil
    }

    var integer: Int? {
        kind == .integer ? JSONNumber.integer(content.span, scale: 0) : nil
    }

    var isTrue: Bool {
        kind == .boolean && content.elementsEqual("true".utf8)
    }

    /// Seconds since the epoch.
    var timestamp: Timestamp? {
        guard kind == .float || kind == .integer else { return nil }
        return JSONNumber.integer(content.span, scale: 6).map { Timestamp(microseconds: Int64($0)) }
    }
}
