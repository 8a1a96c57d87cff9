import Capture
import Encodings

/// Unpacks a gzip, zlib or zstd input piece by piece, within limits.
final class Unpacker {
    private let isZstd: Bool
    private var inflater: Inflater
    private var expander: ZstdExpander
    private var packed: [UInt8]
    private var front = 0
    private var sourceEnded = false

    /// - Parameter packed: what was already read from the source.
    init(_ format: CaptureFormat, limits: InflateLimits, packed: [UInt8]) {
        isZstd = format == .zstd
        inflater = Inflater(limits: limits)
        expander = ZstdExpander(limits: limits)
        self.packed = packed
    }

    /// Whether inputs of the format are unpacked before they are read.
    static func unpacks(_ format: CaptureFormat) -> Bool {
        format == .gzip || format == .zlib || format == .zstd
    }

    /// Why unpacking stopped before the end of the data.
    enum Stop: Error {
        case inflate(InflateFailure)
        case read(PipelineFailure)
    }

    /// Appends up to about `count` unpacked bytes.
    ///
    /// - Returns: whether nothing more will come.
    func unpack(_ count: Int, from source: ByteSource, into bytes: inout [UInt8]) throws(Stop) -> Bool {
        let goal = bytes.count + count
        while bytes.count < goal {
            if front == packed.count && !sourceEnded {
                packed.removeAll(keepingCapacity: true)
                front = 0
                do { sourceEnded = try source.read(1 << 16, into: &packed) == 0 } catch { throw .read(error) }
            }
            let before = bytes.count
            let used = try expand(into: &bytes)
            front += used
            if used == 0 && bytes.count == before {
                guard sourceEnded || front < packed.count else { continue }
                if !isFinished { throw .inflate(.truncated) }
                return true
            }
        }
        return false
    }

    private var isFinished: Bool { isZstd ? expander.isFinished : inflater.isFinished }

    private func expand(into bytes: inout [UInt8]) throws(Stop) -> Int {
        let piece = packed
        let rest = piece.span.extracting(front..<piece.count)
        do throws(InflateFailure) {
            return isZstd ? try expander.expand(rest, into: &bytes) : try inflater.expand(rest, into: &bytes)
        } catch {
            throw .inflate(error)
        }
    }
}
