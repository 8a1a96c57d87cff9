import Model

/// Bytes that come with their offsets, in any order and more than once, put in order (RFC 9000 section 2.2).
///
/// What was given out once is never given out again: a retransmitted frame makes no second request. First bytes win.
struct OrderedBytes: Sendable {
    /// The offset of the next byte to give out.
    private(set) var next: UInt64 = 0
    private var waiting: [Piece] = []
    private(set) var waitingBytes = 0
    private var lastMark: Mark?
    /// Where the stream ends, once its sender has said so.
    private(set) var finalSize: UInt64?

    private static let mostPieces = 4_096

    struct Piece: Sendable {
        var offset: UInt64
        var bytes: ArraySlice<UInt8>
        var mark: Mark
        var end: UInt64 { offset + UInt64(bytes.count) }
    }

    /// What can be given out now.
    enum Output {
        case bytes(ArraySlice<UInt8>, Mark)
        /// `since` is when the bytes in front of the hole came, if there are any.
        case gap(length: UInt64, since: Mark?, Mark)
    }

    /// Every byte up to the final size was given out.
    var isComplete: Bool { finalSize.map { next >= $0 } ?? false }

    /// - Parameter mostWaiting: with more bytes than this behind a hole, the hole is given up.
    mutating func insert(
        _ bytes: ArraySlice<UInt8>, at offset: UInt64, isFinal: Bool, _ mark: Mark, mostWaiting: Int,
        into output: (Output) -> Void
    ) {
        // Offsets have 62 bits; a sum beyond that is an error of the sender (RFC 9000 section 19.8).
        guard offset <= 1 << 62 else { return }
        let end = offset + UInt64(bytes.count)
        if isFinal, finalSize == nil { finalSize = max(end, next) }
        if offset <= next {
            if end > next {
                let new = bytes.dropFirst(Int(next - offset))
                next = end
                lastMark = mark
                output(.bytes(new, mark))
            }
            release(mark, output)
        } else if !bytes.isEmpty {
            hold(Piece(offset: offset, bytes: bytes, mark: mark))
            while waitingBytes > mostWaiting || waiting.count > Self.mostPieces { giveUpHole(mark, output) }
        }
    }

    /// Gives out everything that waits, with gaps where bytes are missing.
    mutating func flush(_ mark: Mark, into output: (Output) -> Void) {
        while !waiting.isEmpty { giveUpHole(mark, output) }
        if let finalSize, next < finalSize {
            output(.gap(length: finalSize - next, since: lastMark, mark))
            next = finalSize
        }
    }

    /// The sender abandoned the stream: nothing more comes.
    mutating func close() {
        waiting = []
        waitingBytes = 0
        finalSize = next
    }

    private mutating func hold(_ piece: Piece) {
        let place = waiting.firstIndex { $0.offset >= piece.offset } ?? waiting.endIndex
        // A piece that another covers brings nothing.
        if place > 0, waiting[place - 1].end >= piece.end { return }
        if place < waiting.count, waiting[place].offset == piece.offset, waiting[place].end >= piece.end { return }
        // Copied, so that a small piece does not keep its whole packet.
        waiting.insert(Piece(offset: piece.offset, bytes: Array(piece.bytes)[...], mark: piece.mark), at: place)
        waitingBytes += piece.bytes.count
    }

    private mutating func release(_ mark: Mark, _ output: (Output) -> Void) {
        while let first = waiting.first, first.offset <= next {
            waiting.removeFirst()
            waitingBytes -= first.bytes.count
            guard first.end > next else { continue }
            let new = first.bytes.dropFirst(Int(next - first.offset))
            next = first.end
            lastMark = first.mark
            output(.bytes(new, first.mark.extended(to: mark)))
        }
    }

    private mutating func giveUpHole(_ mark: Mark, _ output: (Output) -> Void) {
        guard let first = waiting.first else { return }
        if first.offset > next {
            output(.gap(length: first.offset - next, since: lastMark, first.mark))
            next = first.offset
        }
        release(mark, output)
    }
}
