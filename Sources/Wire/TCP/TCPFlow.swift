import Model

/// One TCP connection: puts both directions in order, and in order to each other.
///
/// A segment is delivered when all bytes before it are, and all bytes of the other direction that its sender had
/// acknowledged: an answer never precedes its question, whatever the order in the capture. What holds it back is awaited
/// within the bounds of ``TCPLimits``, then named as a gap.
struct TCPFlow: Emitter, Sendable {
    var outbox = Outbox<StreamEvent>()
    /// One per direction, in places: a value behind an accessor would be copied out to look at one field of it.
    private var streams = [TCPStream(), TCPStream()]
    var toServer: TCPStream { streams[0] }
    var toClient: TCPStream { streams[1] }
    /// The capture does not show how the connection began.
    private(set) var isJoinedLate: Bool
    /// An event was emitted: the directions are settled.
    private(set) var hasBegun = false
    private(set) var resetMark: Mark?
    private var resetDirection = Direction.toServer
    /// Resets whose supposed sender went on, and the first of them.
    private(set) var forgedResets: (count: Int, first: Mark?) = (0, nil)

    init(isJoinedLate: Bool) {
        self.isJoinedLate = isJoinedLate
    }

    /// Both directions have ended, or one was reset.
    var isOver: Bool { resetMark != nil || streams.allSatisfy(\.isEnded) }

    var heldBytes: Int { streams[0].heldBytes + streams[1].heldBytes }

    /// Whether a segment opens another connection between the same endpoints (RFC 9293, section 3.6.1).
    func isReplaced(by segment: TCPSegment, _ direction: Direction) -> Bool {
        guard segment.flags.contains(.syn) else { return isOver && bringsForeignBytes(segment, direction) }
        let stream = streams[direction.index]
        if let initial = stream.initialSequence { return initial != segment.sequence }
        guard stream.isSynchronised else { return isOver }
        // It comes late, behind its answer or the bytes that follow it.
        if segment.sequence &+ 1 == stream.firstSequence ?? stream.next { return false }
        let distance = Sequence32.distance(from: stream.next, to: segment.sequence &+ 1)
        return !segment.flags.contains(.ack) || abs(distance) > TCPLimits.furthestBehind
    }

    /// Bytes behind the end, or far away from it: of a connection between the same endpoints whose SYN was not captured.
    private func bringsForeignBytes(_ segment: TCPSegment, _ direction: Direction) -> Bool {
        let length = segment.payload.count + segment.missing
        let stream = streams[direction.index]
        guard length > 0, !segment.flags.contains(.rst), stream.isSynchronised else { return false }
        let distance = Sequence32.distance(from: stream.next, to: segment.payloadSequence)
        if distance > TCPLimits.furthestAhead || distance < -TCPLimits.furthestBehind { return true }
        return stream.isEnded && distance + length > 0
    }

    /// Exchanges the roles, before anything was emitted.
    mutating func swapDirections() {
        guard !hasBegun else { return }
        streams.swapAt(0, 1)
    }

    /// The next segment carries the first bytes of the connection, as their content tells: nothing precedes them, although
    /// the TCP handshake was not captured.
    mutating func startWithNextBytes() {
        guard !hasBegun else { return }
        isJoinedLate = false
    }

    mutating func receive(_ segment: TCPSegment, _ direction: Direction, _ frame: Span<UInt8>, _ mark: Mark) {
        let acknowledgement = segment.flags.contains(.ack) ? segment.acknowledgement : nil
        if let acknowledgement, !segment.flags.contains(.rst) {
            streams[direction.opposite.index].acknowledge(acknowledgement)
        }
        if segment.flags.contains(.syn) {
            open(segment, direction)
            if !hasBegun { isJoinedLate = false }
        } else if !streams[direction.index].isSynchronised {
            streams[direction.index].synchronise(at: segment.sequence)
        }
        streams[direction.index].isSeen = true
        if !segment.payload.isEmpty || segment.missing > 0 {
            begin(mark)
            take(segment, direction, acknowledgement, frame, mark)
        }
        if segment.flags.contains(.fin) {
            begin(mark)
            let length = segment.payload.count + segment.missing
            streams[direction.index].setFinish(segment.payloadSequence &+ UInt32(truncatingIfNeeded: length), mark)
        }
        if segment.flags.contains(.rst) {
            reset(segment, direction, mark)
        }
        guard !streams[0].isQuiet || !streams[1].isQuiet else { return }
        streams[0].wait()
        streams[1].wait()
        deliver(mark)
    }

    /// The connection is over, or the capture, or its memory: names what is missing and gives out the rest.
    mutating func finish(at mark: Mark) {
        flush(at: mark)
        guard let resetMark else { return }
        for direction in Self.directions where !streams[direction.index].isEnded {
            streams[direction.index].end()
            outbox.emit(.end(direction, reset: true, resetMark))
        }
    }

    /// Waits for nothing any more.
    mutating func flush(at mark: Mark) {
        while deliverReady() || giveUpOldest(mark) {}
    }

    /// The direction whose delivered bytes turned out to be disputed since the last question.
    mutating func takeDispute() -> Direction? {
        for direction in Self.directions where streams[direction.index].hasNewDispute {
            streams[direction.index].hasNewDispute = false
            return direction
        }
        return nil
    }

    // MARK: Segments

    private mutating func open(_ segment: TCPSegment, _ direction: Direction) {
        guard streams[direction.index].initialSequence == nil else { return }
        streams[direction.index].initialSequence = segment.sequence
        if streams[direction.index].bytes == 0 { streams[direction.index].synchronise(at: segment.sequence &+ 1) }
    }

