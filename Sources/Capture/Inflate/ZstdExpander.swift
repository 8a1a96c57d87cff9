import CZstd

/// Expands Zstandard data (RFC 8878, several frames in a row) in pieces, within the limits of ``Inflater``.
///
/// The one place in this module that owns a `ZSTD_DStream`. The value cannot be copied and frees it when it is consumed;
/// no other reference to it exists, so it may move between tasks.
public struct ZstdExpander: ~Copyable, @unchecked Sendable {
    /// Bytes below which the ratio is not judged.
    private static let ratioFloor = 1 << 20
    /// 128 MiB, what the command line tool takes without being asked to.
    private static let largestWindowLog: Int32 = 27

    /// The data so far end where a frame ends.
    public private(set) var isFinished = false
    public private(set) var inputBytes = 0
    public private(set) var outputBytes = 0

    private let limits: InflateLimits
    private let stream: OpaquePointer?

    public init(limits: InflateLimits) {
        self.limits = limits
        stream = ZSTD_createDStream()
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.largestWindowLog)
    }

    deinit {
        ZSTD_freeDStream(stream)
    }

    /// Expands from the front of `input` and appends at most `room` bytes to `output`.
    ///
    /// - Returns: how many bytes of `input` were used, as ``Inflater/inflate(_:into:room:)`` does.
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
        inputBytes += used
        outputBytes += piece.count
        output.append(contentsOf: piece)
        guard ZSTD_isError(hint) == 0 else { throw .damaged(at: inputBytes) }
        if used > 0 || !piece.isEmpty { isFinished = hint == 0 }
        if outputBytes > limits.outputBytes { throw .tooLarge(limit: limits.outputBytes) }
        if outputBytes > Self.ratioFloor, outputBytes / max(inputBytes, 1) > limits.ratio {
            throw .ratioExceeded(limit: limits.ratio)
        }
        return used
    }
}
