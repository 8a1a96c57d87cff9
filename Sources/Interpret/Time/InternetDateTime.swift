import Model

/// A date and time of the internet profile of ISO 8601 (RFC 3339).
enum InternetDateTime {
    /// `2026-11-21T05:45:51.199Z` or with an offset; `nil` for any other form.
    static func read(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            ASCII.lowercased(bytes[10]) == UInt8(ascii: "t") || bytes[10] == 0x20, bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60
        else { return nil }
        let zoneStart = bytes[17...].firstIndex { ASCII.digitValue($0) == nil && $0 != UInt8(ascii: ".") }
        guard let zoneStart, zoneStart >= 19,
            let second = DecimalSeconds.microseconds(Substring(String(decoding: bytes[17..<zoneStart], as: UTF8.self))),
            second < 61_000_000, let zone = zoneSeconds(bytes[zoneStart...])
        else { return nil }
        let minutes = (daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute
        return Timestamp(microseconds: (minutes * 60 - zone) * 1_000_000 + second)
    }

    private static func zoneSeconds(_ zone: ArraySlice<UInt8>) -> Int64? {
        guard let sign = zone.first else { return nil }
        if ASCII.lowercased(sign) == UInt8(ascii: "z") { return zone.count == 1 ? 0 : nil }
        let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 4,
            let hours = number(digits[..<2]), let minutes = number(digits[2...])
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int64? {
        var number: Int64 = 0
        for byte in bytes {
            guard let digit = ASCII.digitValue(byte) else { return nil }
            number = number * 10 + Int64(digit)
        }
        return number
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar; years begin in March so that leap days come last.
    private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
