import Model

extension QUICConnection {
    private static let mostStreams = 1 << 16
    private static let mostWaitingInStream = 1 << 20
    private static let mostWaitingInCrypto = 1 << 18

    /// The frames of one packet.
    mutating func read(_ payload: [UInt8], of type: QUICPacketType, _ direction: Direction, _ mark: Mark) {
        if type == .oneRTT, tls.earlyData == .undecided, !earlyFrames.isEmpty { applyEarlyFrames() }
        var reader = FieldReader(payload)
        while !reader.isAtEnd, !isClosed {
            do {
                try take(try QUICFrame.read(&reader), of: type, direction, mark)
            } catch {
                let rest = (error as? QUICFrame.Unknown).map { "of type \($0.type)" } ?? "that ends too early"
                return outbox.report(
                    Diagnostic(
                        .quicFrameMalformed, locator: .frames(mark.frames), at: mark.at,
                        subject: tls.facts.serverName,
                        detail: "The \(direction.sender) sent a frame \(rest).", blind: blind(mark, mark, direction)))
            }
        }
    }

    private mutating func take(
        _ frame: QUICFrame, of type: QUICPacketType, _ direction: Direction, _ mark: Mark
    ) throws {
        switch frame {
        case .crypto(let offset, let bytes):
            takeCrypto(bytes, at: offset, QUICHalf.space(type), direction, mark)
        case .stream(let frame):
            if type == .zeroRTT, tls.earlyData != .accepted {
                holdEarly(frame, mark)
            } else {
                takeStream(frame, direction, mark)
            }
        case .resetStream(let id, _):
            reset(id, direction, mark)
        case .newConnectionID(let id, let token):
            // Whoever issues an ID receives packets with it.
            newIDs.append((id, direction.opposite))
            if resetTokens.count < Self.mostStreams { resetTokens.insert(token) }
        case .datagram(let bytes):
            outbox.emit(.datagram(connection: number, direction, Array(bytes), mark))
        case .ack(let ranges):
            guard QUICHalf.space(type) == 2 else { return }
            for range in ranges { halves[direction.opposite.index].acknowledge(range, mark) }
        case .connectionClose:
            finish(mark)
        case .other:
            break
        }
    }

    // MARK: Streams

    private mutating func takeStream(_ frame: QUICFrame.Stream, _ direction: Direction, _ mark: Mark) {
        guard openStream(frame.id, mark) else { return }
        var output = StreamOutput(connection: number, id: frame.id, direction: direction)
        // Moved out and back: the stream changes while it gives out.
        swap(&output.outbox, &outbox)
        let hasEnded = streams[frame.id, default: QUICStream()].insert(
            frame, direction.index, mark, mostWaiting: Self.mostWaitingInStream
        ) { output.take($0) }
        swap(&output.outbox, &outbox)
        if !output.gaps.isEmpty { report(output.gaps, frame.id, direction) }
        if hasEnded { outbox.emit(.stream(connection: number, id: frame.id, .end(direction, reset: false, mark))) }
    }

    private mutating func openStream(_ id: UInt64, _ mark: Mark) -> Bool {
        guard streams.count < Self.mostStreams || streams.index(forKey: id) != nil else {
            if streams.count == Self.mostStreams {
                // One more entry says that the limit was named.
                streams[.max] = QUICStream()
                outbox.report(
                    Diagnostic(
                        .quicLimit, locator: .frames(mark.frames), at: mark.at, subject: tls.facts.serverName,
                        detail: "More than \(Self.mostStreams) streams.",
                        blind: Blind(
                            from: mark.at, host: tls.facts.serverName, server: server,
                            manyHosts: tls.facts.mayCarryManyHosts)))
            }
            return false
        }
        return true
    }

    /// Where the bytes of one direction of a stream go.
    private struct StreamOutput {
        let connection: Int
        let id: UInt64
        let direction: Direction
        var outbox = Outbox<QUICEvent>()
        private(set) var gaps: [(since: Mark?, until: Mark)] = []

        init(connection: Int, id: UInt64, direction: Direction) {
            self.connection = connection
            self.id = id
            self.direction = direction
        }

        mutating func take(_ output: OrderedBytes.Output) {
            switch output {
            case .bytes(let bytes, let mark):
                outbox.emit(.stream(connection: connection, id: id, .bytes(direction, Array(bytes), mark)))
            case .gap(let length, let since, let mark):
                outbox.emit(
                    .stream(connection: connection, id: id, .gap(direction, length: Int(clamping: length), mark)))
                gaps.append((since, mark))
            }
        }
    }

    private mutating func report(_ gaps: [(since: Mark?, until: Mark)], _ id: UInt64, _ direction: Direction) {
        for (since, mark) in gaps {
            outbox.report(
                Diagnostic(
                    .quicBytesMissing, locator: .frames(mark.frames), at: mark.at, subject: tls.facts.serverName,
                    detail: "Bytes of stream \(id) from the \(direction.sender) are missing.",
                    blind: blind(since ?? firstMark, mark, direction)))
        }
    }

