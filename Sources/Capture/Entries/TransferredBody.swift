import Model

/// What the bytes of a message body stand for that a proxy has stored as they came, content codings included.
struct TransferredBody {
    var body: Body
    /// The bytes, where a coding is not undone here.
    var packed: PackedBody?
    var flaw: Flaw?

    enum Flaw: Sendable, Hashable {
        /// The coding could not be undone.
        case undecodable(coding: String)
        /// Only the front of the body is there, or kept.
        case cut
    }

    /// - Parameters:
    ///   - headers: of the message; `Content-Type` and `Content-Encoding` are read.
    ///   - isWhole: `false` when the exchange ended before its body did.
    static func read(
        _ raw: ArraySlice<UInt8>, headers: HeaderFields, isWhole: Bool, limits: EntryLimits
    ) -> TransferredBody {
        guard !raw.isEmpty else {
            if isWhole { return TransferredBody(body: .none) }
            return TransferredBody(body: Body(size: nil, content: .cut([])), flaw: .cut)
        }
        let field = headers["content-encoding"] ?? ""
        let codings = field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.filter { $0 != "identity" }
        let head = codings.isEmpty ? Array(raw.prefix(32)) : []
        if BodyKind.of(mimeType: Array((headers["content-type"] ?? "").utf8).span, head: head) == .media {
            return TransferredBody(body: Body(size: codings.isEmpty ? raw.count : nil, content: .media))
        }
        var plain = Unpacked(bytes: Array(raw.prefix(codings.isEmpty ? limits.bodyBytes : raw.count)))
        plain.isCut = !isWhole || (codings.isEmpty && raw.count > limits.bodyBytes)
        for coding in codings.reversed() {
            guard let wrapper = Coding(rawValue: String(coding)) else {
                let packed = isWhole && codings.count <= 4 ? PackedBody(codings: field, bytes: Array(raw)) : nil
                return missing(coding, packed)
            }
            guard let next = wrapper.unpacked(plain.bytes, limits: limits) else { return missing(coding, nil) }
            plain = Unpacked(bytes: next.bytes, isCut: plain.isCut || next.isCut)
        }
        guard plain.isCut else { return TransferredBody(body: .kept(plain.bytes)) }
        let size = isWhole && codings.isEmpty ? raw.count : nil
        return TransferredBody(body: Body(size: size, content: .cut(plain.bytes)), flaw: .cut)
    }

    /// The body of a message that has one which the file does not hold.
    static func absent(size: Int?, headers: HeaderFields) -> TransferredBody {
        let type = Array((headers["content-type"] ?? "").utf8)
        let isMedia = !type.isEmpty && BodyKind.of(mimeType: type.span, head: []) == .media
        return TransferredBody(body: Body(size: size, content: isMedia ? .media : .missing))
    }

    private static func missing(_ coding: Substring, _ packed: PackedBody?) -> TransferredBody {
        TransferredBody(
            body: Body(size: nil, content: .missing), packed: packed,
            flaw: packed == nil ? .undecodable(coding: String(coding)) : nil)
    }
}

extension HeaderFields {
    /// What describes a body whose codings the proxy has undone.
    var typeOnly: HeaderFields {
        var fields = HeaderFields()
        if let type = self["content-type"] { fields.append(name: "content-type", value: type) }
        return fields
    }
}

private struct Unpacked {
    var bytes: [UInt8]
    var isCut = false
}

/// The content codings (RFC 9110 section 8.4.1) that zlib undoes.
private enum Coding: String {
    case gzip
    case xGzip = "x-gzip"
    case deflate

    /// `nil` when nothing could be unpacked.
    func unpacked(_ bytes: [UInt8], limits: EntryLimits) -> Unpacked? {
        // Some servers leave out the zlib wrapper that the name `deflate` stands for.
        let isBare = self == .deflate && !CaptureFormat.isZlibHeader(bytes.span)
        var inflater = Inflater(
            limits: InflateLimits(outputBytes: limits.bodyBytes, ratio: limits.inflateRatio),
            wrapper: isBare ? .none : .detected)
        var output: [UInt8] = []
        var start = 0
        do {
            while true {
                let before = output.count
                let used = try inflater.inflate(bytes.span.extracting(start...), into: &output)
                start += used
                if used == 0, output.count == before { break }
            }
        } catch {
            guard case .tooLarge(let limit) = error else { return nil }
            return Unpacked(bytes: Array(output.prefix(limit)), isCut: true)
        }
        if output.isEmpty, !inflater.isFinished { return nil }
        return Unpacked(bytes: output, isCut: !inflater.isFinished)
    }
}
