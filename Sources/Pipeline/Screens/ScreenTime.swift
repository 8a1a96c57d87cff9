import Encodings
import Model

/// When a screenshot was taken, as far as its name says.
enum ScreenTime: Hashable {
    /// A point in time.
    case instant(Timestamp)
    /// What a clock on the wall showed, read as if it were UTC: phones and desktops write no zone.
    case wall(Timestamp)
    /// Microseconds from the start of the run.
    case offset(Int64)

    /// `2026-11-18T02:44:32.5Z`, `Screenshot 2026-11-18 at 2.44.32 PM`, `Screenshot_20261118-024432`, seconds or
    /// milliseconds since 1970, `+12.5s` and `12.5s`, with whatever stands around a date. `nil` for any other name.
    init?(name: String) {
        let stem = Array(
            name.utf8.prefix(
                name.utf8.lastIndex(of: UInt8(ascii: ".")).map {
                    name.utf8.distance(from: name.utf8.startIndex, to: $0)
                } ?? name.utf8.count))
        if let offset = Self.seconds(stem) {
            self = .offset(offset)
        } else if let time = Self.dated(stem) ?? Self.counted(stem) {
            self = time
        } else {
            return nil
        }
    }

    /// `2026:11:18 02:44:32`, as Exif writes it, with an offset where there is one.
    init?(exif date: String, offset: String?) {
        let day = date.utf8.prefix(10).map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "-") : $0 }
        let text = day + Array(date.utf8.dropFirst(10)) + Array((offset ?? "").utf8)
        guard let reading = ISO8601.read(text.span) else { return nil }
        self = reading.hasOffset ? .instant(reading.timestamp) : .wall(reading.timestamp)
    }

    /// The whole name is a number of seconds.
    private static func seconds(_ stem: [UInt8]) -> Int64? {
        var digits = stem[...]
        let isMarked = digits.first == UInt8(ascii: "+") || digits.last == UInt8(ascii: "s")
        if digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        if digits.last == UInt8(ascii: "s") { digits = digits.dropLast() }
        guard isMarked, digits.first.map(ASCII.isDigit) == true, digits.count <= 12 else { return nil }
        return DecimalSeconds.microseconds(Substring(decoding: digits, as: UTF8.self))
    }

    /// Ten or thirteen digits in a row: Unix time.
    private static func counted(_ stem: [UInt8]) -> ScreenTime? {
        let runs = stem.split { !ASCII.isDigit($0) }.filter { $0.first == UInt8(ascii: "1") }
        guard let run = runs.first(where: { [10, 13].contains($0.count) }),
            let number = Int64(String(decoding: run, as: UTF8.self))
        else { return nil }
        return .instant(Timestamp(microseconds: run.count == 10 ? number * 1_000_000 : number * 1_000))
    }

    /// A date and a time of the day, whatever separates their parts.
    private static func dated(_ stem: [UInt8]) -> ScreenTime? {
        for start in stem.indices where start == 0 || !ASCII.isDigit(stem[start - 1]) {
            var text = Digits(stem[start...])
            guard let year = text.number(4...4), (2_000...2_199).contains(year), let month = text.number(2...2),
                let day = text.number(2...2), let date = CalendarDate(year: year, month: month, day: day)
            else { continue }
            text.skip { !ASCII.isDigit($0) }
            guard let written = text.number(1...2), let minute = text.number(2...2), let second = text.number(2...2),
                minute < 60, second <= 60
            else { continue }
            let fraction = text.fraction()
            var hour = written
            switch text.half() {
            case "AM"?: hour = written % 12
            case "PM"?: hour = written % 12 + 12
            default: break
            }
            guard hour < 24 else { continue }
            let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
            let time = Timestamp(microseconds: Int64(seconds) * 1_000_000 + fraction)
            return text.isUTC ? .instant(time) : .wall(time)
        }
        return nil
    }
}

/// Digits of a name, read from its front.
private struct Digits {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    /// So many digits, after at most one separator.
    mutating func number(_ count: ClosedRange<Int>) -> Int? {
        if let first = rest.first, "-_.:T ".utf8.contains(first) { rest = rest.dropFirst() }
        let digits = rest.prefix(count.upperBound).prefix(while: ASCII.isDigit)
        guard digits.count >= count.lowerBound else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    mutating func skip(_ isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }

    /// Microseconds of a fraction, behind a point, comma or hyphen.
    mutating func fraction() -> Int64 {
        guard let first = rest.first, ".,-".utf8.contains(first) else { return 0 }
        let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
        guard (1...6).contains(digits.count), let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            return 0
        }
        rest = rest.dropFirst(digits.count + 1)
        return (digits.count..<6).reduce(number) { value, _ in value * 10 }
    }

    /// AM or PM, behind a space of any width.
    func half() -> String? {
        let letters = rest.drop { !ASCII.isLetter($0) }.prefix(2)
        let word = String(decoding: letters, as: UTF8.self).uppercased()
        return ["AM", "PM"].contains(word) ? word : nil
    }

    var isUTC: Bool { rest.first == UInt8(ascii: "Z") || rest.first == UInt8(ascii: "z") }
}
