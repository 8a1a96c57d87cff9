/// Microseconds: since 1970 where it is a moment, else a length of time.
typealias Microseconds = Int

extension Microseconds {
    static func seconds(_ seconds: Double) -> Microseconds { Int((seconds * 1_000_000).rounded()) }
    static func milliseconds(_ milliseconds: Double) -> Microseconds { Int((milliseconds * 1_000).rounded()) }
    var asSeconds: Double { Double(self) / 1_000_000 }
    var asMilliseconds: Double { Double(self) / 1_000 }
}

/// Dates as people and formats write them, from microseconds since 1970.
enum Calendar {
    struct Parts { var year, month, day, hour, minute, second, microsecond, weekday: Int }

    /// Howard Hinnant's `civil_from_days`.
    static func parts(_ moment: Microseconds, zoneMinutes: Int = 0) -> Parts {
        let local = moment + zoneMinutes * 60_000_000
        let days = local.dividedFloor(by: 86_400_000_000)
        let within = local - days * 86_400_000_000
        let shifted = days + 719_468
        let era = shifted.dividedFloor(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let seconds = within / 1_000_000
        return Parts(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: seconds / 3600, minute: seconds / 60 % 60,
            second: seconds % 60, microsecond: within % 1_000_000, weekday: ((days % 7) + 11) % 7)
    }

    /// `2026-11-18T10:12:03.412+01:00`, or with `Z` where the zone is 0.
    static func iso(_ moment: Microseconds, zoneMinutes: Int = 0, fraction: Int = 3) -> String {
        let parts = parts(moment, zoneMinutes: zoneMinutes)
        var text = "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
        text += "T\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
        if fraction > 0 { text += "." + String(padded(parts.microsecond, 6).prefix(fraction)) }
        guard zoneMinutes != 0 else { return text + "Z" }
        let zone = abs(zoneMinutes)
        return text + (zoneMinutes < 0 ? "-" : "+") + "\(padded(zone / 60)):\(padded(zone % 60))"
    }

    /// `Wed, 18 Nov 2026 09:12:03 GMT`, as HTTP headers have it.
    static func http(_ moment: Microseconds) -> String {
        let parts = parts(moment)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[parts.weekday]), \(padded(parts.day)) \(months[parts.month - 1]) \(parts.year) "
            + "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second)) GMT"
    }

    /// `00:00:15.000`, or without the fraction where there is none.
    static func offset(_ length: Microseconds, always fraction: Bool = false) -> String {
        let seconds = length / 1_000_000
        let text = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        let rest = length % 1_000_000 / 1_000
        return rest == 0 && !fraction ? text : text + "." + padded(rest, 3)
    }

    static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}

extension Int {
    fileprivate func dividedFloor(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
