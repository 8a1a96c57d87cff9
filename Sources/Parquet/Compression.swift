import CZlib
import CZstd

extension ParquetCompression {
    /// The number of the codec (parquet.thrift, `CompressionCodec`).
    var number: Int {
        switch self {
        case .none: 0
        case .gzip: 2
        case .zstd: 6
        }
    }

    func compress(_ bytes: [UInt8]) throws(ParquetFailure) -> [UInt8] {
        switch self {
        case .none: return bytes
        case .gzip: return try gzip(bytes)
        case .zstd: return try zstd(bytes)
        }
    }

    /// One call for the whole page. 31 window bits mean the gzip format (zlib.h, deflateInit2).
    private func gzip(_ bytes: [UInt8]) throws(ParquetFailure) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let ready = deflateInit2_(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size)
        guard ready == Z_OK else { throw .compression(self, code: Int(ready)) }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        let code = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(target.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { throw .compression(self, code: Int(code)) }
        return Array(output[..<Int(stream.total_out)])
    }

    private func zstd(_ bytes: [UInt8]) throws(ParquetFailure) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = output.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
                ZSTD_compress(target.baseAddress, target.count, source.baseAddress, source.count, 3)
            }
        }
        guard ZSTD_isError(count) == 0 else { throw .compression(self, code: count) }
        return Array(output[..<count])
    }
}
