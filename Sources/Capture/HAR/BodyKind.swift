import Model

/// Whether a body may be a document (VAST, VMAP, playlists, JSON, scripts) or is only media.
enum BodyKind: Sendable, Hashable {
    case document, media

    /// By media type and, where that says media or nothing, by the first bytes: ad servers mislabel documents.
    ///
    /// - Parameters:
    ///   - mimeType: as the exporter wrote it, parameters included; may be empty.
    ///   - head: the first decoded bytes; empty when the body is not at hand.
    static func of(mimeType: Span<UInt8>, head: [UInt8]) -> BodyKind {
        switch byType(mimeType) {
        case .document: .document
        case .media: beginsLikeDocument(head) ? .document : .media
        case nil: head.isEmpty || isText(head) ? .document : .media
        }
    }

    /// Whether a body of this type and of no stated length was there, though nothing of it was saved: such documents are
    /// never empty.
    static func isNeverEmpty(_ mimeType: String) -> Bool {
        let type = mimeType.lowercased()
        return type.contains("xml") || type.contains("json") || type.contains("mpegurl")
    }

    /// Whether the type is `application/x-www-form-urlencoded`.
    static func isForm(_ mimeType: Span<UInt8>) -> Bool {
        contains(mimeType, "x-www-form-urlencoded")
    }

    /// `nil` when the type says neither.
    private static func byType(_ type: Span<UInt8>) -> BodyKind? {
        if type.count == 0 { return nil }
        if begins(type, "image/") { return .media }
        if begins(type, "text/") || contains(type, "xml") || contains(type, "json") || contains(type, "script")
            || contains(type, "mpegurl") || contains(type, "html") || contains(type, "dash") || contains(type, "form")
        {
            return .document
        }
        let isMedia =
            begins(type, "video/") || begins(type, "audio/") || contains(type, "font") || contains(type, "wasm")
            || contains(type, "shockwave")
        return isMedia ? .media : nil
    }

    private static func begins(_ type: Span<UInt8>, _ mark: StaticString) -> Bool {
        matches(type, at: 0, mark)
    }

    private static func contains(_ type: Span<UInt8>, _ mark: StaticString) -> Bool {
        let last = type.count - mark.utf8CodeUnitCount
        guard last >= 0 else { return false }
        for start in 0...last where matches(type, at: start, mark) { return true }
        return false
    }

    private static func matches(_ type: Span<UInt8>, at start: Int, _ mark: StaticString) -> Bool {
        guard type.count - start >= mark.utf8CodeUnitCount else { return false }
        for offset in 0..<mark.utf8CodeUnitCount
        where ASCII.lowercased(type[start + offset]) != mark.utf8Start[offset] {
            return false
        }
        return true
    }

    /// `<`, `{`, `[` or `#EXT` after a byte order mark and white space; not an SVG, which is a picture.
    private static func beginsLikeDocument(_ head: [UInt8]) -> Bool {
        let text = head[ByteOrderMark.count(head.span)...]
        let body = text.drop { $0 <= 0x20 && $0 != 0 }
        guard isText(text) else { return false }
        // Only white space so far, which no medium begins with.
        guard let first = body.first else { return !head.isEmpty }
        if body.starts(with: "<svg".utf8) { return false }
        return first == UInt8(ascii: "<") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            || body.starts(with: "#EXT".utf8)
    }

    /// No control characters but white space.
    private static func isText(_ head: some Sequence<UInt8>) -> Bool {
        head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B }
    }
}
