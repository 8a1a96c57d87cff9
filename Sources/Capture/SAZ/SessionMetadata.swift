import Encodings
import Model

/// What the XML part of a session says: attributes of `SessionTimers`, and flags with a name and a value.
struct SessionMetadata {
    private let text: [UInt8]

    init(_ text: [UInt8]) {
        self.text = text
    }

    func time(_ name: String) -> Timestamp? {
        guard let value = value(after: " \(name)=\""), let at = ISO8601.read(value.span)?.timestamp else { return nil }
        // Fiddler writes the year 1 for what did not happen.
        return at.microseconds > 0 ? at : nil
    }

    func flag(_ name: String) -> String? {
        value(after: "N=\"\(name)\" V=\"").map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands between `mark` and the next quote.
    private func value(after mark: String) -> [UInt8]? {
        let mark = Array(mark.utf8)
        guard text.count > mark.count else { return nil }
        for start in 0..<(text.count - mark.count) where text[start] == mark[0] {
            guard text[start..<(start + mark.count)].elementsEqual(mark) else { continue }
            let value = text[(start + mark.count)...].prefix(256)
            guard let end = value.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            return Array(value[..<end])
        }
        return nil
    }
}
