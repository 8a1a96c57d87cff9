import Model

extension TLSDecoder {
    private static let mostHeldBytes = 1 << 19

    /// A record in step: kept until the other direction's hello where it depends on it, else read.
    mutating func receive(_ record: TLSRecord, _ direction: Direction) {
        let index = direction.index
        guard mustWait(record, direction) else { return take(record, direction) }
        halves[index].held.append(
            TLSHalf.HeldRecord(
                type: record.type, version: record.version, body: Array(record.body), mark: record.mark))
        halves[index].heldBytes += record.length
        if halves[index].heldBytes > Self.mostHeldBytes { giveUpOnHellos() }
    }

    /// Directions of a flow are reassembled on their own: an answer may come before the delayed segment of a hello.
    private func mustWait(_ record: TLSRecord, _ direction: Direction) -> Bool {
        guard !connection.isHelloLost else { return false }
        if direction == .toClient { return !connection.hasClientHello }
        guard connection.hasClientHello, !connection.hasServerHello else { return false }
        let half = halves[direction.index]
        guard half.phase == .clear || half.phase == .early else { return false }
        return !half.held.isEmpty
            || record.type != TLSRecord.ContentType.handshake && record.type != TLSRecord.ContentType.alert
                && !isEarly(record, half)
    }

    /// Early data and the ChangeCipherSpec that goes before it, to please middleboxes.
    private func isEarly(_ record: TLSRecord, _ half: TLSHalf) -> Bool {
        guard half.held.isEmpty, connection.facts.offersEarlyData || connection.isRetried else { return false }
        return record.type == TLSRecord.ContentType.changeCipherSpec
            || record.type == TLSRecord.ContentType.applicationData && half.phase == .early
            || record.type == TLSRecord.ContentType.handshake
    }

    /// A hello that is awaited is not in the capture: read what was held as well as can be.
    mutating func giveUpOnHellos() {
        guard !connection.hasClientHello || !connection.hasServerHello else { return }
        connection.isHelloLost = true
        release(.toServer)
        release(.toClient)
    }

    private mutating func release(_ direction: Direction) {
        let held = halves[direction.index].held
        halves[direction.index].held = []
        halves[direction.index].heldBytes = 0
        for record in held {
            take(
                TLSRecord(type: record.type, version: record.version, body: record.body[...], mark: record.mark),
                direction)
        }
    }

    private mutating func take(_ record: TLSRecord, _ direction: Direction) {
        switch record.type {
        case TLSRecord.ContentType.changeCipherSpec:
            changeCipher(record, direction)
        case _ where isClear(record, direction):
            deliver(Array(record.body), of: record, direction, isClear: true)
        default:
            open(record, direction)
        }
    }

    /// TLS 1.3 sends everything protected as application data; what has another type is in the clear.
    private func isClear(_ record: TLSRecord, _ direction: Direction) -> Bool {
        guard record.type != TLSRecord.ContentType.applicationData,
            halves[direction.index].stretch?.reason != .handshakeUnseen,
            record.type != TLSRecord.ContentType.alert || record.body.count == 2
        else { return false }
        return !isProtected(direction) || connection.isTLS13 || halves[direction.index].phase == .early
    }

    /// TLS 1.2 and before switch keys here (RFC 5246 section 7.1); in TLS 1.3 it means nothing.
    private mutating func changeCipher(_ record: TLSRecord, _ direction: Direction) {
        let index = direction.index
        let isLegacy = !connection.isTLS13 && !(connection.serverHello == nil && connection.facts.offersEarlyData)
        account(read: record.length)
        guard isLegacy, !connection.isRetried || connection.serverHello != nil else { return }
        if case .application = halves[index].phase, halves[index].protection != nil,
            connection.serverHello == nil
        {
            return
        }
        halves[index].phase = .application
        halves[index].protection = connection.legacyProtection(direction)
        halves[index].handshake.reset()
    }

    // MARK: Messages

