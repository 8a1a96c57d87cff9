import Encodings
import Model

/// Times as access logs write them.
enum LogTime {
    /// `10/Oct/2000:13:55:36 -0700`, the NCSA form; `nil` when it is none.
    static func ncsa(_ text: ArraySlice<UInt8>) -> (at: Timestamp, hasOffset: Bool)? {
        let parts = text.split(separator: 0x20)
        guard (1...2).contains(parts.count) else { return nil }
        let fields = parts[0].split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard fields.count == 2 else { return nil }
        let date = fields[0].split(separator: UInt8(ascii: "/"))
        guard date.count == 3, let month = months[String(decoding: date[1], as: UTF8.self).lowercased()] else {
            return nil
        }
        var iso: [UInt8] = Array(date[2])
        iso += Array("-\(month)-".utf8) + date[0] + Array("T".utf8) + fields[1]
        if parts.count == 2 { iso += parts[1] }
        return ISO8601.read(iso.span).map { ($0.timestamp, $0.hasOffset) }
    }

    private static let months = [
        "jan": "01", "feb": "02", "mar": "03", "apr": "04", "may": "05", "jun": "06", "jul": "07", "aug": "08",
        "sep": "09", "oct": "10", "nov": "11", "dec": "12",
    ]

    /// Seconds since 1970 with a fraction, as nginx's `$msec`; milliseconds where the number is too large for seconds.
    static func epoch(_ text: Span<UInt8>) -> Timestamp? {
        guard let seconds = JSONNumber.integer(text, scale: 6), seconds > 0 else { return nil }
        let latest = 100_000_000_000 * 1_000_000
        return Timestamp(microseconds: Int64(seconds < latest ? seconds : seconds / 1_000))
    }

    /// `0.012` seconds.
    static func duration(_ text: Span<UInt8>) -> Int64 {
        guard let microseconds = JSONNumber.integer(text, scale: 6), (0..<86_400_000_000).contains(microseconds) else {
            return 0
        }
        return Int64(microseconds)
    }
}
