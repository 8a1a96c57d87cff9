/// Text made of bytes from the wire that should be UTF-8 and may be anything.
///
/// A URL must neither lose a byte nor stop the reader. Bytes that are no UTF-8 become percent escapes, which is how a URL
/// spells them anyway (RFC 3986, section 2.1); whoever decodes them gets the bytes back.
public enum WireText {
    /// - Returns: the text, and whether bytes had to be escaped; exchanges then carry the note `raw-bytes`.
    public static func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, escaped: Bool) {
        if let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) { return (text, false) }
        var text = ""
        var rest = bytes
        while !rest.isEmpty {
            var iterator = rest.makeIterator()
            var decoder = UTF8()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
                var escape: [UInt8] = []
                PercentCoding.append(rest.prefix(1), to: &escape, keeping: { _ in false })
                text += String(decoding: escape, as: UTF8.self)
                rest.removeFirst()
                continue
            }
            text.unicodeScalars.append(scalar)
            rest.removeFirst(UTF8.width(scalar))
        }
        return (text, true)
    }
}
