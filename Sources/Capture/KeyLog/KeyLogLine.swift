import Encodings
import Model

/// One line of a key log.
enum KeyLogLine: Sendable, Hashable {
    case secret(TLSSecret)
    /// Blank or a comment.
    case nothing
    case unreadable

    init(_ line: Span<UInt8>) {
        let words = Self.words(line, from: ByteOrderMark.count(line))
        guard let first = words.first else {
            self = .nothing
            return
        }
        if line[first.lowerBound] == UInt8(ascii: "#") {
            self = .nothing
            return
        }
        guard words.count == 3, let secret = Self.secret(line, words) else {
            self = .unreadable
            return
        }
        self = .secret(secret)
    }

    private static func secret(_ line: Span<UInt8>, _ words: [Range<Int>]) -> TLSSecret? {
        let label = line.extracting(words[0])
        for index in 0..<label.count where !isLabelByte(label[index]) { return nil }
        let name = label.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        // Two forms exist: `LABEL context secret`, and `RSA Session-ID:context Master-Key:secret`.
        if let context = bytes(line, words[1], after: ""), let secret = bytes(line, words[2], after: "") {
            return TLSSecret(label: name, context: context, secret: secret)
        }
        if name == "RSA", let context = bytes(line, words[1], after: "Session-ID:"),
            let secret = bytes(line, words[2], after: "Master-Key:")
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
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { buffer, count in
            while count < buffer.count, isWhole {
                if let high = ASCII.hexValue(digits[2 * count]), let low = ASCII.hexValue(digits[2 * count + 1]) {
                    buffer.initializeElement(at: count, to: high << 4 | low)
                    count += 1
                } else {
                    isWhole = false
                }
            }
        }
        return isWhole ? bytes : nil
    }

    private static func words(_ line: Span<UInt8>, from front: Int) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for index in front..<line.count {
            switch line[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                if let begun = start { words.append(begun..<index) }
                start = nil
            default:
                start = start ?? index
            }
        }
        if let begun = start { words.append(begun..<line.count) }
        return words
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