    /// A connection joined late has unknown bytes before its first ones, both ways.
    private mutating func begin(_ mark: Mark) {
        guard !hasBegun else { return }
        hasBegun = true
        guard isJoinedLate else { return }
        outbox.emit(.gap(.toServer, length: nil, mark))
        outbox.emit(.gap(.toClient, length: nil, mark))
    }

    private mutating func take(
        _ segment: TCPSegment, _ direction: Direction, _ acknowledgement: UInt32?, _ frame: Span<UInt8>, _ mark: Mark
    ) {
        let payload = frame.extracting(segment.payload)
        let number = segment.payloadSequence
        if let earlier = resetMark, !segment.flags.contains(.rst), resetDirection == direction,
            streams[direction.index].goesOn(at: number, length: payload.count + segment.missing)
        {
            // Whoever has reset a connection sends nothing more: somebody else wrote the reset.
            resetMark = nil
            forgedResets = (forgedResets.count + 1, forgedResets.first ?? earlier)
        }
        guard !streams[direction.index].isEnded else {
            streams[direction.index].noteRepeated(payload, at: number, mark)
            return
        }
        let peer = streams[direction.opposite.index].progress
        switch streams[direction.index].place(of: number, length: payload.count + segment.missing) {
        case .old:
            streams[direction.index].noteRepeated(payload, at: number, mark)
        case .elsewhere:
            streams[direction.index].stray(payload, at: number, mark, direction, into: &outbox)
        case .next
        where streams[direction.index].held.isEmpty && acknowledgement.map(peer.covers) ?? true
            && streams[direction.index].next == number && !segment.hasUrgentBytes:
            streams[direction.index].deliver(
                payload.copy(0..<payload.count), missing: segment.missing, mark, direction, into: &outbox)
        case .next, .ahead:
            let old = max(0, -Sequence32.distance(from: streams[direction.index].next, to: number))
            if old > 0 {
                let repeated = min(old, payload.count)
                streams[direction.index].noteRepeated(payload.extracting(0..<repeated), at: number, mark)
            }
            streams[direction.index].hold(
                payload, at: number, missing: segment.missing, acknowledgement: acknowledgement,
                isDisputed: segment.hasUrgentBytes, mark)
        }
    }

    private mutating func reset(_ segment: TCPSegment, _ direction: Direction, _ mark: Mark) {
        let distance = Sequence32.distance(from: streams[direction.index].next, to: segment.sequence)
        guard distance <= TCPLimits.furthestAhead, distance >= -TCPLimits.furthestBehind else { return }
        begin(mark)
        flush(at: mark)
        // The end is told once the connection is given out: until then bytes may follow that prove the reset forged.
        guard resetMark == nil else { return }
        resetMark = mark
        resetDirection = direction
    }

    // MARK: Delivery

    private mutating func deliver(_ mark: Mark) {
        while true {
            if deliverReady() { continue }
            guard let direction = Self.directions.first(where: isDue) else { return }
            giveUp(direction, mark)
        }
    }

    /// Delivers all that nothing holds back.
    private mutating func deliverReady() -> Bool {
        var hasProgress = false
        for direction in Self.directions {
            if !streams[direction.index].held.isEmpty {
                let peer = streams[direction.opposite.index].progress
                if streams[direction.index].deliverHeld(direction, after: peer, into: &outbox) { hasProgress = true }
            }
            if streams[direction.index].isAtFinish, let mark = streams[direction.index].finishMark {
                streams[direction.index].end()
                outbox.emit(.end(direction, reset: false, mark))
                hasProgress = true
            }
        }
        return hasProgress
    }

    /// Whether what a direction waits for was awaited long enough.
    private func isDue(_ direction: Direction) -> Bool {
        let stream = streams[direction.index]
        if stream.heldBytes > TCPLimits.heldBytes || stream.held.count > TCPLimits.heldSegments { return true }
        guard stream.hasAcknowledgedHole else { return false }
        // Nothing of this direction was ever captured: there is nothing to wait for.
        return !stream.isSeen || stream.framesWaited > TCPLimits.framesAfterAcknowledgement
            || heldBytes > TCPLimits.bytesAfterAcknowledgement
    }

    private mutating func giveUp(_ direction: Direction, _ mark: Mark) {
        if let first = streams[direction.index].held.first,
            Sequence32.distance(from: streams[direction.index].next, to: first.sequence) <= 0
        {
            // Only the order between the directions holds it back.
            _ = streams[direction.index].deliverHeld(direction, after: nil, into: &outbox)
        } else {
            streams[direction.index].giveUp(direction, at: mark, into: &outbox)
        }
    }

    /// At the end: the direction whose first held segment is the oldest goes first, then holes that only acknowledgements tell of.
    private mutating func giveUpOldest(_ mark: Mark) -> Bool {
        let waiting = Self.directions.filter { !streams[$0.index].held.isEmpty }
        if let direction = waiting.min(by: { firstFrame($0) < firstFrame($1) }) {
            giveUp(direction, mark)
            return true
        }
        guard
            let direction = Self.directions.first(where: { streams[$0.index].hasAcknowledgedHole && !isPastFinish($0) })
        else {
            return false
        }
        giveUp(direction, mark)
        return true
    }

    private func firstFrame(_ direction: Direction) -> Int {
        streams[direction.index].held.first?.mark.frames.lowerBound ?? .max
    }

    private func isPastFinish(_ direction: Direction) -> Bool {
        let stream = streams[direction.index]
        guard let finish = stream.finish else { return false }
        return Sequence32.distance(from: stream.next, to: finish) <= 0
    }

    private static let directions: [Direction] = [.toServer, .toClient]
}
