import Encodings
import Model

/// One line of a key log.
enum KeyLogLine: Sendable, Hashable {
    case secret(TLSSecret)
    /// Blank or a comment.
    case nothing
    case unreadable

    init(_ line: Span<UInt8>) {
        var rest = ByteOrderMark.count(line)
        guard let label = Self.word(line, from: &rest), line[label.lowerBound] != UInt8(ascii: "#") else {
            self = .nothing
            return
        }
        guard let context = Self.word(line, from: &rest), let secret = Self.word(line, from: &rest),
            Self.word(line, from: &rest) == nil, let read = Self.secret(line, label, context, secret)
        else {
            self = .unreadable
            return
        }
        self = .secret(read)
    }

    private static func secret(
        _ line: Span<UInt8>, _ labelPlace: Range<Int>, _ contextPlace: Range<Int>, _ secretPlace: Range<Int>
    ) -> TLSSecret? {
        let label = line.extracting(labelPlace)
        for index in 0..<label.count where !isLabelByte(label[index]) { return nil }
        let name = label.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        // Two forms exist: `LABEL context secret`, and `RSA Session-ID:context Master-Key:secret`.
        if let context = bytes(line, contextPlace, after: ""), let secret = bytes(line, secretPlace, after: "") {
            return TLSSecret(label: name, context: context, secret: secret)
        }
        if name == "RSA", let context = bytes(line, contextPlace, after: "Session-ID:"),
            let secret = bytes(line, secretPlace, after: "Master-Key:")
        {
            return TLSSecret(label: "RSA Session-ID", context: context, secret: secret)
        }
        return nil
    }

    /// The bytes that a word writes in hexadecimal after a prefix; `nil` when it does not, or writes none.
    private static func bytes(_ line: Span<UInt8>, _ word: Range<Int>, after prefix: String) -> [UInt8]? {
        var index = word.lowerBound
        for byte in prefix.utf8 {
            guard index < word.upperBound, line[index] == byte else { return nil }
            index += 1
        }
        return index < word.upperBound ? bytes(line.extracting(index..<word.upperBound)) : nil
    }

    /// What hexadecimal digits spell: key logs of a long session have ten thousand lines, and hardly anything else.
    private static func bytes(_ digits: Span<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var seen: UInt8 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { buffer, count in
            for index in 0..<buffer.count {
                let (high, low) = (nibble(digits[2 * index]), nibble(digits[2 * index + 1]))
                seen |= high | low
                buffer.initializeElement(at: index, to: high << 4 | low)
            }
            count = buffer.count
        }
        return seen < 16 ? bytes : nil
    }

    /// The value of a hexadecimal digit; more than 15 for another byte.
    @inline(__always)
    private static func nibble(_ byte: UInt8) -> UInt8 {
        let digit = byte &- UInt8(ascii: "0")
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return digit < 10 ? digit : letter < 6 ? letter + 10 : .max
    }

    /// The next word, and moves behind it.
    private static func word(_ line: Span<UInt8>, from place: inout Int) -> Range<Int>? {
        while place < line.count, isBlank(line[place]) { place += 1 }
        let start = place
        while place < line.count, !isBlank(line[place]) { place += 1 }
        return start < place ? start..<place : nil
    }

    @inline(__always)
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
