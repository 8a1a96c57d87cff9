import Model

/// Percent-encoding (RFC 3986 section 2.1) on bytes.
public enum PercentCoding {
    /// Decodes every valid `%xx`; anything else stays. `+` is a space only in queries.
    public static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        decode(bytes, plusIsSpace: plusIsSpace, keepingSlash: false)
    }

    /// Decodes a whole path: an encoded slash stays encoded (as `%2F`), because it separates no segments.
    public static func decodePath(_ bytes: some Collection<UInt8>) -> [UInt8] {
        decode(bytes, plusIsSpace: false, keepingSlash: true)
    }

    private static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool, keepingSlash: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            index = bytes.index(after: index)
            guard byte == UInt8(ascii: "%"), let value = hexPair(bytes, at: index) else {
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

    private static func hexPair<Bytes: Collection<UInt8>>(_ bytes: Bytes, at index: Bytes.Index) -> UInt8? {
        guard index != bytes.endIndex, let high = ASCII.hexValue(bytes[index]) else { return nil }
        let next = bytes.index(after: index)
        guard next != bytes.endIndex, let low = ASCII.hexValue(bytes[next]) else { return nil }
        return high << 4 | low
    }
}
