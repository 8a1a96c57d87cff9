import Encodings
import Model

/// A request for a piece of media whose path has a number: a segment of a stream, whichever format names it so.
struct NumberedFetch {
    /// The path with the number left out.
    let series: String
    let number: Int64
    /// In microseconds.
    let at: Int64

    /// `nil` where the last part of the path has no number.
    init?(path: String, at: Int64) {
        let bytes = Array(path.utf8)
        let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        // Extensions have digits of their own: `.m4s`.
        let end = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        guard let last = bytes[start..<end].lastIndex(where: ASCII.isDigit) else { return nil }
        let first = (bytes[start...last].lastIndex { !ASCII.isDigit($0) } ?? start - 1) + 1
        guard let number = Int64(String(decoding: bytes[first...last], as: UTF8.self)) else { return nil }
        self.number = number
        self.at = at
        series = String(decoding: bytes[..<first] + bytes[(last + 1)...], as: UTF8.self)
    }

    private static let fewest = 5
    /// On each side of the silence.
    private static let fewestOfSide = 2
    private static let fewestMissing: Int64 = 2
    private static let shortest: Int64 = 1_000_000

    /// Whether media of one series, in time order, is fetched at playing pace on both sides of a silence, and left out so much of it in
    /// between as would have been played.
    static func goOn(_ fetches: [NumberedFetch], over silence: Range<Int64>) -> Bool {
        let middle = fetches.partitioningIndex { $0.at >= silence.upperBound }
        let (before, after) = (fetches[..<middle], fetches[middle...])
        guard before.count >= fewestOfSide, after.count >= fewestOfSide, fetches.count >= fewest,
            let last = before.last,
            let next = after.first
        else { return false }
        let steps = Array(zip(before, before.dropFirst())) + Array(zip(after, after.dropFirst()))
        // Whoever seeks, or fetches several renditions of one name, leaves steps of another size.
        let step = steps[0].1.number - steps[0].0.number
        guard step > 0, steps.allSatisfy({ $1.number - $0.number == step }) else { return false }
        let pace = steps.map { $1.at - $0.at }.sorted()[steps.count / 2]
        let (left, rest) = (next.number - last.number).quotientAndRemainder(dividingBy: step)
        return pace >= shortest && rest == 0 && left > fewestMissing
            && abs(next.at - last.at - left * pace) <= pace * 3 / 2
            && Int64(silence.count) >= next.at - last.at - 2 * pace
    }
}
