import CZlib

/// gzip and deflate through zlib.
enum Inflate {
    /// gzip, all members (RFC 1952 section 2.2).
    static func gzip(_ input: [UInt8], into output: inout DecodedOutput) -> CodingEnd {
        var start = 0
        while true {
            let end = run(input, from: start, windowBits: 15 + 16, into: &output)
            guard case .complete(let consumed) = end else {
                // Bytes after a whole member that are no member are not the body's fault.
                return start > 0 && end == .damaged ? .complete(consumed: start) : end
            }
            start = consumed
            guard input[start...].starts(with: [0x1f, 0x8b]) else { return .complete(consumed: start) }
        }
    }

    /// The zlib format (RFC 1950), or raw deflate (RFC 1951) where the zlib header is absent.
    static func deflate(_ input: [UInt8], into output: inout DecodedOutput) -> CodingEnd {
        guard input.count >= 2, input[0] & 0x0f == 8, (Int(input[0]) << 8 | Int(input[1])) % 31 == 0 else {
            return run(input, from: 0, windowBits: -15, into: &output)
        }
        let end = run(input, from: 0, windowBits: 15, into: &output)
        guard end == .damaged, output.bytes.isEmpty else { return end }
        output.reset()
        return run(input, from: 0, windowBits: -15, into: &output)
    }

    private static func run(
        _ input: [UInt8], from start: Int, windowBits: Int32, into output: inout DecodedOutput
    ) -> CodingEnd {
        var stream = z_stream()
        guard beaconproof_inflate_init(&stream, windowBits) == Z_OK else { return .damaged }
        defer { inflateEnd(&stream) }
        return input.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return .truncated }
            // zlib reads through this pointer and never writes.
            stream.next_in = UnsafeMutablePointer(mutating: base + start)
            stream.avail_in = UInt32(clamping: source.count - start)
            while true {
                guard !output.isFull else { return .limited }
                var status = Z_OK
                var written = 0
                output.extend { room in
                    stream.next_out = room.baseAddress
                    stream.avail_out = UInt32(clamping: room.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    written = room.count - Int(stream.avail_out)
                    return written
                }
                switch status {
                case Z_STREAM_END: return .complete(consumed: source.count - Int(stream.avail_in))
                case Z_OK where written > 0 || stream.avail_in > 0: continue
                case Z_OK, Z_BUF_ERROR: return .truncated
                default: return .damaged
                }
            }
        }
    }
}
