import Encodings
import Model

/// How a call stands in a line of text.
enum CallLogDialects {
    enum Reading: Sendable, Hashable {
        case blank
        /// A line of a system log that carries no call.
        case foreign
        case content(CallLogLine.Content)
    }

    /// What wrappers write before the JSON when they print to a system log.
    static let mark = Array("NLSLOG ".utf8)

    static func read(_ line: Span<UInt8>, locator: Locator) -> Reading {
        let text = line.extracting(trimmed(line))
        guard text.count > 0 else { return .blank }
        if text[0] == UInt8(ascii: "{") {
            guard let message = systemMessage(text) else { return .content(CallLogLine.read(text, locator: locator)) }
            guard let start = callPlace(in: message.span) else { return .foreign }
            return .content(CallLogLine.read(message.span.extracting(start...), locator: locator))
        }
        if let start = callPlace(in: text) {
            return .content(CallLogLine.read(text.extracting(start...), locator: locator))
        }
        return .foreign
    }

    /// The text that a line of `log show --style ndjson` carries; `nil` when the object is not one of those.
    private static func systemMessage(_ text: Span<UInt8>) -> [UInt8]? {
        text.withUnsafeBufferPointer { bytes in
            guard var scanner = JSONScanner(bytes) else { return nil }
            var message: [UInt8]?
            var isCount = false
            do throws(JSONFault) {
                try scanner.take(UInt8(ascii: "{"), orExpected: .object)
                var isFirst = true
                while let key = try scanner.nextKey(&isFirst) {
                    if scanner.matches(key, "v") { return nil }
                    if scanner.matches(key, "eventMessage") {
                        message = try scanner.stringValue().map { scanner.bytes(of: $0) } ?? []
                    } else if scanner.matches(key, "eventType") {
                        let type = try scanner.stringValue().map { scanner.bytes(of: $0) }
                        // Lines were lost: no call can be read from this one, which says so.
                        if type == Array("lossEvent".utf8) { return nil }
                    } else {
                        // The last line counts the others.
                        if scanner.matches(key, "finished") { isCount = true }
                        try scanner.skipValue()
                    }
                }
            } catch {
                return message
            }
            return message ?? (isCount ? [] : nil)
        }
    }

    /// Whether a file that begins with `front` is a call log.
    static func recognises(_ front: Span<UInt8>) -> String? {
        place(of: mark, in: front) == nil
            ? PrintedCalls.recognises(front) ?? PrintedAdEvents.recognises(front) : "has a line with the mark NLSLOG"
    }

    /// The place behind the mark. Android prints its tag in front, which is the same word: the one before the JSON counts.
    private static func callPlace(in text: Span<UInt8>) -> Int? {
        guard let first = place(of: mark, in: text) else { return nil }
        return place(of: markedObject, in: text).map { $0 - 1 } ?? first
    }

    private static let markedObject = mark + [UInt8(ascii: "{")]

    /// The place behind the first occurrence of `mark`.
    static func place(of mark: [UInt8], in text: Span<UInt8>) -> Int? {
        guard text.count >= mark.count, let first = mark.first else { return nil }
        for start in 0...(text.count - mark.count) where text[start] == first {
            var matched = 1
            while matched < mark.count, text[start + matched] == mark[matched] { matched += 1 }
            if matched == mark.count { return start + mark.count }
        }
        return nil
    }

    private static func trimmed(_ line: Span<UInt8>) -> Range<Int> {
        var start = ByteOrderMark.count(line)
        var end = line.count
        while start < end, line[start] <= 0x20 { start += 1 }
        while end > start, line[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }
}
