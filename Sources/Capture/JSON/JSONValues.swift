import Model

/// Values as small readers want them; the fields of a record are read once and seldom.
extension JSONScanner {
    /// The bytes of a string or number, unescaped; empty for any other value, which is skipped.
    mutating func scalarBytes() throws(JSONFault) -> [UInt8] {
        guard let value = try numberValue() else { return [] }
        return bytes(of: value)
    }
}
