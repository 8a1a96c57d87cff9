import TestSupport
import Testing

@testable import Capture

struct LineWindowTests {
    /// The lines of a text that grows by `step` bytes, `-` for one that is too long.
    private func lines(_ text: String, longest: Int = 5, step: Int) -> [String] {
        let bytes = Array(text.utf8)
        var window = LineWindow(longest: longest)
        var found: [String] = []
        var front = 0
        var end = 0
        repeat {
            end = min(bytes.count, end + step)
            var start = 0
            let seen = Array(bytes[front..<end])
            while let line = window.next(in: seen.span, from: &start, isFinal: end == bytes.count) {
                switch line {
                case .bytes(let range): found.append(String(decoding: seen[range], as: UTF8.self))
                case .tooLong: found.append("-")
                }
            }
            front += start
        } while end < bytes.count
        #expect(front == bytes.count)
        return found
    }

    @Test(arguments: 1...14)
    func theLinesDoNotDependOnThePieces(step: Int) {
        #expect(lines("", step: step) == [])
        #expect(lines("a\n\nbc", step: step) == ["a", "", "bc"])
        #expect(lines("12345\n123456\nab\n", step: step) == ["12345", "-", "ab"])
        #expect(lines("123456789", step: step) == ["-"])
        #expect(lines("123456789\n", step: step) == ["-"])
    }
}