    private mutating func reset(_ id: UInt64, _ direction: Direction, _ mark: Mark) {
        guard openStream(id, mark) else { return }
        var stream = streams[id] ?? QUICStream()
        if !stream.hasEnded[direction.index] {
            stream.hasEnded[direction.index] = true
            outbox.emit(.stream(connection: number, id: id, .end(direction, reset: true, mark)))
        }
        stream.bytes[direction.index].close()
        streams[id] = stream
    }

    /// The connection is over: holes are given up, in the order of the streams' IDs.
    mutating func flushStreams(_ mark: Mark) {
        for id in streams.keys.sorted() {
            for direction in [Direction.toServer, .toClient] {
                guard var stream = streams[id], !stream.hasEnded[direction.index] else { continue }
                var output = StreamOutput(connection: number, id: id, direction: direction)
                swap(&output.outbox, &outbox)
                stream.bytes[direction.index].flush(mark) { output.take($0) }
                swap(&output.outbox, &outbox)
                report(output.gaps, id, direction)
                if stream.bytes[direction.index].isComplete {
                    stream.hasEnded[direction.index] = true
                    outbox.emit(.stream(connection: number, id: id, .end(direction, reset: false, mark)))
                }
                streams[id] = stream
            }
        }
    }

    // MARK: Early data

    private mutating func holdEarly(_ frame: QUICFrame.Stream, _ mark: Mark) {
        // Refused early data comes again in 1-RTT packets.
        guard tls.earlyData == .undecided else { return }
        var frame = frame
        // Copied, so that a small frame does not keep its whole packet.
        frame.bytes = Array(frame.bytes)[...]
        earlyFrames.append(EarlyFrame(frame: frame, mark: mark))
        earlyBytes += frame.bytes.count
        if earlyBytes > Self.mostEarlyBytes { applyEarlyFrames() }
    }

    private mutating func settleEarlyData(_ mark: Mark) {
        switch tls.earlyData {
        case .undecided: return
        case .accepted: applyEarlyFrames()
        case .rejected:
            guard !earlyFrames.isEmpty else { return }
            earlyFrames = []
            outbox.report(
                Diagnostic(
                    .quicEarlyDataRejected, locator: .frames(mark.frames), at: mark.at, subject: tls.facts.serverName,
                    detail: "The server refused \(earlyBytes) bytes of early data."))
        }
    }

    mutating func applyEarlyFrames() {
        let frames = earlyFrames
        earlyFrames = []
        for early in frames { takeStream(early.frame, .toServer, early.mark) }
    }

    // MARK: Handshake

    private mutating func takeCrypto(
        _ bytes: ArraySlice<UInt8>, at offset: UInt64, _ space: Int, _ direction: Direction, _ mark: Mark
    ) {
        let index = direction.index
        var inOrder: [UInt8] = []
        var hasGap = false
        halves[index].crypto[space].insert(
            bytes, at: offset, isFinal: false, mark, mostWaiting: Self.mostWaitingInCrypto
        ) { output in
            if case .bytes(let bytes, _) = output { inOrder += bytes } else { hasGap = true }
        }
        if hasGap { halves[index].messages[space].reset() }
        guard !inOrder.isEmpty else { return }
        halves[index].messages[space].append(inOrder)
        while true {
            do {
                guard let message = try halves[index].messages[space].next() else { return }
                try take(message, direction, mark)
            } catch {
                outbox.report(
                    Diagnostic(
                        .quicHandshakeMalformed, locator: .frames(mark.frames), at: mark.at,
                        subject: tls.facts.serverName,
                        detail: "A handshake message of the \(direction.sender) cannot be read: \(error)."))
            }
        }
    }

    private mutating func take(_ message: HandshakeReader.Message, _ direction: Direction, _ mark: Mark) throws {
        let facts = facts
        switch (message.type, direction) {
        case (.clientHello, .toServer):
            tls.take(try ClientHello(message.body))
            announce(facts, mark)
            releaseHeld()
        case (.serverHello, .toClient):
            tls.take(try ServerHello(message.body))
            announce(facts, mark)
            settleEarlyData(mark)
        case (.encryptedExtensions, .toClient):
            let extensions = try EncryptedExtensions(message.body)
            tls.take(extensions)
            if let parameters = extensions.quicTransportParameters { try takeParameters(parameters) }
            announce(facts, mark)
            settleEarlyData(mark)
        default:
            break
        }
    }

    private mutating func announce(_ earlier: QUICFacts, _ mark: Mark) {
        if facts != earlier { outbox.emit(.facts(connection: number, facts, mark)) }
    }

    /// The server's stateless reset token and preferred address (RFC 9000 section 18.2).
    private mutating func takeParameters(_ bytes: [UInt8]) throws(FieldReader.Short) {
        var reader = FieldReader(bytes)
        while !reader.isAtEnd {
            let id = try reader.varint()
            var value = FieldReader(try reader.varintVector())
            switch id {
            case 0x02: resetTokens.insert(Array(try value.take(16)))
            case 0x0d:
                _ = try value.take(4 + 2 + 16 + 2)
                newIDs.append((Array(try value.vector8()), .toServer))
                resetTokens.insert(Array(try value.take(16)))
            default: break
            }
        }
    }
}
