import Model

/// What a recording holds of a message's body as it was transferred, content codings included.
///
/// Every reader asks here what becomes of it: what may be a document is kept decoded, media is counted only.
public struct ReceivedBody: Sendable, Hashable {
    /// The front of what was transferred, as far as it is here without a hole.
    public var bytes: [UInt8]
    /// How many bytes were transferred, whether they are here or not; `nil` when that is unknown.
    public var transferred: Int?
    public var codings: [ContentCoding]
    /// What the declared type says; `nil` where everything is kept whatever it is.
    public var kind: DocumentSniff.Kind?
    /// The message ended.
    public var isComplete: Bool
    /// Bytes are missing in the middle.
    public var hasGap: Bool
    /// More came than may be kept.
    public var isLimited: Bool

    public init(
        _ bytes: [UInt8], transferred: Int?, codings: [ContentCoding], kind: DocumentSniff.Kind?, isComplete: Bool,
        hasGap: Bool = false, isLimited: Bool = false
    ) {
        self.bytes = bytes
        self.transferred = transferred
        self.codings = codings
        self.kind = kind
        self.isComplete = isComplete
        self.hasGap = hasGap
        self.isLimited = isLimited
    }

    /// The body, and what was wrong with it.
    public func read(_ limits: ContentDecoder.Limits) -> (body: Body, problem: ContentDecoder.Outcome?) {
        guard codings.isEmpty else { return decoded(limits) }
        if isMedia(bytes) { return (Body(size: isComplete ? transferred : nil, content: .media), nil) }
        if isLimited { return (Body(size: isWhole ? transferred : nil, content: .cut(bytes)), .limited) }
        return (isWhole ? .kept(bytes) : cut(bytes), nil)
    }

    private var isWhole: Bool { isComplete && !hasGap }

    private func decoded(_ limits: ContentDecoder.Limits) -> (body: Body, problem: ContentDecoder.Outcome?) {
        let result = ContentDecoder(limits: limits).decode(bytes, codings: codings)
        var outcome = result.outcome
        if isLimited, outcome == .truncated || outcome == .complete { outcome = .limited }
        let problem = outcome == .complete || (outcome == .truncated && !isWhole) ? nil : outcome
        if case .undecodable = outcome { return (Body(size: nil, content: .missing), problem) }
        let isMedia = isMedia(result.bytes)
        switch outcome {
        case .complete, .mislabelled, .trailing:
            guard isWhole else { return (isMedia ? Body(size: nil, content: .media) : cut(result.bytes), problem) }
            return (isMedia ? Body(size: result.bytes.count, content: .media) : .kept(result.bytes), problem)
        case .truncated, .limited, .damaged, .undecodable:
            return (isMedia ? Body(size: nil, content: .media) : cut(result.bytes), problem)
        }
    }

    /// A body that should go on: with nothing of it here it is missing, not empty.
    private func cut(_ bytes: [UInt8]) -> Body {
        Body(size: nil, content: bytes.isEmpty ? .missing : .cut(bytes))
    }

    private func isMedia(_ prefix: [UInt8]) -> Bool {
        guard let kind, !prefix.isEmpty else { return false }
        return !DocumentSniff.mayBeDocument(kind, prefix: prefix)
    }
}
