import Model

/// Where names and values stand in captured text: `name=value`, `name%3Dvalue`, `"name":"value"`, `Name: value`.
enum IdentifierText {
    /// A name with its value.
    struct Field {
        /// `nil` when the name carries no identifier.
        var kind: IdentifierKind?
        var value: Range<Int>
        /// How many times the separator was percent-encoded.
        var depth: Int
    }

    /// The field whose name ends at `end`; `nil` when no separator follows.
    static func field(named name: String, in input: [UInt8], at end: Int) -> Field? {
        let kind = IdentifierKind.of(name: name)
        guard kind != nil || end < input.count else { return nil }
        for (depth, separator) in separators.enumerated() where hasPrefix(separator, input[...], end) {
            if kind == nil, IdentifierKind.isImpersonal(name) { return nil }
            let start = end + separator.count
            let value = kind == nil ? randomRun(input, start) : start..<endOfValue(input, from: start, depth: depth)
            var field = Field(kind: kind, value: value, depth: depth)
            if let inner = innerKey(input, from: start) {
                field.kind = inner.kind
                field.value = inner.end..<max(inner.end, endOfValue(input, from: inner.end, depth: depth))
            } else if IdentifierKind.isPositional(name), field.value.count < 16 {
                field.kind = nil
                field.value = start..<start
            }
            return field
        }
        guard let kind else { return nil }
        for separator in quotedSeparators where hasPrefix(separator, input[...], end) {
            let start = end + separator.count
            let stop = input[start...].firstIndex(of: UInt8(ascii: "\"")) ?? input.count
            return Field(kind: kind, value: start..<stop, depth: 0)
        }
        if IdentifierKind.privateHeaders.contains(name.lowercased()), hasPrefix(headerSeparator, input[...], end) {
            let stop = input[end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? input.count
            return Field(kind: kind, value: (end + 2)..<stop, depth: 0)
        }
        return nil
    }

    static func endOfName(_ input: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < input.count, isName(input[end]) { end += 1 }
        return end
    }

    static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// 3 for `%26`, 5 for `%2526`; `nil` where no percent escape begins.
    static func escapeLength(_ input: [UInt8], _ index: Int) -> Int? {
        guard input[index] == UInt8(ascii: "%"), input.count - index >= 3, isHex(input[index + 1]),
            isHex(input[index + 2])
        else { return nil }
        let isDouble = input[index + 1] == UInt8(ascii: "2") && input[index + 2] == UInt8(ascii: "5")
        guard isDouble, input.count - index >= 5, isHex(input[index + 3]), isHex(input[index + 4]) else { return 3 }
        return 5
    }

    /// Percent-decoded up to `times` times, so that one value has one stand-in however it was encoded.
    static func decoded(_ raw: ArraySlice<UInt8>, times: Int) -> String {
        var bytes = Array(raw)
        for _ in 0..<times {
            guard bytes.contains(UInt8(ascii: "%")) else { break }
            bytes = decodedOnce(bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Empty, a macro that was not expanded, or the values that mean "unknown" and "not allowed".
    static func saysNothing(_ value: String) -> Bool {
        if value.isEmpty || ["-1", "-2", "0", "null", "undefined", "none", "unknown"].contains(value) { return true }
        if value.utf8.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) { return true }
        guard let first = value.first, let last = value.last else { return true }
        return (first == "[" && last == "]") || (first == "{" && last == "}") || value.hasPrefix("${")
            || value.hasPrefix("{$") || (first == "|" && last == "|")
    }

    /// Long and without structure: letters and digits mixed, nothing that people write.
    static func looksRandom(_ value: String) -> Bool {
        guard (24...512).contains(value.utf8.count) else { return false }
        var digits = 0
        var letters = 0
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A, 0x61...0x7A: letters += 1
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="): continue
            default: return false
            }
        }
        return digits >= 4 && letters >= 4
    }

    /// Nielsen nests a key before the value: `c9=devid,12b9…`. A value without one has none.
    private static func innerKey(_ input: [UInt8], from start: Int) -> (kind: IdentifierKind, end: Int)? {
        var end = start
        while end < input.count, end - start <= longestName, isName(input[end]) { end += 1 }
        guard end > start, end - start <= longestName else { return nil }
        for comma in commas where hasPrefix(comma, input[...], end) {
            return IdentifierKind.of(name: String(decoding: input[start..<end], as: UTF8.self))
                .map { ($0, end + comma.count) }
        }
        return nil
    }

    /// What a value without a telling name could be if it is random: letters and digits as far as they go, at most 512
    /// bytes, with nothing but the end of the value behind them. Empty when it cannot be.
    private static func randomRun(_ input: [UInt8], _ start: Int) -> Range<Int> {
        var end = start
        while end < input.count, end - start <= 512, isName(input[end]) { end += 1 }
        while end < input.count, end - start <= 512, input[end] == UInt8(ascii: "=") { end += 1 }
        guard end == input.count || isStop(input[end]) || input[end] == UInt8(ascii: "%") else { return start..<start }
        return start..<end
    }

    private static func endOfValue(_ input: [UInt8], from start: Int, depth: Int) -> Int {
        let stops = encodedStops[depth]
        var index = start
        while index < input.count, !isStop(input[index]) {
            if input[index] == UInt8(ascii: "%"), stops.contains(where: { hasPrefix($0, input[...], index) }) { break }
            index += 1
        }
        // A sentence goes on behind the value.
        while index > start, index == input.count || input[index] == 0x20, isPunctuation(input[index - 1]) {
            index -= 1
        }
        return index
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

    private static let separators = ["=", "%3D", "%253D"].map { Array($0.utf8) }
    /// Bytes of the longest name that means anything, with room to spare.
    static let longestName = 40
    private static let headerSeparator = Array(": ".utf8)
    private static let commas = ["%252C", "%2C", ","].map { Array($0.utf8) }
    private static let quotedSeparators = ["\":\"", "\": \""].map { Array($0.utf8) }
    private static let encodedStops: [[[UInt8]]] = [
        [],
        ["%26", "%3B", "%23", "%22", "%20"].map { Array($0.utf8) },
        ["%2526", "%253B", "%2523", "%2522", "%2520", "%26"].map { Array($0.utf8) },
    ]

    private static func hasPrefix(_ prefix: [UInt8], _ input: ArraySlice<UInt8>, _ index: Int) -> Bool {
        guard input.endIndex - index >= prefix.count else { return false }
        for offset in prefix.indices {
            let byte = input[index + offset]
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            let wanted = (0x61...0x7A).contains(prefix[offset]) ? prefix[offset] - 0x20 : prefix[offset]
            guard upper == wanted else { return false }
        }
        return true
    }

    private static func decodedOnce(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), bytes.count - index >= 3, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil
    }
}
