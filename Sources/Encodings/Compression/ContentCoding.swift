/// A content coding or transfer coding (RFC 9110 section 8.4.1, RFC 9112 section 7).
public enum ContentCoding: Sendable, Hashable {
    case gzip
    /// zlib format, or raw deflate as some servers send it.
    case deflate
    case brotli
    case zstd
    /// A coding that this decoder does not know, such as `compress` or the dictionary codings `dcb` and `dcz`.
    case unknown(String)

    /// The codings of a field value in the order they were applied; `identity` and `chunked` are none.
    public static func list(_ fieldValue: String?) -> [ContentCoding] {
        guard let fieldValue else { return [] }
        return fieldValue.split(separator: ",").compactMap { item in
            let name = item.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
            switch name {
            case "", "identity", "chunked", "none": return nil
            case "gzip", "x-gzip": return .gzip
            case "deflate": return .deflate
            case "br": return .brotli
            case "zstd": return .zstd
            default: return .unknown(name)
            }
        }
    }

    public var name: String {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .brotli: "br"
        case .zstd: "zstd"
        case .unknown(let name): name
        }
    }

    /// The coding whose magic number begins `bytes`; Brotli has none.
    public static func sniff(_ bytes: [UInt8]) -> ContentCoding? {
        if Inflater.begins(bytes.span), bytes.count > 2, bytes[2] == 0x08 { return .gzip }
        if ZstdExpander.begins(bytes.span) { return .zstd }
        return nil
    }
}
