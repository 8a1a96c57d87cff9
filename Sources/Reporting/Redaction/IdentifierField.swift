import Model

/// A name with its value, as parameters, headers, JSON, XML, paths and log lines write them.
struct IdentifierField {
    /// How sure the writing is: in a sentence a name may be followed by anything.
    enum Style {
        /// `name=value`, `"name":"value"`, `<name>value</name>`.
        case strict
        /// `name = value`, `Name: value`.
        case spaced
        /// `/name/value`, `name value`, `name:value`.
        case loose
        /// `name=value` under a name that says nothing.
        case nameless
    }

    /// `nil` for values that are identifiers only if they look random.
    var entry: IdentifierNames.Entry?
    var value: Range<Int>
    var style: Style
    /// Of an app, an ad or a cache buster: a UUID in it is nobody's.
    var isImpersonal = false

    /// The field whose name stands at `name`; `nil` when no value follows, or the name says nothing of it.
    init?(named name: Range<Int>, in text: DecodedText, _ names: inout NameMeanings) {
        guard name.count <= IdentifierNames.longest else { return nil }
        guard let mark = Separator(after: name, in: text) else { return nil }
        let meaning = names.meaning(of: text.text(name))
        style = mark.style
        entry = meaning.entry
        isImpersonal = meaning.isImpersonal
        if mark.isLineEnd, meaning.isPrivateLine {
            let end = text.bytes[mark.end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            style = .strict
            value = mark.end..<end
            return
        }
        if style == .strict, let inner = IdentifierField.innerName(text, from: mark.end) {
            let inside = names.meaning(of: text.text(inner.name))
            if inside.entry != nil || inside.isImpersonal {
                entry = inside.entry
                isImpersonal = inside.isImpersonal
                value =
                    inner.end..<IdentifierField.end(of: text, from: inner.end, mark, most: entry == nil ? 160 : .max)
                return
            }
        }
        if entry != nil || isImpersonal {
            guard entry != nil || style == .strict else { return nil }
            // A value that may be read on is short, so that nesting costs little.
            let isTaken = entry?.demand == .any || entry?.demand == .coded || entry?.demand == .long
            value = mark.end..<IdentifierField.end(of: text, from: mark.end, mark, most: isTaken ? .max : 160)
            return
        }
        guard style == .strict, mark.quote == nil || meaning.isLikeAnID else { return nil }
        style = .nameless
        value = IdentifierField.randomRun(text, mark.end)
    }

    /// Whether the value is an identifier, by what its name demands and how it is written.
    func accepts(_ value: String) -> Bool {
        guard !IdentifierText.saysNothing(value) else { return false }
        guard let entry else { return !isImpersonal && IdentifierText.looksRandom(value) }
        guard entry.accepts(value) else { return false }
        switch style {
        case .strict, .nameless: return true
        case .spaced: return value.utf8.count >= 4 && IdentifierText.digits(value) >= 1
        case .loose: return value.utf8.count >= 8 && IdentifierText.digits(value) >= 3
        }
    }

    /// Nielsen nests a name before the value: `c9=devid,12b9…`.
    private static func innerName(_ text: DecodedText, from start: Int) -> (name: Range<Int>, end: Int)? {
        var end = start
        while end < text.count, end - start <= IdentifierNames.longest, IdentifierText.isName(text.bytes[end]) {
            end += 1
        }
        guard end > start, end < text.count, text.bytes[end] == UInt8(ascii: ",") else { return nil }
        return (start..<end, end + 1)
    }

    /// What a value without a telling name could be if it is random: letters and digits as far as they go, at most 512
    /// bytes, with nothing but the end of the value behind them. Empty when it cannot be.
    private static func randomRun(_ text: DecodedText, _ start: Int) -> Range<Int> {
        var end = start
        while end < text.count, end - start <= 512, IdentifierText.isName(text.bytes[end]) { end += 1 }
        while end < text.count, end - start <= 512, text.bytes[end] == UInt8(ascii: "=") { end += 1 }
        guard end == text.count || isStop(text.bytes[end]) || text.depths[end] > 0 else { return start..<start }
        return start..<end
    }

    private static func end(of text: DecodedText, from start: Int, _ mark: Separator, most: Int) -> Int {
        var index = start
        let limit = text.count - start > most ? start + most : text.count
        if let quote = mark.quote {
            while index < limit, text.bytes[index] != quote || text.depths[index] > mark.depth { index += 1 }
            if index < limit { return index }
            // Cut off: what could be the value, and no more.
            index = start
        }
        if mark.style == .loose {
            while index < limit, index - start < 256, isLoose(text.bytes[index]) { index += 1 }
            return trimmed(text, start..<index)
        }
        let opens = start < text.count ? text.bytes[start] : 0
        let isMacro = opens == UInt8(ascii: "[") || opens == UInt8(ascii: "{")
        while index < limit {
            let byte = text.bytes[index]
            if text.depths[index] <= mark.depth {
                if isStop(byte) { break }
                if !isMacro, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { break }
                if byte == UInt8(ascii: ","), mark.endsAtComma || isListed(text, index + 1) { break }
            }
            index += 1
        }
        return trimmed(text, start..<index)
    }

    /// A sentence goes on behind the value.
    private static func trimmed(_ text: DecodedText, _ range: Range<Int>) -> Int {
        var end = range.upperBound
        guard end == text.count || text.bytes[end] == 0x20 else { return end }
        while end > range.lowerBound, isPunctuation(text.bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Whether what follows a comma is another field.
    private static func isListed(_ text: DecodedText, _ index: Int) -> Bool {
        guard index < text.count else { return true }
        return text.bytes[index] <= 0x20 || text.bytes[index] == UInt8(ascii: "\"")
    }

    private static func isLoose(_ byte: UInt8) -> Bool {
        IdentifierText.isName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
            || byte == UInt8(ascii: "+")
    }

    private static func isStop(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ")"):
            true
        default: false
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: false
        }
    }
}

/// What stands between a name and its value.
private struct Separator {
    var style: IdentifierField.Style
    /// Where the value begins.
    var end: Int
    /// How deep the separator, or the value's quote, was encoded.
    var depth: UInt8
    var quote: UInt8?
    /// In JSON another member follows; in a query a comma may belong to the value.
    var endsAtComma = false
    /// A header's value goes on to the end of the line.
    var isLineEnd = false

