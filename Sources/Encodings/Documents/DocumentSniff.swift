import Model

/// Decides which bodies may hold a document (VAST, VMAP, playlists, asset lists, configurations) and are worth keeping.
///
/// A type that documents have decides alone. Any other type is doubted, because ad servers send XML as `image/gif` and
/// playlists as `video/mp2t`: there the first bytes decide, and what is text may be a document.
public enum DocumentSniff {
    /// How many bytes of a body are enough to decide.
    public static let prefixLength = 512

    /// What the value of `Content-Type` says.
    public enum Kind: Sendable, Hashable {
        /// Text, XML, JSON, playlists, scripts, forms: kept whatever the bytes are.
        case document
        /// Pictures, sound, video, fonts, archives: kept when the bytes are text.
        case media
        /// Nothing, or nothing that helps: kept when the bytes are text, or not at hand.
        case unspecified
    }

    /// - Parameter type: the value of `Content-Type`, with its parameters.
    public static func kind(of type: Span<UInt8>) -> Kind {
        if MediaType.begins(type, "image/") { return .media }
        if MediaType.begins(type, "text/") || MediaType.contains(type, "xml") || MediaType.contains(type, "json")
            || MediaType.contains(type, "script") || MediaType.contains(type, "mpegurl")
            || MediaType.contains(type, "html") || MediaType.contains(type, "dash") || MediaType.contains(type, "form")
        {
            return .document
        }
        let isMedia =
            MediaType.begins(type, "video/") || MediaType.begins(type, "audio/") || MediaType.contains(type, "font")
            || MediaType.contains(type, "wasm") || MediaType.contains(type, "shockwave")
            || MediaType.begins(type, "application/zip") || MediaType.begins(type, "application/mp4")
        return isMedia ? .media : .unspecified
    }

    /// What a media type says of a body; `nil` is a type nobody gave.
    public static func kind(of type: String?) -> Kind {
        guard let type else { return .unspecified }
        return kind(of: Array(type.utf8).span)
    }

    /// Whether a body of this kind, beginning with these decoded bytes, may be a document; without bytes its type decides.
    public static func mayBeDocument(_ kind: Kind, prefix: some Collection<UInt8>) -> Bool {
        switch kind {
        case .document: true
        case .unspecified: looksLikeText(prefix)
        case .media: !prefix.isEmpty && looksLikeText(prefix) && !beginsAsPicture(prefix)
        }
    }

    /// Whether a body of this type and of no stated length was there, though nothing of it was saved: such documents are
    /// never empty.
    public static func isNeverEmpty(_ type: String) -> Bool {
        let type = Array(type.utf8)
        return MediaType.contains(type.span, "xml") || MediaType.contains(type.span, "json")
            || MediaType.contains(type.span, "mpegurl")
    }

    /// Whether the bytes, cut anywhere, are text: UTF-8 without control characters, UTF-16 with a byte order mark, or
    /// anything that begins as markup does.
    static func looksLikeText(_ prefix: some Collection<UInt8>) -> Bool {
        let bytes = Array(prefix.prefix(prefixLength))
        if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) { return true }
        guard !bytes.contains(where: isControl) else { return false }
        return isUTF8(bytes) || text(bytes).first == UInt8(ascii: "<")
    }

    /// SVG says that it is a picture and is one, though it is text.
    private static func beginsAsPicture(_ prefix: some Collection<UInt8>) -> Bool {
        text(Array(prefix.prefix(64))).starts(with: "<svg".utf8)
    }

    /// What stands behind a byte order mark and white space.
    private static func text(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[ByteOrderMark.count(bytes.span)...].drop { 0x09...0x0d ~= $0 || $0 == 0x20 }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 ? !(0x09...0x0d ~= byte || byte == 0x1b) : byte == 0x7f
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
