import Encodings
import Model

/// Host names as clients send them, so that a declared one and the sent one can be compared (WHATWG URL, host parsing).
enum HostName {
    /// In lower case, percent-decoded, without the dot of the root, labels beyond ASCII in their punycode form.
    static func normalise(_ host: ArraySlice<UInt8>) -> [UInt8] {
        encode(host[withoutRoot(host.indices, of: host)])
    }

    /// The host without the dot that stands for the root (RFC 1034 section 3.1): few clients send it.
    static func withoutRoot(_ host: Range<Int>, of bytes: ArraySlice<UInt8>) -> Range<Int> {
        host.count > 1 && bytes[host.upperBound - 1] == dot ? host.dropLast() : host
    }

    /// ``normalise(_:)`` of a part of a host.
    static func encode(_ host: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = host.map(ASCII.lowercased)
        if bytes.contains(UInt8(ascii: "%")) { bytes = PercentCoding.decode(bytes, plusIsSpace: false) }
        if bytes.contains(where: { $0 >= 0x80 }) { bytes = encodingLabels(bytes) }
        return bytes
    }

    private static let dot = UInt8(ascii: ".")

    private static func encodingLabels(_ host: [UInt8]) -> [UInt8] {
        let labels = String(decoding: host, as: UTF8.self).lowercased().utf8.split(
            separator: dot, omittingEmptySubsequences: false)
        let encoded = labels.map { label -> [UInt8] in
            guard label.contains(where: { $0 >= 0x80 }),
                let code = Punycode.encode(String(decoding: Array(label), as: UTF8.self).unicodeScalars.map(\.value))
            else { return Array(label) }
            return "xn--".utf8 + code
        }
        return Array(encoded.joined(separator: [dot]))
    }
}