    mutating func readHandshake(_ bytes: ArraySlice<UInt8>, _ direction: Direction, _ mark: Mark) {
        let index = direction.index
        halves[index].handshake.append(bytes)
        while true {
            do {
                let wantsAll = connection.wantsTranscript
                guard let message = try halves[index].handshake.next(wantsAll: wantsAll) else { return }
                try take(message, direction, mark)
            } catch {
                outbox.report(
                    Diagnostic(
                        .tlsHandshakeMalformed, locator: .frames(mark.frames), at: mark.at,
                        subject: connection.facts.serverName,
                        detail: "A handshake message of the \(direction.sender) cannot be read: \(error)."))
            }
        }
    }

    private mutating func take(_ message: HandshakeReader.Message, _ direction: Direction, _ mark: Mark) throws {
        let index = direction.index
        let facts = connection.facts
        switch (message.type, direction) {
        case (.clientHello, .toServer):
            connection.take(try ClientHello(message.body))
            connection.record(message.whole)
            announce(facts, mark)
            startEarlyData()
            release(.toClient)
        case (.serverHello, .toClient):
            connection.take(try ServerHello(message.body))
            connection.record(message.whole)
            announce(facts, mark)
            startHandshakeKeys()
            settleEarlyData(mark)
            if connection.serverHello != nil { release(.toServer) }
        case (.encryptedExtensions, .toClient):
            connection.take(try EncryptedExtensions(message.body))
            announce(facts, mark)
            settleEarlyData(mark)
        case (.endOfEarlyData, .toServer):
            connection.takeEndOfEarlyData()
            settleEarlyData(mark)
            halves[index].phase = .handshake
            halves[index].protection = connection.protections(.handshake, .toServer).first
        case (.clientKeyExchange, .toServer):
            connection.record(message.whole)
            connection.takeClientKeyExchange(message.body)
        case (.finished, _):
            guard connection.isTLS13, halves[index].phase == .handshake else { return }
            halves[index].phase = .application
            halves[index].protection = connection.protections(.application, direction).first
        case (.keyUpdate, _):
            guard connection.isTLS13, halves[index].phase == .application else { return }
            halves[index].protection = halves[index].protection?.next()
        default:
            connection.record(message.whole)
        }
    }

    private mutating func announce(_ earlier: TLSFacts, _ mark: Mark) {
        if connection.facts != earlier { outbox.emit(.facts(connection.facts, mark)) }
    }

    private mutating func startHandshakeKeys() {
        guard connection.isTLS13, connection.serverHello != nil else { return }
        for direction in [Direction.toServer, .toClient] {
            let index = direction.index
            // The client's early data comes first, even when it is refused: the first record that does not open under
            // the early keys goes on to these.
            guard halves[index].phase == .clear else { continue }
            halves[index].phase = .handshake
            halves[index].protection = connection.protections(.handshake, direction).first
        }
    }

    // MARK: Early data (RFC 8446 section 2.3)

    private mutating func startEarlyData() {
        let index = Direction.toServer.index
        guard connection.clientHello?.offersEarlyData == true, connection.serverHello == nil,
            halves[index].phase == .clear, !connection.protections(.early, .toServer).isEmpty
        else { return }
        halves[index].phase = .early
    }

    /// Passes early data on once the server has taken it: refused data comes again and must not count twice.
    mutating func settleEarlyData(_ mark: Mark) {
        switch connection.earlyData {
        case .undecided: return
        case .accepted: flushEarlyData()
        case .rejected: dropEarlyData()
        }
    }

    mutating func flushEarlyData() {
        let held = earlyPlaintext
        earlyPlaintext = []
        for (bytes, mark) in held {
            outbox.emit(.plaintext(.bytes(.toServer, bytes, mark)))
        }
    }

    private mutating func dropEarlyData() {
        guard let first = earlyPlaintext.first, let last = earlyPlaintext.last else { return }
        let bytes = earlyPlaintext.reduce(0) { $0 + $1.bytes.count }
        earlyPlaintext = []
        let mark = first.mark.extended(to: last.mark)
        outbox.report(
            Diagnostic(
                .tlsEarlyDataRejected, locator: .frames(mark.frames), at: first.mark.at,
                subject: connection.facts.serverName,
                detail: "The server refused \(bytes) bytes of early data."))
    }
}

extension Direction {
    /// Who sends in this direction, for messages.
    var sender: String { self == .toServer ? "client" : "server" }
}
