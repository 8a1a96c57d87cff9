import Model

/// What did not arrive as sent in one direction, counted until the connection is over.
struct TCPLosses: Sendable {
    struct Stretch: Sendable {
        var count = 0
        var bytes = 0
        var from: Timestamp?
        var to: Timestamp?
        var frames: ClosedRange<Int>?

        fileprivate mutating func add(_ bytes: Int, from: Timestamp?, to: Timestamp, _ frames: ClosedRange<Int>) {
            if count == 0 { self.from = from }
            count += 1
            self.bytes += bytes
            self.to = max(self.to ?? to, to)
            let known = self.frames ?? frames
            self.frames = min(known.lowerBound, frames.lowerBound)...max(known.upperBound, frames.upperBound)
        }
    }

    /// Holes, each reported on its own up to a number.
    private(set) var holes: [Stretch] = []
    /// The holes beyond that number, as one.
    private(set) var furtherHoles = Stretch()
    /// Segments cut by the snap length.
    private(set) var cuts = Stretch()
    /// Bytes captured again.
    var repeated = 0
    /// Bytes that came in two forms, or urgent ones among others: nobody knows what their receiver read.
    private(set) var disputes = Stretch()
    /// Repeated bytes that were not the same, behind what their receiver had acknowledged.
    private(set) var differences = 0
    private(set) var firstDifference: Mark?

    private static let mostHoles = 16

    mutating func lost(_ length: Int?, from: Timestamp?, to: Timestamp, _ frames: ClosedRange<Int>) {
        var hole = Stretch()
        hole.add(length ?? 0, from: from, to: to, frames)
        if holes.count < Self.mostHoles {
            holes.append(hole)
        } else {
            furtherHoles.add(length ?? 0, from: from, to: to, frames)
        }
    }

    mutating func cut(_ length: Int, _ mark: Mark) {
        cuts.add(length, from: mark.at, to: mark.at, mark.frames)
    }

    mutating func dispute(_ length: Int, from: Timestamp, _ mark: Mark) {
        disputes.add(length, from: from, to: mark.at, mark.frames)
    }

    mutating func differ(_ mark: Mark) {
        differences += 1
        firstDifference = firstDifference ?? mark
    }

    var isEmpty: Bool { holes.isEmpty && cuts.count == 0 && differences == 0 && disputes.count == 0 }
    var gapCount: Int { holes.count + furtherHoles.count }
}

/// The last chunks delivered, to compare retransmissions with: a few, and all that the peer has not acknowledged, within
/// bounds.
struct RecentChunks: Sendable {
    private struct Chunk {
        var sequence: UInt32
        var bytes: [UInt8]
        var at: Timestamp

        var end: UInt32 { sequence &+ UInt32(truncatingIfNeeded: bytes.count) }
    }

    private var chunks: [Chunk] = []
    private var oldest = 0
    private var held = 0

    mutating func remember(_ bytes: [UInt8], at number: UInt32, _ at: Timestamp, acknowledged: UInt32) {
        guard bytes.count <= TCPLimits.recentChunkBytes else { return }
        chunks.append(Chunk(sequence: number, bytes: bytes, at: at))
        held += bytes.count
        while isOver(acknowledged) {
            held -= chunks[oldest].bytes.count
            chunks[oldest].bytes = []
            oldest += 1
        }
        if oldest > TCPLimits.unacknowledgedChunks {
            chunks.removeFirst(oldest)
            oldest = 0
        }
    }

    private func isOver(_ acknowledged: UInt32) -> Bool {
        let count = chunks.count - oldest
        guard count > 1 else { return false }
        if held > TCPLimits.unacknowledgedBytes || count > TCPLimits.unacknowledgedChunks { return true }
        let isSettled = Sequence32.distance(from: chunks[oldest].end, to: acknowledged) >= 0
        return isSettled && (count > TCPLimits.recentChunks || held > TCPLimits.recentBytes)
    }

    /// Since when bytes captured again are known in another form, as far as the first ones are still known; `nil` when they
    /// are the same.
    func difference(_ payload: Span<UInt8>, from number: UInt32) -> Timestamp? {
        for chunk in chunks[oldest...] {
            let offset = Sequence32.distance(from: chunk.sequence, to: number)
            let from = max(0, -offset)
            let to = min(payload.count, chunk.bytes.count - offset)
            guard from < to else { continue }
            for index in from..<to where payload[index] != chunk.bytes[index + offset] { return chunk.at }
        }
        return nil
    }
}

/// Segments whose numbers lie far from their stream: damage, or a connection whose beginning was not captured.
struct StraySegments: Sendable {
    private(set) var total = 0
    private var run: [TCPStream.Held] = []

    /// - Returns: the segments to go on with, once enough of them continue one another.
    mutating func add(_ payload: Span<UInt8>, at number: UInt32, _ mark: Mark) -> [TCPStream.Held]? {
        total += 1
        if let last = run.last, last.sequence &+ UInt32(truncatingIfNeeded: last.bytes.count) != number {
            // A repetition of the last one neither continues nor contradicts.
            if last.sequence == number { return nil }
            run = []
        }
        run.append(
            TCPStream.Held(
                sequence: number, bytes: payload.copy(0..<payload.count), missing: 0, acknowledgement: nil, mark: mark))
        guard run.count >= TCPLimits.straysBelieved else { return nil }
        defer { run = [] }
        total -= run.count
        return run
    }
}
