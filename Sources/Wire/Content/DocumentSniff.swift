import Model

/// Decides which bodies may hold a document (VAST, VMAP, playlists, asset lists, configurations) and are worth keeping.
///
/// The declared media type decides first; the first bytes correct it, because ad servers send XML as `image/gif` and
/// playlists as `video/mp2t`.
public enum DocumentSniff {
    /// How many bytes of a body are enough to decide.
    public static let prefixLength = 512

    /// Whether a body of this type, beginning with these (decoded) bytes, may be a document.
    ///
    /// - Parameter kind: what the value of `Content-Type` says, which ``kind(of:)`` tells.
    static func mayBeDocument(_ kind: Kind, prefix: some Collection<UInt8>) -> Bool {
        switch kind {
        case .document: true
        case .media, .unspecified: looksLikeText(prefix)
        }
    }

    /// Whether the bytes, cut anywhere, are text: UTF-8 without control characters, UTF-16 with a byte order mark, or
    /// anything that begins as markup does.
    public static func looksLikeText(_ prefix: some Collection<UInt8>) -> Bool {
        let bytes = Array(prefix.prefix(prefixLength))
        if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) { return true }
        guard !bytes.contains(where: isControl) else { return false }
        return isUTF8(bytes) || beginsAsMarkup(bytes)
    }

    enum Kind: Sendable, Hashable {
        /// Text, XML, JSON, playlists, and every type not known to be something else.
        case document
        case media
        /// No type, or `application/octet-stream`: the bytes alone decide.
        case unspecified
    }

    static func kind(of contentType: String?) -> Kind {
        guard let contentType else { return .unspecified }
        let bytes = contentType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let essence = String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self)
        switch essence {
        case "", "application/octet-stream", "binary/octet-stream": return .unspecified
        case "audio/mpegurl", "audio/x-mpegurl", "image/svg+xml": return .document
        case "application/zip", "application/wasm", "application/mp4", "application/vnd.ms-fontobject": return .media
        default:
            let media = ["image/", "video/", "audio/", "font/", "application/font", "application/x-font"]
            return media.contains(where: essence.hasPrefix) ? .media : .document
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 ? !(0x09...0x0d ~= byte || byte == 0x1b) : byte == 0x7f
    }

    private static func beginsAsMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.first { !(0x09...0x0d ~= $0 || $0 == 0x20) } == UInt8(ascii: "<")
    }

    /// Whether the bytes are UTF-8, the last character possibly cut.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            let length: Int
            switch lead {
            case 0..<0x80: length = 1
            case 0xc2..<0xe0: length = 2
            case 0xe0..<0xf0: length = 3
            case 0xf0..<0xf5: length = 4
            default: return false
            }
            for follower in bytes[index...].prefix(length).dropFirst() where follower & 0xc0 != 0x80 { return false }
            index += length
        }
        return true
    }
}
