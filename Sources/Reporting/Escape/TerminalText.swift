/// Text that is safe to send to a terminal, with the number of columns it takes.
///
/// The only ways to make one are a literal of the source code and captured text, which is cleaned on the way in.
struct TerminalText: Sendable, Hashable {
    private(set) var value: String
    private(set) var columns: Int

    init(literal: StaticString) {
        value = literal.description
        columns = value.count
    }

    init(_ captured: String) {
        // Most of what is captured is plain.
        if captured.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            self.init(value: captured, columns: captured.utf8.count)
        } else {
            var output = OutputBytes()
            output.captured(captured, .terminal)
            self.init(clean: String(decoding: output.bytes, as: UTF8.self))
        }
    }

    private init(value: String, columns: Int) {
        (self.value, self.columns) = (value, columns)
    }

    private init(clean: String) {
        value = clean
        columns = clean.unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    }

    static func + (left: TerminalText, right: TerminalText) -> TerminalText {
        var sum = left
        sum.value += right.value
        sum.columns += right.columns
        return sum
    }

    /// At most `limit` columns; what was cut in the middle is replaced by an ellipsis.
    ///
    /// - Parameter tail: how many columns to keep of the end; two fifths unless told.
    func shortened(to limit: Int, tail wanted: Int? = nil) -> TerminalText {
        guard columns > limit else { return self }
        guard limit > 1 else { return TerminalText(literal: "…") }
        let room = limit - 1
        let tail = Self.take(min(wanted ?? room * 2 / 5, room / 2), from: value.unicodeScalars.reversed())
        let head = Self.take(room - tail.columns, from: value.unicodeScalars)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: head.scalars)
        text.append("…")
        text.append(contentsOf: tail.scalars.reversed())
        return TerminalText(clean: String(text))
    }

    /// Lines of at most `limit` columns, broken at spaces and, where a word is longer than that, inside it.
    func wrapped(to limit: Int) -> [TerminalText] {
        let limit = max(8, limit)
        var lines: [TerminalText] = []
        var line = TerminalText(clean: "")
        for part in value.split(separator: " ") {
            var word = TerminalText(clean: String(part))
            if line.columns > 0, line.columns + 1 + word.columns <= limit {
                line = line + TerminalText(literal: " ") + word
                continue
            }
            if line.columns > 0 { lines.append(line) }
            if word.columns > limit {
                var pieces = word.cut(to: limit)
                word = pieces.removeLast()
                lines += pieces
            }
            line = word
        }
        if line.columns > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// Pieces of at most `limit` columns, at least one.
    private func cut(to limit: Int) -> [TerminalText] {
        var pieces: [TerminalText] = []
        var piece = String.UnicodeScalarView()
        var columns = 0
        for scalar in value.unicodeScalars {
            let width = Self.columns(of: scalar)
            if columns + width > limit {
                pieces.append(TerminalText(clean: String(piece)))
                piece = String.UnicodeScalarView()
                columns = 0
            }
            piece.append(scalar)
            columns += width
        }
        return pieces + [TerminalText(clean: String(piece))]
    }

    /// Filled with spaces to `width` columns.
    func padded(to width: Int) -> TerminalText {
        columns >= width ? self : self + TerminalText(clean: String(repeating: " ", count: width - columns))
    }

    private static func take(
        _ limit: Int, from scalars: some Sequence<Unicode.Scalar>
    ) -> (scalars: [Unicode.Scalar], columns: Int) {
        var taken: [Unicode.Scalar] = []
        var columns = 0
        for scalar in scalars {
            let width = Self.columns(of: scalar)
            guard columns + width <= limit else { break }
            taken.append(scalar)
            columns += width
        }
        return (taken, columns)
    }

    /// 0 for combining marks, 2 for East Asian wide characters and emoji, else 1.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: return 0
            default: return 1
            }
        }
    }
}
