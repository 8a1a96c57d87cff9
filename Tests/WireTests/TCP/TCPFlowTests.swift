import Model
import TestSupport
import Testing

@testable import Wire

/// A connection told segment by segment.
private struct Script {
    var flow: TCPFlow
    var outbox: Outbox<StreamEvent> { flow.outbox }
    var frame = 0

    static let client: UInt32 = 0xffff_fff0
    static let server: UInt32 = 5_000

    init(isJoinedLate: Bool = false) {
        flow = TCPFlow(isJoinedLate: isJoinedLate)
    }

    /// Sequence and acknowledgement count from the first byte of each side.
    mutating func send(
        _ direction: Direction, _ text: String, at offset: Int, acknowledging acknowledged: Int? = nil,
        flags: TCPSegment.Flags = [], missing: Int = 0, urgent: UInt16 = 0
    ) {
        frame += 1
        let payload = Array(text.utf8)
        let (own, peer) = direction == .toServer ? (Self.client, Self.server) : (Self.server, Self.client)
        var flags = flags
        if acknowledged != nil { flags.insert(.ack) }
        let isSyn = flags.contains(.syn)
        let segment = TCPSegment(
            sourcePort: 1, destinationPort: 2,
            sequence: own &+ (isSyn ? 0 : 1) &+ UInt32(truncatingIfNeeded: offset),
            acknowledgement: peer &+ 1 &+ UInt32(truncatingIfNeeded: acknowledged ?? 0), flags: flags,
            payload: 0..<payload.count, missing: missing, urgent: urgent)
        flow.receive(segment, direction, payload.span, mark)
    }

    mutating func handshake() {
        send(.toServer, "", at: 0, flags: .syn)
        send(.toClient, "", at: 0, acknowledging: 0, flags: .syn)
        send(.toServer, "", at: 0, acknowledging: 0)
    }

    var mark: Mark { Mark(at: Timestamp(microseconds: Int64(frame) * 1_000), frames: frame...frame) }

    mutating func finish() { flow.finish(at: mark) }

    /// The events as text: `>abc` to the server, `<abc` to the client, `>[3]` a gap, `>.` an end, `>!` a reset.
    var story: [String] {
        outbox.events.map { event in
            switch event {
            case .bytes(let direction, let bytes, _):
                (direction == .toServer ? ">" : "<") + String(decoding: bytes, as: UTF8.self)
            case .gap(let direction, let length, _):
                (direction == .toServer ? ">" : "<") + "[\(length.map { "\($0)" } ?? "?")]"
            case .end(let direction, let reset, _):
                (direction == .toServer ? ">" : "<") + (reset ? "!" : ".")
            }
        }
    }
}

