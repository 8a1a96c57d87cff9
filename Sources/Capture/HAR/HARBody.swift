import Encodings
import Model

// What a HAR says of bodies. `content.text` is decoded content; where it is absent, the rest of the entry tells an
// empty body from one that the exporter left out.
extension HARExchangeBuilder {
    /// - Parameter headers: of the response.
    mutating func responseBody(_ status: Int, to method: String, headers: HeaderFields) -> Body {
        let response = entry.response
        let size = integer(response.size).flatMap { $0 >= 0 ? $0 : nil }
        guard let text = response.text, text.count > 0 else {
            return absentBody(status, to: method, headers: headers, size: size)
        }
        let isBase64 = response.encoding.map { scanner.matches($0, "base64") } ?? false
        if isMedia(response.mimeType, text, isBase64: isBase64) {
            return Body(size: size ?? (isBase64 ? text.count / 4 * 3 : text.count), content: .media)
        }
        guard var bytes = isBase64 ? decoded(text) : scanner.bytes(of: text) else {
            flaws.insert(.bodyUndecodable)
            return Body(size: size, content: .missing)
        }
        if let coding = coding(of: bytes, headers) {
            guard let plain = StillEncoded.decoded(bytes, coding, limits.content) else {
                flaws.insert(.bodyUndecodable)
                return Body(size: size, content: .missing)
            }
            bytes = plain
        } else if entry.response.isBroken || isCut(bytes, of: size, headers) {
            flaws.insert(.bodyCut)
            return Body(size: size, content: .cut(bytes))
        }
        return capped(bytes)
    }

    mutating func requestBody(_ method: String) -> Body {
        let request = entry.request
        if let text = request.text, text.count > 0 {
            let isBase64 = request.encoding.map { scanner.matches($0, "base64") } ?? false
            guard let bytes = isBase64 ? decoded(text) : scanner.bytes(of: text) else {
                flaws.insert(.bodyUndecodable)
                return Body(size: integer(request.bodySize).flatMap { $0 >= 0 ? $0 : nil }, content: .missing)
            }
            return capped(bytes)
        }
        let isForm = request.mimeType.map { scanner.withText(of: $0, { FormEncoding.isForm($0) }) } ?? false
        if isForm, let form = request.form, !form.isEmpty { return capped(form) }
        let size = integer(request.bodySize)
        if let size, size > 0 { return Body(size: size, content: .missing) }
        // Parameters without text are a multipart body whose files the exporter left out.
        if let form = request.form, !form.isEmpty { return Body(size: nil, content: .missing) }
        guard size != 0, Exchange.Request.usuallyHasContent(method), request.text == nil else { return .none }
        guard let length = request.headers["content-length"].flatMap({ Int($0) }) else {
            return Body(size: nil, content: .missing)
        }
        return length > 0 ? Body(size: length, content: .missing) : .none
    }

    /// The body of a request in an export of ours, which says how it stood in the capture.
    mutating func requestBody(as stated: HAROrigin.StatedBody) -> Body {
        body(entry.request.text, encoding: entry.request.encoding, stated)
    }

    mutating func responseBody(as stated: HAROrigin.StatedBody) -> Body {
        body(entry.response.text, encoding: entry.response.encoding, stated)
    }

    private mutating func body(_ text: JSONString?, encoding: JSONString?, _ stated: HAROrigin.StatedBody) -> Body {
        let content: Body.Content
        switch stated.state {
        case .empty: content = .empty
        case .media: content = .media
        case .missing: content = .missing
        case .kept, .cut:
            let isBase64 = encoding.map { scanner.matches($0, "base64") } ?? false
            guard let text, let bytes = isBase64 ? decoded(text) : scanner.bytes(of: text),
                bytes.count <= limits.bodyBytes
            else {
                flaws.insert(.bodyUndecodable)
                return Body(size: stated.size, content: .missing)
            }
            if stated.state == .cut { flaws.insert(.bodyCut) }
            content = stated.state == .cut ? .cut(bytes) : .kept(bytes)
        }
        return Body(size: stated.size, content: content)
    }

