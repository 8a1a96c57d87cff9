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

    /// `nil` when the bytes are damaged or go beyond the limits.
    static func decoded(_ bytes: [UInt8], _ coding: ContentCoding, _ limits: ContentDecoder.Limits) -> [UInt8]? {
        let result = ContentDecoder(limits: limits).decode(bytes, codings: [coding])
        switch result.outcome {
        case .complete, .trailing: return result.bytes
        case .truncated, .limited, .damaged, .undecodable, .mislabelled: return nil
        }
    }
}
