import Encodings
import Model

/// The times that consoles put in front of a line.
///
/// A time of the day alone counts from 2000-01-01 on, and past each midnight a day further: the pace of calls holds, and
/// the offset to the pings is for others to find.
struct PrintedClock: Sendable {
    private static let day: Int64 = 86_400_000_000
    /// Where in a line a time may begin.
    private static let reach = 80

    private var last: Timestamp?
    private var days: Int64 = 0

    mutating func read(_ line: Span<UInt8>) -> Timestamp? {
        let front = line.copy(0..<min(line.count, PrintedClock.reach))
        guard let start = PrintedClock.timeOfDay(in: front) else { return nil }
        let time = PrintedClock.time(front, from: start)
        if start >= 11, front[start - 1] == UInt8(ascii: " ") || front[start - 1] == UInt8(ascii: "T") {
            let dated = Array(front[(start - 11)..<start]) + time
            if let reading = ISO8601.read(dated.span) { return reading.timestamp }
        }
        let dated = Array("2000-01-01T".utf8) + time
        guard let reading = ISO8601.read(dated.span) else { return nil }
        if let last, last.microseconds(since: reading.timestamp) > PrintedClock.day / 2 { days += 1 }
        last = reading.timestamp
        return reading.timestamp.advanced(byMicroseconds: days * PrintedClock.day)
    }

    /// Where `12:34:56` begins.
    private static func timeOfDay(in text: [UInt8]) -> Int? {
        guard text.count >= 8 else { return nil }
        return (0...(text.count - 8)).first { start in
            (0..<8).allSatisfy { place in
                place == 2 || place == 5
                    ? text[start + place] == UInt8(ascii: ":") : ASCII.isDigit(text[start + place])
            }
        }
    }

    /// The time of the day with its fraction and offset.
    private static func time(_ text: [UInt8], from start: Int) -> [UInt8] {
        var end = start + 8
        if end + 1 < text.count, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ","),
            ASCII.isDigit(text[end + 1])
        {
            end += 1
            while end < text.count, ASCII.isDigit(text[end]) { end += 1 }
        }
        if end < text.count, text[end] == UInt8(ascii: "Z") { return Array(text[start...end]) }
        guard end + 2 < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-"),
            ASCII.isDigit(text[end + 1])
        else { return Array(text[start..<end]) }
        var zone = end + 1
        while zone < min(text.count, end + 6), ASCII.isDigit(text[zone]) || text[zone] == UInt8(ascii: ":") {
            zone += 1
        }
        return Array(text[start..<zone])
    }
}
