import Model

/// Values as small readers want them, for fields that are read once and seldom; any other type is stepped over and reads
/// as nothing.
extension JSONScanner {
    /// The bytes of a string or number, unescaped.
    public mutating func scalarBytes() throws(JSONFault) -> [UInt8] {
        guard let value = try numberValue() else { return [] }
        return bytes(of: value)
    }

    /// The bytes of a string, its escapes undone; empty for a value that is not one.
    public mutating func bytesValue() throws(JSONFault) -> [UInt8] {
        guard let string = try stringValue() else { return [] }
        return bytes(of: string)
    }

    /// Bytes that are not UTF-8 become percent escapes.
    public mutating func textValue() throws(JSONFault) -> String {
        WireText.decode(try bytesValue()[...]).text
    }

    /// The number times ten to the power of `scale`; a string may hold it.
    public mutating func integerValue(scale: Int = 0) throws(JSONFault) -> Int? {
        guard let number = try numberValue() else { return nil }
        return withText(of: number) { JSONNumber.integer($0, scale: scale) }
    }

    /// A string read as a time (RFC 3339); `nil` where it is not one.
    public mutating func timeValue() throws(JSONFault) -> Timestamp? {
        guard let string = try stringValue() else { return nil }
        return withText(of: string) { ISO8601.read($0)?.timestamp }
    }

    /// Whether the value is `true`; anything else is not.
    public mutating func isTrueValue() throws(JSONFault) -> Bool {
        let isTrue = try peek() == UInt8(ascii: "t")
        try skipValue()
        return isTrue
    }

    /// Takes an opening brace, if that is what comes next.
    public mutating func opensObject() throws(JSONFault) -> Bool { try opens(UInt8(ascii: "{")) }

    /// Takes an opening bracket, if that is what comes next.
    public mutating func opensArray() throws(JSONFault) -> Bool { try opens(UInt8(ascii: "[")) }

    private mutating func opens(_ bracket: UInt8) throws(JSONFault) -> Bool {
        guard try peek() == bracket else { return false }
        position += 1
        return true
    }

    /// Reads the elements of the array that one member of an object has whose opening brace was taken.
    public mutating func elements(
        of member: StaticString, _ read: (inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        var first = true
        while let key = try nextKey(&first) {
            guard matches(key, member), try opensArray() else {
                try skipValue()
                continue
            }
            var isFirst = true
            while try nextElement(&isFirst) { try read(&self) }
        }
    }

    /// Takes a UTF-8 byte order mark, if the text begins with one.
    public mutating func skipByteOrderMark() throws(JSONFault) {
        for (offset, mark) in ByteOrderMark.bytes.enumerated() {
            guard try byte(at: position + offset) == mark else { return }
        }
        position += ByteOrderMark.bytes.count
    }
}