@Suite struct TCPFlowTests {
    @Test func inOrderAcrossTheWrap() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "GET / HTTP/1.1\r\n", at: 0, acknowledging: 0)
        script.send(.toServer, "\r\n", at: 16, acknowledging: 0)
        script.send(.toClient, "HTTP/1.1 200 OK", at: 0, acknowledging: 18)
        script.send(.toClient, "", at: 15, acknowledging: 18, flags: .fin)
        script.send(.toServer, "", at: 18, acknowledging: 16, flags: .fin)
        script.send(.toClient, "", at: 16, acknowledging: 19)
        #expect(script.story == [">GET / HTTP/1.1\r\n", ">\r\n", "<HTTP/1.1 200 OK", "<.", ">."])
        #expect(script.flow.isOver)
        #expect(script.flow.toServer.losses.isEmpty && script.flow.toClient.losses.isEmpty)
    }

    @Test func theFirstByteKeepsTheTimeOfItsPacket() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "b", at: 1, acknowledging: 0)
        script.send(.toServer, "a", at: 0, acknowledging: 0)
        let marks = script.outbox.events.compactMap { event -> Int? in
            guard case .bytes(_, _, let mark) = event else { return nil }
            return mark.frames.lowerBound
        }
        #expect(marks == [5, 4])
    }

    @Test func everyOrderOfSegmentsGivesTheSameStream() {
        var random = SeededGenerator(seed: 11)
        let text = Array("the quick brown fox jumps over the lazy dog".utf8)
        for _ in 0..<500 {
            var script = Script()
            script.handshake()
            var pieces: [(Int, String)] = []
            for _ in 0..<Int.random(in: 5...30, using: &random) {
                let start = Int.random(in: 0..<text.count, using: &random)
                let end = Int.random(in: start...min(text.count, start + 12), using: &random)
                pieces.append((start, String(decoding: text[start..<end], as: UTF8.self)))
            }
            // Whatever the pieces leave out comes at last.
            pieces += stride(from: 0, to: text.count, by: 7).map { start in
                (start, String(decoding: text[start..<min(text.count, start + 7)], as: UTF8.self))
            }.shuffled(using: &random)
            for (offset, piece) in pieces { script.send(.toServer, piece, at: offset, acknowledging: 0) }
            #expect(script.story.map { $0.dropFirst() }.joined() == String(decoding: text, as: UTF8.self))
            #expect(script.flow.heldBytes == 0)
            #expect(script.flow.toServer.losses.isEmpty)
        }
    }

    /// Nobody knows which of the two the server took: what was given out is disputed, what waits becomes a gap.
    @Test func bytesInTwoFormsAreDisputed() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abcd", at: 0, acknowledging: 0)
        script.send(.toServer, "abXd", at: 0, acknowledging: 0)
        let disputes = [script.flow.takeDispute(), script.flow.takeDispute()]
        #expect(disputes == [.toServer, nil])
        script.send(.toServer, "ij", at: 8, acknowledging: 0)
        script.send(.toServer, "efghIJkl", at: 4, acknowledging: 0)
        #expect(script.story == [">abcd", ">efgh", ">[2]", ">kl"])
        #expect(script.flow.toServer.losses.disputes.count == 2)
        #expect(script.flow.toServer.losses.differences == 0)
    }

    @Test func whatWasAcknowledgedIsSettled() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abcd", at: 0, acknowledging: 0)
        script.send(.toClient, "", at: 0, acknowledging: 4)
        script.send(.toServer, "abXd", at: 0, acknowledging: 0)
        let dispute = script.flow.takeDispute()
        #expect(dispute == nil)
        #expect(script.flow.toServer.losses.disputes.count == 0)
        #expect(script.flow.toServer.losses.differences == 1)
    }

    /// Many segments may be under way before the second form of the first one.
    @Test func everythingUnacknowledgedIsCompared() {
        var script = Script()
        script.handshake()
        for place in 0..<40 { script.send(.toServer, "abcd", at: place * 4, acknowledging: 0) }
        script.send(.toServer, "abXd", at: 0, acknowledging: 0)
        let dispute = script.flow.takeDispute()
        #expect(dispute == .toServer)
    }

    /// Most systems take one byte out of the stream, some do not.
    @Test func urgentBytesAreDisputed() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abc", at: 0, acknowledging: 0)
        script.send(.toServer, "def", at: 3, acknowledging: 0, flags: .urg, urgent: 2)
        script.send(.toServer, "ghi", at: 6, acknowledging: 0, flags: .urg, urgent: 0)
        #expect(script.story == [">abc", ">[3]", ">ghi"])
        #expect(script.flow.toServer.losses.disputes.bytes == 3)
    }

    @Test func aRetransmissionIsNotDeliveredAgain() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abc", at: 0, acknowledging: 0)
        script.send(.toServer, "abc", at: 0, acknowledging: 0)
        script.send(.toServer, "bcdef", at: 1, acknowledging: 0)
        #expect(script.story == [">abc", ">def"])
        #expect(script.flow.toServer.losses.repeated == 5)
        #expect(script.flow.toServer.losses.differences == 0)
    }

    @Test func keepAliveProbesMeanNothing() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abc", at: 0, acknowledging: 0)
        script.send(.toServer, "\u{0}", at: 2, acknowledging: 0)
        script.send(.toServer, "", at: 2, acknowledging: 0)
        script.send(.toServer, "def", at: 3, acknowledging: 0)
        #expect(script.story == [">abc", ">def"])
        #expect(script.flow.toServer.losses.differences == 0)
    }

    @Test func anAnswerNeverPrecedesItsQuestion() {
        var script = Script()
        script.handshake()
        // The capture shows the answer first, as two interfaces or queues do.
        script.send(.toClient, "answer", at: 0, acknowledging: 8)
        #expect(script.story.isEmpty)
        script.send(.toServer, "question", at: 0, acknowledging: 0)
        #expect(script.story == [">question", "<answer"])
    }

    @Test func aLostSegmentIsAwaitedThenNamed() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "one", at: 0, acknowledging: 0)
        script.send(.toServer, "three", at: 6, acknowledging: 0)
        script.send(.toClient, "answers", at: 0, acknowledging: 11)
        #expect(script.story == [">one"])
        for _ in 0...TCPLimits.framesAfterAcknowledgement { script.send(.toClient, "", at: 7, acknowledging: 11) }
        #expect(script.story == [">one", ">[3]", ">three", "<answers"])
        #expect(script.flow.toServer.losses.gapCount == 1)
        let hole = script.flow.toServer.losses.holes.first
        #expect(hole?.from == Timestamp(microseconds: 4_000))
        #expect(hole?.to == Timestamp(microseconds: 5_000))
    }

    @Test func aHoleTheNetworkMadeWaitsForItsRetransmission() {
        var script = Script()
        script.handshake()
        script.send(.toClient, "a", at: 0, acknowledging: 0)
        for index in 0..<200 {
            script.send(.toClient, "x", at: 2 + index, acknowledging: 0)
            script.send(.toServer, "", at: 0, acknowledging: 1)
        }
        #expect(script.story == ["<a"])
        script.send(.toClient, "b", at: 1, acknowledging: 0)
        #expect(script.story.count == 202)
        #expect(script.flow.toClient.losses.isEmpty)
    }

    @Test func aRequestLostAtTheEndIsStillAHole() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "one", at: 0, acknowledging: 0)
        script.send(.toClient, "answer", at: 0, acknowledging: 3)
        script.send(.toClient, "", at: 6, acknowledging: 9)
        script.finish()
        #expect(script.story == [">one", "<answer", ">[6]"])
    }

    @Test func cutPacketsLeaveGaps() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "abc", at: 0, acknowledging: 0, missing: 7)
        script.send(.toServer, "next", at: 10, acknowledging: 0)
        #expect(script.story == [">abc", ">[7]", ">next"])
        #expect(script.flow.toServer.losses.cuts.bytes == 7)
        #expect(script.flow.toServer.losses.gapCount == 0)
    }

    @Test func joinedLateBothSidesBeginWithAnUnknownGap() {
        var script = Script(isJoinedLate: true)
        script.send(.toClient, "", at: 100, acknowledging: 50)
        #expect(script.story.isEmpty)
        script.send(.toServer, "GET ", at: 50, acknowledging: 100)
        script.send(.toClient, "HTTP", at: 100, acknowledging: 54)
        #expect(script.story == [">[?]", "<[?]", ">GET ", "<HTTP"])
    }

    @Test func dataCapturedAfterItsAcknowledgementCorrectsTheStart() {
        var script = Script(isJoinedLate: true)
        script.send(.toServer, "q", at: 0, acknowledging: 30)
        script.send(.toClient, "abc", at: 27, acknowledging: 0)
        script.send(.toClient, "def", at: 30, acknowledging: 1)
        #expect(script.story == [">[?]", "<[?]", ">q", "<abc", "<def"])
    }

    @Test func oneDirectionOnlyIsNotHeldBack() {
        var script = Script()
        script.send(.toServer, "", at: 0, flags: .syn)
        script.send(.toServer, "", at: 0, acknowledging: 0)
        script.send(.toServer, "one", at: 0, acknowledging: 0)
        script.send(.toServer, "two", at: 3, acknowledging: 500)
        #expect(script.story == [">one", "<[500]", ">two"])
    }

    @Test func aResetEndsBothDirections() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "ask", at: 0, acknowledging: 0)
        script.send(.toClient, "", at: 0, acknowledging: 3, flags: .rst)
        // Sent before the reset arrived.
        script.send(.toServer, "more", at: 3, acknowledging: 0)
        #expect(script.flow.isOver)
        script.finish()
        #expect(script.story == [">ask", ">more", ">!", "<!"])
    }

    @Test func aResetWhoseSenderGoesOnIsPassedOver() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "ask", at: 0, acknowledging: 0)
        script.send(.toServer, "", at: 3, flags: .rst)
        script.send(.toClient, "answer", at: 0, acknowledging: 3)
        #expect(script.flow.isOver)
        script.send(.toServer, "again", at: 3, acknowledging: 6)
        #expect(!script.flow.isOver && script.flow.forgedResets.count == 1)
        script.finish()
        #expect(script.story == [">ask", "<answer", ">again"])
    }

    @Test func bytesBehindTheEndAreOfAnotherConnection() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "ask", at: 0, acknowledging: 0)
        script.send(.toServer, "", at: 3, acknowledging: 0, flags: .fin)
        script.send(.toClient, "", at: 0, acknowledging: 4, flags: .fin)
        func isForeign(at offset: Int, length: Int = 4, flags: TCPSegment.Flags = .ack) -> Bool {
            let segment = TCPSegment(
                sourcePort: 1, destinationPort: 2,
                sequence: Script.client &+ 1 &+ UInt32(truncatingIfNeeded: offset), acknowledgement: 0, flags: flags,
                payload: 0..<length)
            return script.flow.isReplaced(by: segment, .toServer)
        }
        #expect(isForeign(at: 4) && isForeign(at: 1 << 30) && isForeign(at: 100))
        // Repetitions, a probe, a bare acknowledgement, and words in a reset.
        #expect(!isForeign(at: 0, length: 3) && !isForeign(at: 3, length: 1))
        #expect(!isForeign(at: 4, length: 0) && !isForeign(at: 4, flags: .rst))
    }

    @Test func aResetFarOutsideTheWindowIsIgnored() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "ask", at: 0, acknowledging: 0)
        script.send(.toClient, "", at: 1 << 29, flags: .rst)
        #expect(!script.flow.isOver)
    }

    @Test func portReuseIsRecognised() {
        var script = Script()
        script.handshake()
        let again = TCPSegment(
            sourcePort: 1, destinationPort: 2, sequence: Script.client, acknowledgement: 0, flags: .syn, payload: 0..<0)
        #expect(!script.flow.isReplaced(by: again, .toServer))
        let other = TCPSegment(
            sourcePort: 1, destinationPort: 2, sequence: 77, acknowledgement: 0, flags: .syn, payload: 0..<0)
        #expect(script.flow.isReplaced(by: other, .toServer))
    }

    @Test func aSYNThatComesLateOpensNoOtherConnection() {
        let late = TCPSegment(
            sourcePort: 1, destinationPort: 2, sequence: Script.client, acknowledgement: 0, flags: .syn, payload: 0..<0)
        var answered = Script()
        answered.send(.toClient, "", at: 0, acknowledging: 0, flags: .syn)
        #expect(!answered.flow.isReplaced(by: late, .toServer))
        answered.send(.toServer, "", at: 0, flags: .syn)
        answered.send(.toServer, "ask", at: 0, acknowledging: 0)
        #expect(answered.story == [">ask"])
        var asked = Script()
        asked.send(.toServer, "ask", at: 0, acknowledging: 0)
        #expect(!asked.flow.isReplaced(by: late, .toServer))
        asked.send(.toServer, "", at: 0, flags: .syn)
        asked.send(.toServer, "more", at: 3, acknowledging: 0)
        #expect(asked.story == [">ask", ">more"])
    }

    @Test func aSingleStraySegmentDoesNoHarmAndAStreamOfThemIsFollowed() {
        var script = Script()
        script.handshake()
        script.send(.toServer, "one", at: 0, acknowledging: 0)
        script.send(.toServer, "stray", at: 1 << 29, acknowledging: 0)
        script.send(.toServer, "two", at: 3, acknowledging: 0)
        #expect(script.story == [">one", ">two"])
        #expect(script.flow.toServer.strayCount == 1)
        for index in 0..<4 { script.send(.toServer, "abc", at: 1 << 30 + index * 3, acknowledging: 0) }
        #expect(script.story == [">one", ">two", ">[?]", ">abc", ">abc", ">abc", ">abc"])
    }

    @Test func memoryIsBounded() {
        var script = Script()
        script.handshake()
        let chunk = String(repeating: "x", count: 60_000)
        for index in 0..<400 { script.send(.toServer, chunk, at: 10 + index * 60_000, acknowledging: 0) }
        #expect(script.flow.heldBytes <= TCPLimits.heldBytes + 60_000)
        #expect(script.flow.toServer.losses.gapCount == 1)
        var small = Script()
        small.handshake()
        for index in 0..<10_000 { small.send(.toServer, "x", at: 1 + index * 2, acknowledging: 0) }
        #expect(small.flow.toServer.held.count <= TCPLimits.heldSegments + 1)
    }

    @Test func anySegmentsAreTaken() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var script = Script(isJoinedLate: Bool.random(using: &random))
            for _ in 0..<60 {
                let direction: Direction = Bool.random(using: &random) ? .toServer : .toClient
                let spread = [8, 100, 1 << 20, 1 << 31].randomElement(using: &random) ?? 8
                script.send(
                    direction, String(repeating: "a", count: Int.random(in: 0...9, using: &random)),
                    at: Int.random(in: -spread...spread, using: &random),
                    acknowledging: Bool.random(using: &random) ? Int.random(in: -spread...spread, using: &random) : nil,
                    flags: TCPSegment.Flags(rawValue: UInt8.random(in: 0...7, using: &random)),
                    missing: Int.random(in: 0...3, using: &random))
            }
            script.finish()
            #expect(script.flow.heldBytes == 0)
        }
    }
}
