import Model

/// One direction of a TCP connection: what has been delivered, and segments that wait for what precedes them.
struct TCPStream: Sendable {
    /// A segment that cannot be delivered yet.
    struct Held: Sendable {
        var sequence: UInt32
        var bytes: [UInt8]
        /// Bytes after ``bytes`` that were not captured.
        var missing: Int
        /// What its sender had received when sending it.
        let acknowledgement: UInt32?
        let mark: Mark
        /// Other bytes were captured for the same place, or some of them are urgent: nobody knows which were read.
        var isDisputed = false

        var length: Int { bytes.count + missing }
    }

    /// The number of the next byte to deliver; meaningless until synchronised.
    private(set) var next: UInt32 = 0
    private(set) var isSynchronised = false
    /// ``next`` is known from the peer's acknowledgements only: the first data may correct it.
    private var isProvisional = false
    /// A segment of this direction was captured.
    var isSeen = false
    var initialSequence: UInt32?
    /// The number of the first bytes that were delivered.
    private(set) var firstSequence: UInt32?
    /// The furthest number that the peer says to have received.
    private(set) var acknowledged: UInt32 = 0
    /// Sorted by sequence number, never overlapping.
    private(set) var held: [Held] = []
    private(set) var heldBytes = 0
    /// The number after the last byte, once a FIN was seen.
    private(set) var finish: UInt32?
    private(set) var finishMark: Mark?
    private(set) var isEnded = false
    /// Frames of the connection since the peer acknowledged what is not delivered yet.
    private(set) var framesWaited = 0

    private(set) var lastMark: Mark?
    private(set) var bytes = 0
    var losses = TCPLosses()
    /// Bytes that were delivered turned out to be disputed.
    var hasNewDispute = false
    private var recent = RecentChunks()
    private var strays = StraySegments()

    // MARK: Numbers

    mutating func synchronise(at number: UInt32, isProvisional: Bool = false) {
        next = number
        acknowledged = number
        isSynchronised = true
        self.isProvisional = isProvisional
    }

    mutating func acknowledge(_ number: UInt32) {
        guard isSynchronised else {
            synchronise(at: number, isProvisional: true)
            return
        }
        let ahead = Sequence32.distance(from: acknowledged, to: number)
        guard ahead > 0, Sequence32.distance(from: next, to: number) <= TCPLimits.furthestAhead else { return }
        acknowledged = number
    }

    /// The peer has received bytes that are not delivered: they are late in the capture, or not in it.
    var hasAcknowledgedHole: Bool {
        isSynchronised && !isEnded && Sequence32.distance(from: next, to: acknowledged) > 0
    }

    /// Counts a frame of the connection while something acknowledged is missing.
    mutating func wait() {
        framesWaited = hasAcknowledgedHole ? framesWaited + 1 : 0
    }

    /// Nothing waits, and nothing is missing.
    var isQuiet: Bool { held.isEmpty && finish == nil && !hasAcknowledgedHole }

    /// How far this direction has been delivered, for the other one to compare with.
    struct Progress {
        let next: UInt32
        let isKnown: Bool

        /// Whether all bytes before `number` are delivered; true where the direction cannot tell.
        @inline(__always)
        func covers(_ number: UInt32) -> Bool {
            !isKnown || Sequence32.distance(from: next, to: number) <= 0
        }
    }

    var progress: Progress { Progress(next: next, isKnown: isSynchronised && !isEnded) }

    mutating func setFinish(_ number: UInt32, _ mark: Mark) {
        guard finish == nil, !isEnded else { return }
        finish = number
        finishMark = mark
    }

    /// Whether every byte before the FIN was delivered.
    var isAtFinish: Bool { finish.map { $0 == next } ?? false && held.isEmpty && !isEnded }

    mutating func end() {
        isEnded = true
        if finish != nil { next = next &+ 1 }
        held = []
        heldBytes = 0
        recent = RecentChunks()
    }

    // MARK: Segments

    /// What to do with a segment, judged by its place.
    enum Place {
        /// The next bytes, or bytes that begin before and go on after what was delivered.
        case next
        case ahead
        case old
        /// So far away that it belongs to another connection, or is damaged.
        case elsewhere
    }