    private mutating func absentBody(_ status: Int, to method: String, headers: HeaderFields, size: Int?) -> Body {
        if Exchange.Response.neverHasContent(status, to: method) || headers["content-length"] == "0" { return .none }
        let type = entry.response.mimeType.map { scanner.bytes(of: $0) } ?? []
        if size == 0, !entry.response.saysLeftOut, !isLeftOut(headers, type: type) { return .none }
        let isMedia = !DocumentSniff.mayBeDocument(DocumentSniff.kind(of: type.span), prefix: [])
        // Below that, exporters leave bodies out for other reasons, and by the thousand; some say so beside the body.
        if !isMedia, entry.response.saysLeftOut || size.map({ $0 > HARExchangeBuilder.largeBody }) ?? false {
            flaws.insert(.bodyLeftOut)
        }
        return Body(size: size, content: isMedia ? .media : .missing)
    }

    /// The smallest limit on bodies that an exporter is known to have: HTTP Toolkit's of before 2020.
    private static var largeBody: Int { 40_960 }

    /// Whether a body of which the exporter says that it has no bytes was there all the same: the response announced
    /// some, or it was XML of no stated length, which is never empty.
    private func isLeftOut(_ headers: HeaderFields, type: [UInt8]) -> Bool {
        if let length = headers["content-length"] { return Int(length).map { $0 > 0 } ?? false }
        if let transferred = integer(entry.response.transferSize), transferred > headers.block.count + Self.mostFraming
        {
            return true
        }
        if let sent = integer(entry.response.bodySize), sent >= 0 { return sent > 0 }
        return String(decoding: type, as: UTF8.self).lowercased().contains("xml")
    }

    /// More bytes than a response without a body takes beside its header fields, however it was sent.
    private static var mostFraming: Int { 512 }

    /// By its type and first bytes, without decoding the rest.
    private func isMedia(_ mimeType: JSONString?, _ text: JSONString, isBase64: Bool) -> Bool {
        let kind = self.kind(of: mimeType)
        guard kind != .document else { return false }
        let raw = scanner.bytes(of: text.prefix(DocumentSniff.prefixLength))
        let head = isBase64 ? Base64.decode(raw.span, limit: DocumentSniff.prefixLength / 4 * 3) ?? [] : raw
        // What is still compressed cannot be told by its bytes.
        return !DocumentSniff.mayBeDocument(kind, prefix: ContentCoding.sniff(head) == nil ? head : [])
    }

    private func decoded(_ text: JSONString) -> [UInt8]? {
        scanner.withText(of: text) { Base64.decode($0) }
    }

    /// The coding that a body still has. Only of a document is it known that decoded it would be a text.
    private func coding(of bytes: [UInt8], _ headers: HeaderFields) -> ContentCoding? {
        if let coding = StillEncoded.coding(of: bytes, headers: headers) { return coding }
        guard let coding = StillEncoded.coding(ofText: bytes, headers: headers),
            kind(of: entry.response.mimeType) == .document
        else { return nil }
        return coding
    }

    private func kind(of mimeType: JSONString?) -> DocumentSniff.Kind {
        mimeType.map { scanner.withText(of: $0) { DocumentSniff.kind(of: $0) } } ?? .unspecified
    }

    /// Sizes are stated before character set conversion, and by some exporters before decompression: only a body that is
    /// clearly shorter, and not half of a text that says it was UTF-16, was cut, or a shorter one that breaks off.
    private func isCut(_ bytes: [UInt8], of size: Int?, _ headers: HeaderFields) -> Bool {
        guard let size, size > bytes.count, dialect != .chromeHAR else { return false }
        guard size - bytes.count > 64 else { return Self.breaksOff(bytes) }
        guard abs(size / 2 - bytes.count) <= 4 else { return true }
        let said = String(decoding: bytes.prefix(128), as: UTF8.self) + (headers["content-type"] ?? "")
        return !said.lowercased().contains("utf-16")
    }

    /// Whether a text that begins like XML or JSON does not end so.
    private static func breaksOff(_ bytes: [UInt8]) -> Bool {
        func isVisible(_ byte: UInt8) -> Bool { byte > UInt8(ascii: " ") && byte < 0x80 }
        guard let first = bytes.first(where: isVisible), let last = bytes.last(where: isVisible) else { return false }
        switch first {
        case UInt8(ascii: "<"): return last != UInt8(ascii: ">")
        case UInt8(ascii: "{"): return last != UInt8(ascii: "}")
        case UInt8(ascii: "["): return last != UInt8(ascii: "]")
        default: return false
        }
    }

    private mutating func capped(_ bytes: [UInt8]) -> Body {
        guard bytes.count > limits.bodyBytes else { return .kept(bytes) }
        flaws.insert(.bodyCut)
        return Body(size: bytes.count, content: .cut(Array(bytes.prefix(limits.bodyBytes))))
    }
}
