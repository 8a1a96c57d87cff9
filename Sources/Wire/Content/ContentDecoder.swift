/// Undoes the codings of a body: bytes in, bytes out, within limits.
///
/// The body is collected as transferred and decoded once at its end, so that no decompressor lives in a flow's state.
/// Output is produced in small steps, so that a decompression bomb stops at the limit and not at the end of memory.
public struct ContentDecoder: Sendable {
    /// Caps on what one body may unpack to.
    public struct Limits: Sendable, Hashable {
        /// Bytes of one decoded body, and of one collected encoded body.
        public var maximumSize: Int
        /// Decoded bytes per encoded byte, once the output is larger than ``ratioFloor``.
        public var maximumRatio: Int
        public var ratioFloor: Int
        public var maximumCodings: Int

        public init(
            maximumSize: Int = 16 << 20, maximumRatio: Int = 1_000, ratioFloor: Int = 1 << 20, maximumCodings: Int = 4
        ) {
            self.maximumSize = maximumSize
            self.maximumRatio = maximumRatio
            self.ratioFloor = ratioFloor
            self.maximumCodings = maximumCodings
        }

        /// The most bytes that `encoded` bytes may become.
        func allowance(forEncoded encoded: Int) -> Int {
            let (byRatio, overflow) = encoded.multipliedReportingOverflow(by: maximumRatio)
            return min(maximumSize, overflow ? maximumSize : max(ratioFloor, byRatio))
        }
    }

    /// What came of decoding.
    public struct Result: Sendable, Hashable {
        public var bytes: [UInt8]
        public var outcome: Outcome
    }

    /// How decoding ended.
    public enum Outcome: Sendable, Hashable {
        case complete
        /// The input ended before its coding did.
        case truncated
        /// The output reached the limit; the rest was not decoded.
        case limited
        /// The input is not of its coding from some byte on.
        case damaged(coding: String)
        /// Nothing could be decoded: the coding is unknown, or the label is wrong and the bytes are no text.
        case undecodable(coding: String)
        /// The label is wrong: the bytes were plain text, or of another coding, and were read as that.
        case mislabelled(coding: String, found: String)
        /// Decoded, with this many bytes after the end of the coded data.
        case trailing(Int)
    }

    public var limits: Limits

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Decodes a body that had `codings` applied in this order.
    public func decode(_ encoded: [UInt8], codings: [ContentCoding]) -> Result {
        guard codings.count <= limits.maximumCodings else {
            return Result(bytes: [], outcome: .undecodable(coding: "\(codings.count) codings"))
        }
        var bytes = encoded
        var outcome = Outcome.complete
        for coding in codings.reversed() where !bytes.isEmpty {
            let layer = decode(bytes, coding: coding)
            bytes = layer.bytes
            // The first thing that went wrong explains the rest.
            if outcome == .complete { outcome = layer.outcome }
            if case .undecodable = layer.outcome { break }
        }
        return Result(bytes: bytes, outcome: outcome)
    }

    private func decode(_ encoded: [UInt8], coding: ContentCoding) -> Result {
        let first = run(coding, on: encoded)
        guard first.bytes.isEmpty else { return first }
        switch first.outcome {
        case .damaged, .undecodable: break
        default: return first
        }
        if DocumentSniff.looksLikeText(encoded) {
            return Result(bytes: encoded, outcome: .mislabelled(coding: coding.name, found: "text"))
        }
        if let found = ContentCoding.sniff(encoded), found != coding {
            let second = run(found, on: encoded)
            if !second.bytes.isEmpty {
                return Result(
                    bytes: second.bytes,
                    outcome: second.outcome == .complete
                        ? .mislabelled(coding: coding.name, found: found.name) : second.outcome)
            }
        }
        return Result(bytes: [], outcome: .undecodable(coding: coding.name))
    }

    private func run(_ coding: ContentCoding, on encoded: [UInt8]) -> Result {
        var output = DecodedOutput(allowance: limits.allowance(forEncoded: encoded.count))
        let ending: CodingEnd
        switch coding {
        case .gzip: ending = Inflate.gzip(encoded, into: &output)
        case .deflate: ending = Inflate.deflate(encoded, into: &output)
        case .brotli: ending = BrotliCoding.decode(encoded, into: &output)
        case .zstd: ending = ZstdCoding.decode(encoded, into: &output)
        case .unknown(let name): return Result(bytes: [], outcome: .undecodable(coding: name))
        }
        let outcome: Outcome
        switch ending {
        case .complete(let consumed):
            outcome = consumed < encoded.count ? .trailing(encoded.count - consumed) : .complete
        case .truncated: outcome = .truncated
        case .limited: outcome = .limited
        case .damaged: outcome = .damaged(coding: coding.name)
        }
        return Result(bytes: output.bytes, outcome: outcome)
    }
}

/// How one decompressor ended.
enum CodingEnd: Sendable, Hashable {
    case complete(consumed: Int)
    case truncated
    case limited
    case damaged
}

/// Decoded bytes up to an allowance.
struct DecodedOutput {
    private(set) var bytes: [UInt8] = []
    let allowance: Int

    init(allowance: Int) {
        self.allowance = allowance
    }

    var isFull: Bool { bytes.count >= allowance }

    /// Drops what was decoded, for a second attempt.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Lets `step` write into fresh space of at most one step; `step` returns how many bytes it wrote.
    mutating func extend(_ step: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        let room = min(Self.step, allowance - bytes.count)
        guard room > 0 else { return }
        bytes.append(contentsOf: [UInt8](unsafeUninitializedCapacity: room) { buffer, count in count = step(buffer) })
    }

    private static let step = 64 << 10
}
