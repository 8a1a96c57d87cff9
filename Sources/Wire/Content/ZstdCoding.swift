import CZstd

/// Zstandard (RFC 8878) through libzstd, all frames.
enum ZstdCoding {
    static func decode(_ input: [UInt8], into output: inout DecodedOutput) -> CodingEnd {
        guard let stream = ZSTD_createDStream() else { return .damaged }
        defer { ZSTD_freeDStream(stream) }
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, maximumWindowLog)
        return input.withUnsafeBufferPointer { source in
            var from = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
            var frameEnd = 0
            while true {
                guard !output.isFull else { return .limited }
                var hint = 0
                var wasFull = false
                output.extend { room in
                    var to = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
                    hint = ZSTD_decompressStream(stream, &to, &from)
                    wasFull = to.pos == to.size
                    return to.pos
                }
                if ZSTD_isError(hint) != 0 {
                    // Bytes after a whole frame that are no frame are not the body's fault.
                    let isFrame = input[frameEnd...].starts(with: [0x28, 0xb5, 0x2f, 0xfd])
                    return frameEnd > 0 && !isFrame ? .complete(consumed: frameEnd) : .damaged
                }
                if hint == 0 {
                    frameEnd = from.pos
                    if from.pos == from.size { return .complete(consumed: from.pos) }
                }
                // Without a full output and with no input left, the frame is not finished.
                if from.pos == from.size, !wasFull { return .truncated }
            }
        }
    }

    /// 16 MiB. RFC 9659 lets encoders of the content coding use 8 MiB at most; more is only memory given to attackers.
    private static let maximumWindowLog: Int32 = 24
}
