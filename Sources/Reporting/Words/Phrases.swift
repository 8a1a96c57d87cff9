/// Numbers, times and places as people read them, the same in every format.
enum Phrases {
    /// `1 error`, `2 errors`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `+3.613 s`: seconds from a zero, to the millisecond. What is nearer to it than that is the zero.
    static func offset(_ microseconds: Int64) -> String {
        "\(microseconds <= -1_000 ? "-" : "+")\(seconds(microseconds)) s"
    }

    /// `14.1 s`, `3 min 2 s`: a length.
    static func duration(_ microseconds: Int64) -> String {
        let tenths = microseconds.magnitude / 100_000
        if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
        let whole = tenths / 10
        if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
    }

    /// `2026-11-21 04:21:18.673 UTC`.
    static func time(_ microseconds: Int64) -> String {
        let (date, clock) = parts(microseconds)
        return "\(date) \(clock) UTC"
    }

    /// `04:21:18.673`.
    static func clock(_ microseconds: Int64) -> String {
        parts(microseconds).clock
    }

    /// `frames 1180-1182`, `entry 31`, `line 12`, `bytes 100-220`.
    static func place(_ place: ReportModel.Place) -> String {
        let isSingle = place.kind == "frames" && !place.value.contains("-")
        return "\(isSingle ? "frame" : place.kind) \(place.value)"
    }

    /// `ad play 3 "A1001"`.
    static func subject(_ subject: ReportModel.Subject) -> String {
        let kind = subject.kind.split(separator: "_").joined(separator: " ")
        return subject.label.isEmpty ? "\(kind) \(subject.id)" : "\(kind) \(subject.id) \"\(subject.label)\""
    }

    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1_000: count(Int(bytes), "byte")
        case ..<1_000_000: "\(bytes / 1_000) kB"
        case ..<10_000_000_000: "\(bytes / 1_000_000) MB"
        default: "\(bytes / 1_000_000_000) GB"
        }
    }

    /// What an evidence row is there for.
    static func role(_ role: String) -> String {
        switch role {
        case "breach": "breach"
        case "counterpart": "compare"
        case "declared": "declared"
        case "implies": "because"
        case "window": "searched"
        default: role
        }
    }

    /// Why a rule could not decide, and what follows from it.
    static func reason(_ reason: String) -> String {
        switch reason {
        case "blind": "traffic it looks at was hidden, cut, or outside the capture"
        case "ambiguous": "seen, but it cannot be told which ad play it belongs to"
        case "needs-fact": "it needs a fact that nobody declared"
        case "needs-log": "it needs a call log"
        case "needs-bundle": "it needs the app bundle"
        case "needs-person": "a person must check it"
        default: reason.isEmpty ? "no reason given" : reason
        }
    }

    private static func seconds(_ microseconds: Int64) -> String {
        let milliseconds = microseconds.magnitude / 1_000
        return "\(milliseconds / 1_000).\(padded(milliseconds % 1_000, 3))"
    }

    private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The civil date by Howard Hinnant's algorithm (days_from_civil, inverted), in UTC.
    private static func parts(_ microseconds: Int64) -> (date: String, clock: String) {
        let day: Int64 = 86_400_000_000
        let days = microseconds.quotientFloored(by: day)
        let milliseconds = (microseconds - days * day) / 1_000
        let shifted = days + 719_468
        let era = shifted.quotientFloored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(civilMonth, 2))-\(padded(dayOfYear - (153 * month + 2) / 5 + 1, 2))"
        let clock =
            "\(padded(milliseconds / 3_600_000, 2)):\(padded(milliseconds / 60_000 % 60, 2)):"
            + "\(padded(milliseconds / 1_000 % 60, 2)).\(padded(milliseconds % 1_000, 3))"
        return (date, clock)
    }
}

extension Int64 {
    fileprivate func quotientFloored(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
