import Encodings
import Model

// Name and value pairs, and values of a type that HAR 1.2 does not give them.
extension HAREntry {
    mutating func readHeaders(
        _ scanner: inout JSONScanner, _ scratch: inout [UInt8]
    ) throws(JSONFault) -> HeaderFields {
        guard try scanner.peek() == UInt8(ascii: "[") else {
            try skipOther(&scanner)
            return HeaderFields()
        }
        scanner.position += 1
        var used = 0
        var first = true
        while try scanner.nextElement(&first) {
            guard let pair = try readPair(&scanner), let name = pair.name else { continue }
            used += scanner.writeField(name: name, value: pair.value, to: &scratch, at: used)
        }
        return HeaderFields(block: scratch.withUnsafeBufferPointer { Array($0[..<used]) })
    }

    /// `name=value&…`: the form body that the parameters came from, percent-encoded again.
    mutating func readParams(_ scanner: inout JSONScanner) throws(JSONFault) -> [UInt8] {
        scanner.position += 1
        var form: [UInt8] = []
        var first = true
        while try scanner.nextElement(&first) {
            guard let pair = try readPair(&scanner), let name = pair.name else { continue }
            if !form.isEmpty { form.append(UInt8(ascii: "&")) }
            scanner.withText(of: name) { FormEncoding.append($0, to: &form) }
            form.append(UInt8(ascii: "="))
            if let value = pair.value { scanner.withText(of: value) { FormEncoding.append($0, to: &form) } }
        }
        return form
    }

    /// `{ "name": …, "value": … }`; `nil` for another value.
    ///
    /// Half of all strings of a HAR are these two keys, so they are compared as one word before anything else is tried.
    @inline(__always)
    private mutating func readPair(
        _ scanner: inout JSONScanner
    ) throws(JSONFault) -> (name: JSONString?, value: JSONString?)? {
        guard try object(&scanner) else { return nil }
        var pair: (name: JSONString?, value: JSONString?) = (nil, nil)
        var first = true
        while try scanner.nextMember(&first) {
            if scanner.take(.name) {
                pair.name = try scanner.stringValue()
            } else if scanner.take(.value) {
                // A value may be a number or, for a field without one, null.
                pair.value = try scanner.numberValue()
            } else {
                let key = try scanner.key()
                if scanner.matches(key, "name") {
                    pair.name = try scanner.stringValue()
                } else if scanner.matches(key, "value") {
                    pair.value = try scanner.numberValue()
                } else {
                    try scanner.skipValue()
                }
            }
        }
        if pair.name == nil { flaws.insert(.fieldType) }
        return pair
    }

    /// Steps over `cookies` and `queryString`, which repeat what the headers and the URL say.
    mutating func skipPairs(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.peek() == UInt8(ascii: "[") else { return try scanner.skipValue() }
        scanner.position += 1
        var first = true
        while try scanner.nextElement(&first) { _ = try readPair(&scanner) }
    }

    // MARK: Values of the wrong type

    /// Takes an opening brace; any other value is skipped.
    @inline(__always)
    mutating func object(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try skipOther(&scanner)
            return false
        }
        scanner.position += 1
        return true
    }

    @inline(__always)
    mutating func string(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONString? {
        guard try scanner.peek() == UInt8(ascii: "\"") else {
            try skipOther(&scanner)
            return nil
        }
        return try scanner.string()
    }

    mutating func microseconds(_ scanner: inout JSONScanner) throws(JSONFault) -> Int? {
        guard let number = try scanner.numberValue() else { return nil }
        let value = scanner.withText(of: number) { JSONNumber.integer($0, scale: 3) }
        return value.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether the value says anything: not null, false, zero or an empty string.
    func isSet(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        switch try scanner.peek() {
        case UInt8(ascii: "\""): return try scanner.string().count > 0
        case UInt8(ascii: "n"), UInt8(ascii: "f"), UInt8(ascii: "0"):
            try scanner.skipValue()
            return false
        default:
            try scanner.skipValue()
            return true
        }
    }

    private mutating func skipOther(_ scanner: inout JSONScanner) throws(JSONFault) {
        if try scanner.peek() != UInt8(ascii: "n") { flaws.insert(.fieldType) }
        try scanner.skipValue()
    }
}

extension JSONScanner {
    /// Writes `name: value` and a line feed at a place of `block`, which grows as needed: a field as ``HeaderFields``
    /// stores it.
    ///
    /// - Returns: how many bytes were written.
    @inline(__always)
    fileprivate func writeField(name: JSONString, value: JSONString?, to block: inout [UInt8], at place: Int) -> Int {
        let value = value ?? JSONString(start: name.start, count: 0)
        let needed = name.count + value.count + 3
        if block.count - place < needed {
            block.append(contentsOf: repeatElement(0, count: max(needed, block.count, 4096)))
        }
        return block.withUnsafeMutableBufferPointer { block in
            let room = UnsafeMutableBufferPointer(rebasing: block[place..<(place + needed)])
            var count = write(name, to: room)
            room[count] = UInt8(ascii: ":")
            room[count + 1] = UInt8(ascii: " ")
            count += 2
            count += write(value, to: UnsafeMutableBufferPointer(rebasing: room[count...]))
            if !name.isPlain || !value.isPlain {
                for index in 0..<count where room[index] == UInt8(ascii: "\n") { room[index] = UInt8(ascii: " ") }
            }
            room[count] = UInt8(ascii: "\n")
            return count + 1
        }
    }
}