    mutating func place(of number: UInt32, length: Int) -> Place {
        let distance = Sequence32.distance(from: next, to: number)
        if isProvisional, bytes == 0, length > 0 {
            // The acknowledgement was captured before the data that it is about.
            if distance < 0, distance >= -TCPLimits.furthestBehind { next = number }
            isProvisional = false
            return place(of: number, length: length)
        }
        if distance > TCPLimits.furthestAhead || distance < -TCPLimits.furthestBehind { return .elsewhere }
        if distance > 0 { return .ahead }
        return distance + length > 0 ? .next : .old
    }

    /// Whether bytes at this place are new ones of the same stream.
    func goesOn(at number: UInt32, length: Int) -> Bool {
        let distance = Sequence32.distance(from: next, to: number)
        return !isEnded && distance + length > 0 && distance <= TCPLimits.furthestAhead
    }

    /// Delivers a chunk that begins at ``next``.
    @inline(__always)
    mutating func deliver(
        _ chunk: [UInt8], missing: Int, _ mark: Mark, _ direction: Direction, into outbox: inout Outbox<StreamEvent>
    ) {
        if !chunk.isEmpty {
            if bytes == 0 { firstSequence = next }
            recent.remember(chunk, at: next, mark.at, acknowledged: acknowledged)
            next = next &+ UInt32(truncatingIfNeeded: chunk.count)
            bytes += chunk.count
            outbox.emit(.bytes(direction, chunk, mark))
        }
        if missing > 0 {
            next = next &+ UInt32(truncatingIfNeeded: missing)
            losses.cut(missing, mark)
            outbox.emit(.gap(direction, length: missing, mark))
        }
        framesWaited = 0
        lastMark = mark
    }

    /// Takes note of bytes that were delivered before. Where they differ, what the peer had acknowledged by now is what it
    /// has read; of other bytes nobody knows which ones it took.
    mutating func noteRepeated(_ payload: Span<UInt8>, at number: UInt32, _ mark: Mark) {
        losses.repeated += payload.count
        // A keep-alive probe repeats one byte, whose value means nothing (RFC 9293, section 3.8.4).
        if payload.count == 1, Sequence32.distance(from: number, to: next) == 1 { return }
        guard let since = recent.difference(payload, from: number) else { return }
        let end = number &+ UInt32(truncatingIfNeeded: payload.count)
        if Sequence32.distance(from: end, to: acknowledged) >= 0 {
            losses.differ(mark)
        } else {
            losses.dispute(payload.count, from: since, mark)
            hasNewDispute = true
        }
    }

    /// Keeps a segment until it can be delivered; what is held already stays, disputed where the new bytes differ.
    mutating func hold(
        _ payload: Span<UInt8>, at number: UInt32, missing: Int, acknowledgement: UInt32?, isDisputed: Bool = false,
        _ mark: Mark
    ) {
        var start = 0
        var index = held.count
        // Usually it belongs at the end.
        while index > 0, Sequence32.distance(from: held[index - 1].sequence, to: number) < 0 { index -= 1 }
        if index > 0 {
            let earlier = held[index - 1]
            let overlap = earlier.length - Sequence32.distance(from: earlier.sequence, to: number)
            if overlap > 0 {
                compare(index - 1, payload, at: number, mark)
                start = min(overlap, payload.count + missing)
            }
        }
        while start < payload.count + missing {
            let pieceNumber = number &+ UInt32(truncatingIfNeeded: start)
            var end = payload.count + missing
            var skip = 0
            if index < held.count {
                let room = Sequence32.distance(from: pieceNumber, to: held[index].sequence)
                if room < end - start {
                    compare(index, payload, at: number, mark)
                    end = start + max(0, room)
                    skip = held[index].length
                }
            }
            if end > start {
                let captured = payload.extracting(min(start, payload.count)..<min(end, payload.count))
                held.insert(
                    Held(
                        sequence: pieceNumber, bytes: captured.copy(0..<captured.count),
                        missing: end - start - captured.count, acknowledgement: acknowledgement, mark: mark,
                        isDisputed: isDisputed),
                    at: index)
                heldBytes += captured.count
                index += 1
            }
            start = end + skip
            if skip > 0 { index += 1 } else { break }
        }
    }

