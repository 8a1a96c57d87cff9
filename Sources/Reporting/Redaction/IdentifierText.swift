import Encodings
import Model

/// What bytes and values of captured text are like.
enum IdentifierText {
    static func isName(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// What stands between the digits of a place: `59.3293,-18.0686`.
    static func isPlaceMark(_ byte: UInt8) -> Bool {
        [0x20, 0x2B, 0x2C, 0x2D, 0x2E, 0x3B, 0x7C].contains(byte)
    }

    static func digits(_ value: String) -> Int {
        value.utf8.count { ASCII.isDigit($0) }
    }

    /// Percent-decoded up to `times` times.
    static func decoded(_ raw: ArraySlice<UInt8>, times: Int) -> String {
        var bytes = Array(raw)
        for _ in 0..<times {
            guard bytes.contains(UInt8(ascii: "%")) else { break }
            bytes = PercentCoding.decode(bytes, plusIsSpace: false)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Empty, a macro that was not expanded, or the values that mean "unknown" and "not allowed".
    static func saysNothing(_ value: String) -> Bool {
        let count = value.utf8.count
        if count <= longestNothing, nothing.contains(value.lowercased()) { return true }
        if value.utf8.allSatisfy({ zeros.contains($0) }) { return true }
        guard count <= 128, let start = value.utf8.first, macroStarts.contains(start), let first = value.first,
            let last = value.last
        else { return false }
        return (first == "[" && last == "]") || (first == "{" && last == "}") || value.hasPrefix("${")
            || value.hasPrefix("{$") || (first == "|" && last == "|") || (first == "%" && last == "%")
    }

    /// Long and without structure: letters and digits mixed, nothing that people write.
    static func looksRandom(_ value: String) -> Bool {
        guard (24...512).contains(value.utf8.count) else { return false }
        var digits = 0
        var letters = 0
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A, 0x61...0x7A: letters += 1
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="): continue
            default: return false
            }
        }
        return digits >= 4 && letters >= 4
    }

    private static let nothing: Set<String> = [
        "", "-1", "-2", "0", "null", "nil", "(null)", "undefined", "none", "unknown", "true", "false", "127.0.0.1",
        "::1",
        "02:00:00:00:00:00",
    ]
    private static let longestNothing = 24
    private static let zeros = Array("0-.:".utf8)
    private static let macroStarts = Array("[{$|%".utf8)
}
