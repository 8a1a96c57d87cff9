import Encodings
import Model

/// A content coding that an exporter should have removed from a body, and did not.
enum StillEncoded {
    /// By the first bytes and a Content-Encoding that names a coding.
    static func coding(of bytes: [UInt8], headers: HeaderFields) -> ContentCoding? {
        guard let first = bytes.first, first == 0x1F || first == 0x28 || first == 0x78,
            let named = headers["content-encoding"]?.lowercased()
        else { return nil }
        if named.contains("deflate"), DeflateWrapper.isZlibHeader(bytes.span) { return .deflate }
        return named.contains("gzip") || named.contains("zstd") ? ContentCoding.sniff(bytes) : nil
    }

    /// Of a text, by a Content-Encoding without first bytes of its own and by bytes that no text has.
    static func coding(ofText bytes: [UInt8], headers: HeaderFields) -> ContentCoding? {
        guard let outer = ContentCoding.list(headers["content-encoding"]).last, !isText(bytes) else { return nil }
        switch outer {
        case .brotli, .unknown: return outer
        case .gzip, .deflate, .zstd: return nil
        }
    }

    /// UTF-16 has a NUL beside each letter of a tag.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(512)
        if head.prefix(4).contains(UInt8(ascii: "<")), head.prefix(4).contains(0) { return true }
        return head.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }

    /// `nil` when the bytes are damaged or go beyond the limits.
    static func decoded(_ bytes: [UInt8], _ coding: ContentCoding, _ limits: ContentDecoder.Limits) -> [UInt8]? {
        let result = ContentDecoder(limits: limits).decode(bytes, codings: [coding])
        switch result.outcome {
        case .complete, .trailing: return result.bytes
        case .truncated, .limited, .damaged, .undecodable, .mislabelled: return nil
        }
    }
}