    private mutating func compare(_ place: Int, _ payload: Span<UInt8>, at number: UInt32, _ mark: Mark) {
        let earlier = held[place]
        let offset = Sequence32.distance(from: earlier.sequence, to: number)
        let from = max(0, -offset)
        let to = min(payload.count, earlier.bytes.count - offset)
        guard from < to else { return }
        losses.repeated += to - from
        for index in from..<to where payload[index] != earlier.bytes[index + offset] {
            held[place].isDisputed = true
            return
        }
    }

    /// Delivers what is held and next in line.
    ///
    /// - Parameter peer: how far the other direction was delivered: a segment follows what its sender had received.
    ///   `nil` lets the first segment pass whatever its sender had received.
    /// - Returns: whether anything was delivered.
    mutating func deliverHeld(
        _ direction: Direction, after peer: Progress?, into outbox: inout Outbox<StreamEvent>
    ) -> Bool {
        var count = 0
        while count < held.count {
            var segment = held[count]
            let distance = Sequence32.distance(from: next, to: segment.sequence)
            guard distance <= 0, Self.follows(segment, peer) || (peer == nil && count == 0) else { break }
            heldBytes -= segment.bytes.count
            let old = -distance
            if old > 0 {
                let oldBytes = min(old, segment.bytes.count)
                segment.missing = max(0, segment.missing - (old - oldBytes))
                segment.bytes.removeFirst(oldBytes)
            }
            held[count].bytes = []
            count += 1
            if segment.isDisputed {
                pass(over: segment, direction, into: &outbox)
                continue
            }
            deliver(segment.bytes, missing: segment.missing, segment.mark, direction, into: &outbox)
        }
        held.removeFirst(count)
        return count > 0
    }

    /// Disputed bytes are as good as lost: what stands in for them is a gap.
    private mutating func pass(over segment: Held, _ direction: Direction, into outbox: inout Outbox<StreamEvent>) {
        guard segment.length > 0 else { return }
        next = next &+ UInt32(truncatingIfNeeded: segment.length)
        losses.dispute(segment.length, from: segment.mark.at, segment.mark)
        outbox.emit(.gap(direction, length: segment.length, segment.mark))
        framesWaited = 0
        lastMark = segment.mark
    }

    private static func follows(_ segment: Held, _ peer: Progress?) -> Bool {
        guard let peer, let acknowledgement = segment.acknowledgement else { return peer != nil }
        return peer.covers(acknowledgement)
    }

    /// Passes over what is missing before the first held segment, or up to what the peer acknowledged.
    mutating func giveUp(_ direction: Direction, at mark: Mark, into outbox: inout Outbox<StreamEvent>) {
        var target = acknowledged
        var reached = mark
        if let first = held.first {
            target = first.sequence
            reached = first.mark
        } else if let finish, Sequence32.distance(from: finish, to: acknowledged) > 0,
            Sequence32.distance(from: next, to: finish) > 0
        {
            target = finish
        }
        let length = Sequence32.distance(from: next, to: target)
        guard length > 0 else { return }
        let span = lastMark.map { $0.extended(to: reached) } ?? reached
        losses.lost(length, from: lastMark?.at, to: reached.at, span.frames)
        outbox.emit(.gap(direction, length: length, span))
        next = target
        framesWaited = 0
        isProvisional = false
    }

    // MARK: Strays

    /// Takes a segment that lies far away. After several that continue one another the stream goes on there.
    mutating func stray(
        _ payload: Span<UInt8>, at number: UInt32, _ mark: Mark, _ direction: Direction,
        into outbox: inout Outbox<StreamEvent>
    ) {
        guard let run = strays.add(payload, at: number, mark) else { return }
        guard let first = run.first else { return }
        losses.lost(nil, from: lastMark?.at, to: first.mark.at, first.mark.frames)
        outbox.emit(.gap(direction, length: nil, first.mark))
        held = []
        heldBytes = 0
        finish = nil
        synchronise(at: first.sequence)
        for segment in run {
            deliver(segment.bytes, missing: 0, segment.mark, direction, into: &outbox)
        }
    }

    /// Segments far away that nothing came of.
    var strayCount: Int { strays.total }
}
