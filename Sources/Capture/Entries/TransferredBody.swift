import Encodings
import Model

/// What the bytes of a message body stand for that a proxy has stored as they came, content codings included.
struct TransferredBody {
    var body: Body
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
        let codings = ContentCoding.list(headers["content-encoding"])
        let kept = codings.isEmpty ? limits.bodyBytes : raw.count
        let received = ReceivedBody(
            Array(raw.prefix(kept)), transferred: raw.count, codings: codings,
            kind: DocumentSniff.kind(of: headers["content-type"]), isComplete: isWhole, isLimited: raw.count > kept)
        let (body, problem) = received.read(limits.content)
        switch (problem, body.content) {
        case (.undecodable(let coding), _), (.damaged(let coding), .cut):
            return TransferredBody(body: body, flaw: .undecodable(coding: coding))
        // Nothing came out of the bytes that are here.
        case (_, .missing):
            let names = codings.map(\.name).joined(separator: ", ")
            return TransferredBody(body: body, flaw: .undecodable(coding: names))
        case (_, .cut): return TransferredBody(body: body, flaw: .cut)
        default: return TransferredBody(body: body)
        }
    }

    /// The body of a message that has one which the file does not hold.
    static func absent(size: Int?, headers: HeaderFields) -> TransferredBody {
        let mayBeDocument = DocumentSniff.mayBeDocument(DocumentSniff.kind(of: headers["content-type"]), prefix: [])
        return TransferredBody(body: Body(size: size, content: mayBeDocument ? .missing : .media))
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

extension EntryLimits {
    /// Of bodies, as those who decode them have it.
    public var content: ContentDecoder.Limits {
        ContentDecoder.Limits(maximumSize: bodyBytes, maximumRatio: inflateRatio)
    }
}
