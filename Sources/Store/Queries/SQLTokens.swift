import Model

/// The tokens of an SQL text, as far as the guard of public queries needs them: names, symbols and the rest.
///
/// It splits a text where SQLite does (tokenize.c), or a name could be hidden from it: comments and white space are skipped, a
/// byte order mark among it, and a parameter takes what stands in its parentheses with it. SQLite takes a string in single quotes as a name where it expects a name, so both
/// kinds of quotes give a name here.
struct SQLTokens: Sequence, IteratorProtocol {
    enum Token: Hashable {
        /// A bare or quoted identifier, keyword or string: where its bytes are, without the quotes around it, and what it
        /// stands for. Doubled quotes inside stay doubled; no name with a meaning has one.
        case name(Range<Int>, SQLWord?)
        /// One byte of punctuation.
        case symbol(UInt8)
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func next() -> Token? {
        skipBlanksAndComments()
        guard position < bytes.endIndex else { return nil }
        let first = bytes[position]
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return quoted(by: first)
        case UInt8(ascii: "["): return bracketed()
        case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"): return parameter()
        case _ where SQLTokens.isWord(first): return word()
        default:
            position += 1
            return .symbol(first)
        }
    }

    private mutating func skipBlanksAndComments() {
        while position < bytes.endIndex {
            switch (bytes[position], following(position)) {
            case (let byte, _) where SQLTokens.isBlank(byte): position += 1
            // U+FEFF. Inside a word it is a part of it.
            case (0xEF, 0xBB) where position + 2 < bytes.endIndex && bytes[position + 2] == 0xBF: position += 3
            case (UInt8(ascii: "-"), UInt8(ascii: "-")):
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                position += 2
                while position < bytes.endIndex,
                    (bytes[position], following(position)) != (UInt8(ascii: "*"), UInt8(ascii: "/"))
                { position += 1 }
                position = Swift.min(position + 2, bytes.endIndex)
            default: return
            }
        }
    }

    /// The byte behind a place; 0 behind the last.
    private func following(_ place: Int) -> UInt8 {
        place + 1 < bytes.endIndex ? bytes[place + 1] : 0
    }

    /// A doubled quote inside does not end it.
    private mutating func quoted(by quote: UInt8) -> Token {
        let start = position + 1
        position = start
        while position < bytes.endIndex {
            if bytes[position] == quote {
                guard following(position) == quote else { break }
                position += 1
            }
            position += 1
        }
        let end = Swift.min(position, bytes.endIndex)
        position = Swift.min(end + 1, bytes.endIndex)
        return name(start..<end)
    }

    private mutating func bracketed() -> Token {
        let start = position + 1
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex
        position = Swift.min(end + 1, bytes.endIndex)
        return name(start..<end)
    }

    /// `:name`, `@name`, `$name`, and Tcl's `$a::b(c)`, which ends at a parenthesis or white space.
    private mutating func parameter() -> Token {
        let sign = bytes[position]
        var length = 0
        position += 1
        while position < bytes.endIndex {
            if SQLTokens.isWord(bytes[position]) {
                length += 1
                position += 1
            } else if bytes[position] == UInt8(ascii: ":"), following(position) == UInt8(ascii: ":") {
                position += 2
            } else {
                break
            }
        }
        if length > 0, position < bytes.endIndex, bytes[position] == UInt8(ascii: "(") {
            position += 1
            while position < bytes.endIndex, bytes[position] != UInt8(ascii: ")"), !SQLTokens.isBlank(bytes[position]) {
                position += 1
            }
            if position < bytes.endIndex, bytes[position] == UInt8(ascii: ")") { position += 1 }
        }
        return .symbol(sign)
    }

    private mutating func word() -> Token {
        let start = position
        while position < bytes.endIndex, SQLTokens.isWord(bytes[position]) { position += 1 }
        return name(start..<position)
    }

    private func name(_ range: Range<Int>) -> Token {
        .name(range, SQLWord.meaning(of: bytes[range].span))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
