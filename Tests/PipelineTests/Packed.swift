import CZlib
import CZstd

/// Compressed input for tests.
enum Packed {
    enum Wrapper: Int32, CaseIterable, Sendable {
        case zlib = 15
        case gzip = 31
        /// No deflate at all.
        case zstd = 0
    }

    static func bytes(_ plain: [UInt8], as wrapper: Wrapper) -> [UInt8] {
        if wrapper == .zstd { return zstd(plain) }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, wrapper.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
                == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        var input = plain
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(plain.count))) + 64)
        let written = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                deflate(&stream, Z_FINISH)
                return target.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(written))
    }

    private static func zstd(_ plain: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(plain.count))
        let written = output.withUnsafeMutableBytes { target in
            plain.withUnsafeBytes { ZSTD_compress(target.baseAddress, target.count, $0.baseAddress, $0.count, 3) }
        }
        return ZSTD_isError(written) != 0 ? [] : Array(output.prefix(written))
    }
}
