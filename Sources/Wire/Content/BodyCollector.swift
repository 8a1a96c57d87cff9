import Encodings
import Model

/// One message's body while it arrives: kept when it may be a document, counted when it is media.
struct BodyCollector: Sendable {
    /// What to do with bytes that do not look like a document.
    enum Policy: Sendable, Hashable {
        /// Requests: everything is kept, whatever its type.
        case keep
        /// Responses: media is counted only.
        case sniff
        /// Data of a tunnel or an upgraded stream: counted only.
        case count
    }

    private let codings: [ContentCoding]
    /// What the declared type says.
    private let kind: DocumentSniff.Kind
    private let policy: Policy
    private let limits: ContentDecoder.Limits

    private var bytes: [UInt8] = []
    /// Bytes transferred, including those not kept; `nil` once an unknown number is missing.
    private var transferred: Int? = 0
    private var storing = true
    private var hasGap = false
    private var reachedLimit = false

    init(
        codings: [ContentCoding], contentType: String?, policy: Policy, limits: ContentDecoder.Limits
    ) {
        self.codings = codings
        kind = DocumentSniff.kind(of: contentType)
        self.policy = policy
        self.limits = limits
        storing = policy != .count
    }

    /// Bytes that this body holds in memory.
    var heldBytes: Int { bytes.count }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        if let soFar = transferred { transferred = soFar + piece.count }
        guard storing, !hasGap else { return }
        let room = limits.maximumSize - bytes.count
        if piece.count > room {
            bytes.append(contentsOf: piece.prefix(room))
            reachedLimit = true
            storing = false
        } else {
            bytes.append(contentsOf: piece)
        }
        dropMedia()
    }

    /// Bytes are missing here: what follows is counted, and never glued to what came before.
    mutating func skip(_ length: Int?) {
        hasGap = true
        guard let length, let soFar = transferred else { return transferred = nil }
        let (sum, overflow) = soFar.addingReportingOverflow(length)
        transferred = overflow ? nil : sum
    }

    /// Keeps no further bytes: the flow holds too many.
    mutating func stop() {
        guard storing else { return }
        storing = false
        reachedLimit = true
    }

    /// The body, and what was wrong with it.
    func finish(isComplete: Bool) -> (body: Body, problem: ContentDecoder.Outcome?) {
        guard transferred != 0 || hasGap || !isComplete else { return (.none, nil) }
        if policy == .count { return (Body(size: transferred, content: .media), nil) }
        let received = ReceivedBody(
            bytes, transferred: transferred, codings: codings, kind: policy == .sniff ? kind : nil,
            isComplete: isComplete, hasGap: hasGap, isLimited: reachedLimit)
        return received.read(limits)
    }

    /// Stops keeping an unencoded body as soon as its first bytes show that it is media.
    private mutating func dropMedia() {
        guard codings.isEmpty, policy == .sniff, bytes.count >= DocumentSniff.prefixLength,
            bytes.count <= DocumentSniff.prefixLength * 64, !DocumentSniff.mayBeDocument(kind, prefix: bytes)
        else { return }
        // The prefix stays, so that `finish` comes to the same answer.
        bytes = Array(bytes.prefix(DocumentSniff.prefixLength))
        storing = false
    }
}
