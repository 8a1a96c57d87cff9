import Model

/// The tokens of an SQL text, as far as the guard of public queries needs them: names, symbols and the rest.
///
/// A text is split where SQLite splits it (tokenize.c), or a name could be hidden from the guard: comments and white space are
/// skipped, a byte order mark among it, and a parameter takes what stands in its parentheses with it. SQLite takes a string in
/// single quotes as a name where it expects a name, so both kinds of quotes give a name here.
enum SQLTokens {
    enum Token: Hashable {
        /// A bare or quoted identifier, keyword or string: where its bytes are, without the quotes around it, and what it
        /// stands for. Doubled quotes inside stay doubled; no name with a meaning has one.
        case name(Range<Int>, SQLWord?)
        /// One byte of punctuation.
        case symbol(UInt8)
    }

    /// - Parameter start: what stands before it is left out.
    static func all(in text: [UInt8], from start: Int = 0) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity((text.count - start) / 4)
        let bytes = text.span
        let words = SQLWord.vocabulary
        var place = start
        while true {
            place = skipBlanksAndComments(in: bytes, from: place)
            guard place < bytes.count else { return tokens }
            let first = bytes[place]
            let name: Range<Int>
            switch first {
            case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"):
                tokens.append(.symbol(first))
                place = endOfParameter(in: bytes, from: place + 1)
                continue
            case _ where isWord(first):
                let begin = place
                while place < bytes.count, isWord(bytes[place]) { place += 1 }
                name = begin..<place
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                name = quoted(by: first, in: bytes, from: place + 1)
                place = min(name.upperBound + 1, bytes.count)
            case UInt8(ascii: "["):
                name = bracketed(in: bytes, from: place + 1)
                place = min(name.upperBound + 1, bytes.count)
            default:
                tokens.append(.symbol(first))
                place += 1
                continue
            }
            tokens.append(.name(name, words.word(bytes.extracting(name))))
        }
    }

    private static func skipBlanksAndComments(in bytes: Span<UInt8>, from start: Int) -> Int {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case let byte where isBlank(byte): place += 1
            // U+FEFF. Inside a word it is a part of it.
            case 0xEF where byte(place + 1, in: bytes) == 0xBB && byte(place + 2, in: bytes) == 0xBF: place += 3
            case UInt8(ascii: "-") where byte(place + 1, in: bytes) == UInt8(ascii: "-"):
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
            case UInt8(ascii: "/") where byte(place + 1, in: bytes) == UInt8(ascii: "*"):
                place += 2
                while place < bytes.count,
                    bytes[place] != UInt8(ascii: "*") || byte(place + 1, in: bytes) != UInt8(ascii: "/")
                { place += 1 }
                place = min(place + 2, bytes.count)
            default: return place
            }
        }
        return place
    }

    /// The byte at a place; 0 behind the last.
    private static func byte(_ place: Int, in bytes: Span<UInt8>) -> UInt8 {
        place < bytes.count ? bytes[place] : 0
    }

    /// What stands between quotes. A doubled quote inside does not end it.
    private static func quoted(by quote: UInt8, in bytes: Span<UInt8>, from start: Int) -> Range<Int> {
        var place = start
        while place < bytes.count {
            if bytes[place] == quote {
                guard byte(place + 1, in: bytes) == quote else { break }
                place += 1
            }
            place += 1
        }
        return start..<min(place, bytes.count)
    }

    private static func bracketed(in bytes: Span<UInt8>, from start: Int) -> Range<Int> {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "]") { place += 1 }
        return start..<place
    }

    /// `:name`, `@name`, `$name`, and Tcl's `$a::b(c)`, which ends at a parenthesis or white space.
    private static func endOfParameter(in bytes: Span<UInt8>, from start: Int) -> Int {
        var length = 0
        var place = start
        while place < bytes.count {
            if isWord(bytes[place]) {
                length += 1
                place += 1
            } else if bytes[place] == UInt8(ascii: ":"), byte(place + 1, in: bytes) == UInt8(ascii: ":") {
                place += 2
            } else {
                break
            }
        }
        if length > 0, place < bytes.count, bytes[place] == UInt8(ascii: "(") {
            place += 1
            while place < bytes.count, bytes[place] != UInt8(ascii: ")"), !isBlank(bytes[place]) { place += 1 }
            if place < bytes.count, bytes[place] == UInt8(ascii: ")") { place += 1 }
        }
        return place
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
