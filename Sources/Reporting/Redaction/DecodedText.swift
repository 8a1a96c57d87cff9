import Encodings
import Model

/// Captured text as its readers will decode it, byte by byte: percent-encoding up to four times over, escapes of JSON
/// strings, character references of XML. Each byte knows where it stands in the text and how deep it was encoded.
struct DecodedText {
    private(set) var bytes: [UInt8]
    /// How many times a byte was encoded: the `=` of a parameter is never deeper than the `&` that ends its value.
    private(set) var depths: [UInt8]
    private var starts: [Int]
    let raw: [UInt8]
    /// Without one no mail address is looked for.
    private(set) var hasAt = false

    init(_ raw: [UInt8]) {
        self.raw = raw
        bytes = []
        depths = []
        starts = []
        reserve(raw.count)
        readPercents()
        if bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) { readEscapes() }
        starts.append(raw.count)
        hasAt = bytes.contains(UInt8(ascii: "@"))
    }

    var count: Int { bytes.count }

    /// Where a stretch of decoded bytes stands in the text.
    func rawRange(_ range: Range<Int>) -> Range<Int> {
        starts[range.lowerBound]..<starts[range.upperBound]
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
        depths.reserveCapacity(count)
        starts.reserveCapacity(count + 1)
    }

    private mutating func append(_ byte: UInt8, depth: Int, at start: Int) {
        bytes.append(byte)
        depths.append(UInt8(clamping: depth))
        starts.append(start)
    }

    /// `%40`, `%2540`, `%252540`.
    private mutating func readPercents() {
        var index = 0
        while index < raw.count {
            let percent = raw[index...].firstIndex(of: UInt8(ascii: "%")) ?? raw.count
            bytes.append(contentsOf: raw[index..<percent])
            depths.append(contentsOf: repeatElement(0, count: percent - index))
            starts.append(contentsOf: index..<percent)
            guard percent < raw.count else { return }
            var depth = 0
            var end = percent
            var byte = raw[percent]
            while depth < 4, byte == UInt8(ascii: "%"),
                let decoded = Hexadecimal.byte(in: raw, at: depth == 0 ? percent + 1 : end)
            {
                byte = decoded
                end = (depth == 0 ? percent + 1 : end) + 2
                depth += 1
            }
            append(byte, depth: depth, at: percent)
            index = depth == 0 ? percent + 1 : end
        }
    }

    /// `\"`, `\/`, `\u0040`, `&quot;`, `&#64;`.
    private mutating func readEscapes() {
        let (input, inputDepths, inputStarts) = (bytes, depths, starts)
        (bytes, depths, starts) = ([], [], [])
        reserve(input.count)
        var copied = 0
        var index = 0
        func copy(upTo end: Int, _ text: inout DecodedText) {
            text.bytes.append(contentsOf: input[copied..<end])
            text.depths.append(contentsOf: inputDepths[copied..<end])
            text.starts.append(contentsOf: inputStarts[copied..<end])
        }
        while index < input.count {
            guard input[index] == UInt8(ascii: "\\") || input[index] == UInt8(ascii: "&"),
                let (byte, length, levels) = DecodedText.escape(input, index)
            else {
                index += 1
                continue
            }
            copy(upTo: index, &self)
            append(byte, depth: Int(inputDepths[index]) + levels, at: inputStarts[index])
            index += length
            copied = index
        }
        copy(upTo: input.count, &self)
    }

    private static func escape(_ input: [UInt8], _ start: Int) -> (byte: UInt8, length: Int, levels: Int)? {
        if input[start] == UInt8(ascii: "&") { return reference(input, start) }
        guard input[start] == UInt8(ascii: "\\") else { return nil }
        // JSON inside JSON doubles them: `\\\"`.
        var end = start
        while end < input.count, end - start < 8, input[end] == UInt8(ascii: "\\") { end += 1 }
        guard end < input.count else { return nil }
        switch input[end] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"):
            return (input[end], end + 1 - start, end - start)
        case UInt8(ascii: "u"):
            guard let high = Hexadecimal.byte(in: input, at: end + 1), high == 0,
                let low = Hexadecimal.byte(in: input, at: end + 3), low < 0x80
            else {
                return nil
            }
            return (low, end + 5 - start, end - start)
        default: return nil
        }
    }

    private static func reference(_ input: [UInt8], _ start: Int) -> (byte: UInt8, length: Int, levels: Int)? {
        let end = min(input.count, start + 8)
        guard let stop = input[start..<end].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = input[(start + 1)..<stop]
        let length = stop + 1 - start
        switch String(decoding: name, as: UTF8.self) {
        // In XML an ampersand between two parameters is written like this, and is as deep as the `=` before it.
        case "amp": return (UInt8(ascii: "&"), length, 0)
        case "quot": return (UInt8(ascii: "\""), length, 1)
        case "apos": return (UInt8(ascii: "'"), length, 1)
        case "lt": return (UInt8(ascii: "<"), length, 1)
        case "gt": return (UInt8(ascii: ">"), length, 1)
        case let name where name.hasPrefix("#x"):
            return UInt8(name.dropFirst(2), radix: 16).flatMap { $0 < 0x80 ? ($0, length, 1) : nil }
        case let name where name.hasPrefix("#"):
            return UInt8(name.dropFirst()).flatMap { $0 < 0x80 ? ($0, length, 1) : nil }
        default: return nil
        }
    }
}
