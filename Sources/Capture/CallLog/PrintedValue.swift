import Model

/// The argument of a printed call: a number, a text, or a dictionary as a property list (`key = value;`), a browser
/// (`key: 'value',`) or JSON spells it.
enum PrintedValue {
    enum Reading: Sendable, Hashable {
        case nothing
        /// As JSON. Members of dictionaries are strings: what they were is not printed.
        case value(String)
        /// The dictionary goes on in the next line.
        case unfinished
        case broken
    }

    static func json(_ text: [UInt8]) -> Reading {
        var scanner = Scanner(text: text)
        scanner.skipBlank()
        guard let first = scanner.next else { return .nothing }
        if first == UInt8(ascii: "{") { return scanner.dictionary() }
        let word = trimmed(text[scanner.position...])
        let isNumber = word.allSatisfy { ASCII.isDigit($0) } && word.count <= 18
        return .value(
            isNumber && !word.starts(with: [UInt8(ascii: "0")]) || word == [UInt8(ascii: "0")]
                ? String(decoding: word, as: UTF8.self) : quoted(unquoted(word)))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text
        while let last = text.last, last <= 0x20 { text.removeLast() }
        return Array(text)
    }

    private static func unquoted(_ word: [UInt8]) -> [UInt8] {
        guard word.count >= 2, let first = word.first, first == word.last,
            first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        else { return word }
        return Array(word[1..<(word.count - 1)])
    }

    /// A JSON string.
    private static func quoted(_ bytes: [UInt8]) -> String {
        var text = "\""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20: text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Reads a dictionary of any of the three spellings from its brace on.
    private struct Scanner {
        let text: [UInt8]
        var position = 0

        init(text: [UInt8]) { self.text = text }

        var next: UInt8? { position < text.count ? text[position] : nil }

        mutating func skipBlank(and marks: [UInt8] = []) {
            while let byte = next, byte <= 0x20 || marks.contains(byte) { position += 1 }
        }

        mutating func dictionary() -> Reading {
            position += 1
            var members: [String] = []
            while true {
                skipBlank(and: [UInt8(ascii: ","), UInt8(ascii: ";")])
                guard let byte = next else { return .unfinished }
                if byte == UInt8(ascii: "}") { return .value("{" + members.joined(separator: ",") + "}") }
                guard let key = word(until: [UInt8(ascii: ":"), UInt8(ascii: "=")]) else { return .unfinished }
                skipBlank()
                guard let sign = next else { return .unfinished }
                guard sign == UInt8(ascii: ":") || sign == UInt8(ascii: "="), !key.isEmpty else { return .broken }
                position += 1
                skipBlank()
                guard let value = word(until: [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), 0x0A]) else {
                    return .unfinished
                }
                members.append("\(quoted(key)):\(quoted(value))")
            }
        }

        /// A quoted text without its quotes, a nested value as it is spelt, or what stands before one of `ends`; `nil`
        /// when the text ends first.
        private mutating func word(until ends: [UInt8]) -> [UInt8]? {
            guard let first = next else { return nil }
            if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return quotedWord(first) }
            let start = position
            var depth = 0
            while let byte = next {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                    if depth == 0 { return trimmed(text[start..<position]) }
                    depth -= 1
                default: if depth == 0, ends.contains(byte) { return trimmed(text[start..<position]) }
                }
                position += 1
            }
            return nil
        }

        private mutating func quotedWord(_ quote: UInt8) -> [UInt8]? {
            position += 1
            var word: [UInt8] = []
            while let byte = next {
                position += 1
                if byte == quote { return word }
                if byte == UInt8(ascii: "\\"), let escaped = next {
                    position += 1
                    word += escaped == UInt8(ascii: "U") ? units() ?? [escaped] : [escaped]
                } else {
                    word.append(byte)
                }
            }
            return nil
        }

        /// `00e4`, as `NSDictionary` writes units of UTF-16 behind `\U`; those that follow belong to the same text.
        private mutating func units() -> [UInt8]? {
            var units: [UInt16] = []
            while let unit = unit(at: position) {
                units.append(unit)
                position += 4
                let mark = text[position...].prefix(2)
                guard mark.elementsEqual("\\U".utf8), self.unit(at: position + 2) != nil else { break }
                position += 2
            }
            return units.isEmpty ? nil : Array(String(decoding: units, as: UTF16.self).utf8)
        }

        private func unit(at place: Int) -> UInt16? {
            guard place + 4 <= text.count else { return nil }
            return text[place..<place + 4].reduce(0) { sum, byte in
                guard let sum, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
                return sum << 4 | UInt16(digit)
            }
        }
    }
}