    init?(after name: Range<Int>, in text: DecodedText) {
        let bytes = text.bytes
        var index = name.upperBound
        let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "]") { index += 1 }
        var isQuoted = false
        if index < bytes.count, bytes[index] == before, Separator.isQuote(before) {
            isQuoted = true
            index += 1
        }
        let blanks = Separator.blanks(bytes, index)
        index += blanks
        guard index < bytes.count else { return nil }
        depth = text.depths[index]
        switch bytes[index] {
        case UInt8(ascii: "="):
            style = blanks == 0 ? .strict : .spaced
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: ">") { index += 1 }
            let behind = Separator.blanks(bytes, index)
            if behind > 0 { style = .spaced }
            // `name=` at the end of a line has no value.
            guard behind == 0 || blanks > 0 else { return nil }
            index += behind
        case UInt8(ascii: ":"):
            let behind = Separator.blanks(bytes, index + 1)
            style = isQuoted ? .strict : behind > 0 || blanks > 0 ? .spaced : .loose
            endsAtComma = isQuoted
            isLineEnd = !isQuoted && behind > 0
            index += 1 + behind
        case UInt8(ascii: ",") where isQuoted:
            // {"name":"idfa","value":"…"}
            guard let value = Separator.valueMember(bytes, index + 1) else { return nil }
            style = .strict
            endsAtComma = true
            index = value
        case UInt8(ascii: ">") where before == UInt8(ascii: "<"):
            style = .strict
            index += 1
            let data = Array("<![CDATA[".utf8)
            if bytes[index...].starts(with: data) { index += data.count }
        case UInt8(ascii: "/") where before == UInt8(ascii: "/"):
            style = .loose
            index += 1
        default:
            guard blanks == 1, !isQuoted else { return nil }
            style = .loose
        }
        if style != .loose {
            // A list of values: the first one. An object has names of its own.
            if isQuoted, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "[") { index += 1 }
            if isQuoted, index < bytes.count, bytes[index] == UInt8(ascii: "{") { return nil }
            if index < bytes.count, Separator.isQuote(bytes[index]) {
                quote = bytes[index]
                depth = text.depths[index]
                style = .strict
                isLineEnd = false
                index += 1
            }
        }
        guard index < bytes.count else { return nil }
        end = index
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func blanks(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count, end - start < 4, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
        return end - start
    }

    /// Where the value of a member `"value"` begins.
    private static func valueMember(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start
        while index < bytes.count, index - start < 12, bytes[index] <= 0x20 { index += 1 }
        guard index < bytes.count, isQuote(bytes[index]), bytes[(index + 1)...].starts(with: Array("value".utf8)) else {
            return nil
        }
        index += 6
        guard index < bytes.count, isQuote(bytes[index]) else { return nil }
        index += 1 + blanks(bytes, index + 1)
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        return index + 1 + blanks(bytes, index + 1)
    }
}
