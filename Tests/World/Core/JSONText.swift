/// JSON that keeps the order of members.
indirect enum JSON: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case flag(Bool)
    case int(Int)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([(String, JSON)])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

    static func == (left: JSON, right: JSON) -> Bool { left.written == right.written }

    var written: String {
        var result = ""
        write(into: &result)
        return result
    }

    private func write(into result: inout String) {
        switch self {
        case .null: result += "null"
        case .flag(let flag): result += flag ? "true" : "false"
        case .int(let int): result += String(int)
        case .number(let number): result += number == number.rounded() ? String(Int(number)) : String(number)
        case .text(let text): Self.quote(text, into: &result)
        case .array(let elements):
            result += "["
            for (place, element) in elements.enumerated() {
                if place > 0 { result += "," }
                element.write(into: &result)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (place, (name, value)) in members.enumerated() {
                if place > 0 { result += "," }
                Self.quote(name, into: &result)
                result += ":"
                value.write(into: &result)
            }
            result += "}"
        }
    }

    private static func quote(_ text: String, into result: inout String) {
        result += "\""
        var written = text.startIndex
        for place in text.utf8.indices {
            let escape: String
            switch text.utf8[place] {
            case UInt8(ascii: "\""): escape = "\\\""
            case UInt8(ascii: "\\"): escape = "\\\\"
            case UInt8(ascii: "\n"): escape = "\\n"
            case UInt8(ascii: "\r"): escape = "\\r"
            case UInt8(ascii: "\t"): escape = "\\t"
            case let byte where byte < 0x20:
                let hex = String(byte, radix: 16)
                escape = "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: continue
            }
            result += text[written..<place] + escape
            written = text.utf8.index(after: place)
        }
        result += text[written...]
        result += "\""
    }
}
