import Capture

/// Inflates a gzip or zlib input piece by piece, within limits.
final class Unpacker {
    private var inflater: Inflater
    private var packed: [UInt8]
    private var front = 0
    private var sourceEnded = false

    /// - Parameter packed: what was already read from the source.
    init(limits: InflateLimits, packed: [UInt8]) {
        inflater = Inflater(limits: limits)
        self.packed = packed
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
            let used = try inflate(into: &bytes)
            front += used
            if used == 0 && bytes.count == before {
                guard sourceEnded || front < packed.count else { continue }
                if !inflater.isFinished { throw .inflate(.truncated) }
                return true
            }
        }
        return false
    }

    private func inflate(into bytes: inout [UInt8]) throws(Stop) -> Int {
        let piece = packed
        do throws(InflateFailure) {
            return try inflater.inflate(piece.span.extracting(front..<piece.count), into: &bytes)
        } catch {
            throw .inflate(error)
        }
    }
}
