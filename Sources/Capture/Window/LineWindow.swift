import Model

/// Cuts what slides past into lines; one that is longer than any real one costs no memory.
struct LineWindow: Sendable, Hashable {
    enum Line: Sendable, Hashable {
        /// Where it stands in the window, without its end.
        case bytes(Range<Int>)
        case tooLong
    }

    /// Bytes that a line may have; longer ones are stepped over.
    let longest: Int
    private var isInsideLongLine = false

    init(longest: Int) {
        self.longest = longest
    }

    /// The next line, or `nil` when none is complete: what lies before `start` is then consumed.
    ///
    /// - Parameter start: where to look; moved behind the line.
    mutating func next(in window: Span<UInt8>, from start: inout Int, isFinal: Bool) -> Line? {
        guard start < window.count else {
            guard isFinal, isInsideLongLine else { return nil }
            isInsideLongLine = false
            return .tooLong
        }
        let end = LineWindow.end(in: window, from: start)
        guard end < window.count || isFinal else {
            if isInsideLongLine || end - start > longest {
                isInsideLongLine = true
                start = window.count
            }
            return nil
        }
        let line = start..<end
        start = min(end + 1, window.count)
        let isTooLong = isInsideLongLine || line.count > longest
        isInsideLongLine = false
        return isTooLong ? .tooLong : .bytes(line)
    }

    /// Where the line that begins at `start` ends: at its line feed, or at the end of the window.
    static func end(in window: Span<UInt8>, from start: Int) -> Int {
        ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: window, from: start) ?? window.count
    }
}
