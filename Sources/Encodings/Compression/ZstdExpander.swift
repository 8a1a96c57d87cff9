import CZstd

/// Expands Zstandard data (RFC 8878, several frames in a row) in pieces, within limits.
///
/// The one place that owns a `ZSTD_DStream`. The value cannot be copied and frees it when it is consumed; no other
/// reference to it exists, so it may move between tasks.
public struct ZstdExpander: ~Copyable, @unchecked Sendable, Expander {
    /// How far back the data may refer: more is only memory given to attackers.
    public enum Window: Int32, Sendable {
        /// 16 MiB. RFC 9659 lets encoders of the content coding use 8 MiB at most.
        case content = 24
        /// 128 MiB, what the command line tool takes without being asked to.
        case file = 27
    }

    /// The data so far end where a frame ends.
    public private(set) var isFinished = false

    private var tally: ExpansionTally
    private let stream: OpaquePointer?

    public init(limits: InflateLimits, window: Window = .file) {
        tally = ExpansionTally(limits)
        stream = ZSTD_createDStream()
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, window.rawValue)
    }

    deinit {
        ZSTD_freeDStream(stream)
    }

    static func begins(_ input: Span<UInt8>) -> Bool {
        input.count >= 4 && input[0] == 0x28 && input[1] == 0xB5 && input[2] == 0x2F && input[3] == 0xFD
    }

    /// Expands from the front of `input` and appends at most `room` bytes to `output`.
    ///
    /// - Returns: how many bytes of `input` were used, as ``Inflater/expand(_:into:room:)`` does.
    public mutating func expand(
        _ input: Span<UInt8>, into output: inout [UInt8], room: Int = 1 << 17
    ) throws(InflateFailure) -> Int {
        guard let stream else { throw .outOfMemory }
        var used = 0
        var hint = 0
        let piece = input.withUnsafeBufferPointer { bytes in
            var from = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
            let piece = [UInt8](unsafeUninitializedCapacity: max(room, 1)) { buffer, count in
                var to = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
                hint = ZSTD_decompressStream(stream, &to, &from)
                count = to.pos
            }
            used = from.pos
            return piece
        }
        tally.add(input: used, output: piece.count)
        output.append(contentsOf: piece)
        guard ZSTD_isError(hint) == 0 else { throw .damaged(at: tally.inputBytes) }
        if used > 0 || !piece.isEmpty { isFinished = hint == 0 }
        try tally.check()
        return used
    }
}
