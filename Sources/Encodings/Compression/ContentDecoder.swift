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
        switch coding {
        case .gzip: run(Inflater(limits: .none, wrapper: .gzip), coding, on: encoded)
        case .deflate: deflated(encoded)
        case .brotli: run(BrotliExpander(limits: .none), coding, on: encoded)
        case .zstd: run(ZstdExpander(limits: .none, window: .content), coding, on: encoded)
        case .unknown(let name): Result(bytes: [], outcome: .undecodable(coding: name))
        }
    }

    /// The zlib format (RFC 1950), or raw deflate (RFC 1951) where the zlib header is absent or was chance.
    private func deflated(_ encoded: [UInt8]) -> Result {
        if DeflateWrapper.isZlibHeader(encoded.span) {
            let result = run(Inflater(limits: .none, wrapper: .zlib), .deflate, on: encoded)
            guard case .damaged = result.outcome, result.bytes.isEmpty else { return result }
        }
        return run(Inflater(limits: .none, wrapper: .none), .deflate, on: encoded)
    }

    private func run<Format: Expander & ~Copyable>(
        _ expander: consuming Format, _ coding: ContentCoding, on encoded: [UInt8]
    ) -> Result {
        let allowance = limits.allowance(forEncoded: encoded.count)
        var bytes: [UInt8] = []
        var start = 0
        // Behind the last whole member or frame.
        var end: Int?
        while !expander.isFinished || start < encoded.count {
            let room = min(ContentDecoder.step, allowance - bytes.count)
            guard room > 0 else { return Result(bytes: bytes, outcome: .limited) }
            let before = bytes.count
            let used: Int
            do throws(InflateFailure) {
                used = try expander.expand(encoded.span.extracting(start...), into: &bytes, room: room)
            } catch {
                // Bytes after a whole member that are not another one are not the body's fault.
                if let end, !Format.begins(encoded.span.extracting(end...)) {
                    return Result(bytes: bytes, outcome: .trailing(encoded.count - end))
                }
                return Result(bytes: bytes, outcome: .damaged(coding: coding.name))
            }
            start += used
            if expander.isFinished { end = start }
            if used == 0, bytes.count == before { break }
        }
        guard expander.isFinished, let end else { return Result(bytes: bytes, outcome: .truncated) }
        return Result(bytes: bytes, outcome: end < encoded.count ? .trailing(encoded.count - end) : .complete)
    }

    /// A decompression bomb is stopped after so many bytes at the latest.
    private static let step = 64 << 10
}
