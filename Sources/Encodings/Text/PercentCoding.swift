import Model

/// Percent-encoding (RFC 3986 section 2.1) on bytes.
public enum PercentCoding {
    /// Decodes every valid `%xx`; anything else stays. `+` is a space only in queries.
    @inlinable
    public static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        decode(bytes, plusIsSpace: plusIsSpace, keepingSlash: false)
    }

    /// Decodes a whole path: an encoded slash stays encoded (as `%2F`), because it separates no segments.
    @inlinable
    public static func decodePath(_ bytes: some Collection<UInt8>) -> [UInt8] {
        decode(bytes, plusIsSpace: false, keepingSlash: true)
    }

    @inlinable
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool, keepingSlash: Bool) -> [UInt8] {
        // Most components have nothing to decode.
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
            return Array(bytes)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            index = bytes.index(after: index)
            guard byte == UInt8(ascii: "%"), let value = Hexadecimal.byte(in: bytes, at: index) else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            index = bytes.index(index, offsetBy: 2)
            if keepingSlash, value == UInt8(ascii: "/") {
                result.append(contentsOf: "%2F".utf8)
            } else {
                result.append(value)
            }
        }
        return result
    }

    /// `text` decoded once; bytes that are no UTF-8 become U+FFFD.
    public static func text(_ text: String, plusIsSpace: Bool = false) -> String {
        guard plusIsSpace || text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: decode(Array(text.utf8), plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Whether `text` holds a well-formed `%xx`.
    public static func isEncoded(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return false }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { isEscape(bytes, at: $0) }
    }

    /// Whether a well-formed `%xx` begins at `index`.
    public static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "%") && Hexadecimal.byte(in: bytes, at: index + 1) != nil
    }

    // MARK: Encoding

    /// Appends the bytes, those as `%XX` that are not to be kept.
    public static func append(
        _ bytes: some Sequence<UInt8>, to output: inout [UInt8], keeping isKept: (UInt8) -> Bool = isUnreserved
    ) {
        for byte in bytes {
            if isKept(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
    }

    /// What never needs encoding (RFC 3986 section 2.3).
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
    }

    /// Upper-case digits, as RFC 3986 asks for.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
