import Model

/// TLS 1.0 to 1.3 of one flow: the stream of records in, plaintext and facts out (RFC 8446, RFC 5246).
///
/// It accepts every input. What does not authenticate is never passed on; it becomes a diagnostic with what it hides.
/// The decoder knows no addresses: `Blind.server` is left for the caller to fill in.
public struct TLSDecoder: FlowDecoder {
    /// Bytes of the stream: read, or named in diagnostics.
    public private(set) var ledger = Ledger(unit: "bytes")
    public var outbox = Outbox<TLSEvent>()
    var connection: TLSConnection
    var halves = [TLSHalf(.toServer), TLSHalf(.toClient)]
    /// Early data that the server has not accepted yet.
    var earlyPlaintext: [(bytes: [UInt8], mark: Mark)] = []
    var earlyPlaintextBytes = 0

    public init(secrets: SecretStore) {
        connection = TLSConnection(secrets: secrets)
    }

    /// Whether a connection whose first bytes in either direction are these is TLS; `nil` while there are too few.
    public static func recognises(_ firstBytes: some Collection<UInt8>) -> Bool? {
        TLSRecord.isStart(firstBytes)
    }

    /// What is known of the connection so far.
    public var facts: TLSFacts { connection.facts }

    public mutating func feed(_ event: StreamEvent) {
        switch event {
        case .bytes(let direction, let bytes, let mark):
            ledger.input += bytes.count
            read(bytes, mark, direction)
        case .gap(let direction, let length, let mark):
            skipHole(length, mark, direction)
        case .end(let direction, let reset, let mark):
            end(direction, reset: reset, mark)
        }
    }

    public mutating func finish() {
        giveUpOnHellos()
        for direction in [Direction.toServer, .toClient] {
            cut(direction)
        }
        flushEarlyData()
        settle()
    }

    // MARK: Records out of bytes

    private mutating func read(_ bytes: [UInt8], _ mark: Mark, _ direction: Direction) {
        let index = direction.index
        var input: [UInt8] = []
        var start = mark
        if halves[index].pending.isEmpty {
            input = bytes
        } else {
            // The buffer is moved out, not copied: a record arrives in many segments.
            swap(&input, &halves[index].pending)
            input += bytes
            start = halves[index].pendingMark ?? mark
        }
        var at = 0
        while at < input.count, let used = step(input, at, start.extended(to: mark), direction) {
            at += used
            start = mark
        }
        guard at < input.count else { return }
        halves[index].pending = at == 0 ? input : Array(input[at...])
        halves[index].pendingMark = start
    }

    /// Reads what starts at an offset and returns its length, or `nil` when it is not whole yet.
    private mutating func step(_ input: [UInt8], _ at: Int, _ mark: Mark, _ direction: Direction) -> Int? {
        let index = direction.index
        switch halves[index].framing {
        case .opaque:
            skip(input.count - at, .recordDamaged, mark, direction)
            return input.count - at
        case .skipping(let left):
            let skipped = min(left, input.count - at)
            skip(skipped, .bytesMissing, mark, direction)
            halves[index].framing = skipped == left ? .inStep : .skipping(left - skipped)
            return skipped
        case .inStep:
            guard input.count - at >= TLSRecord.headerLength else { return nil }
            guard let header = TLSRecord.header(input, at: at) else {
                loseStep(mark, direction)
                return 0
            }
            let end = at + TLSRecord.headerLength + header.bodyLength
            guard end <= input.count else { return nil }
            let record = TLSRecord(
                type: header.type, version: header.version, body: input[(at + TLSRecord.headerLength)..<end], mark: mark
            )
            halves[index].hasRecords = true
            receive(record, direction)
            return record.length
        case .searching:
            return search(input, at, mark, direction)
        }
    }

    /// Behind a hole of unknown content: the next byte from which a record opens, or in the clear, two records follow.
    private mutating func search(_ input: [UInt8], _ at: Int, _ mark: Mark, _ direction: Direction) -> Int? {
        guard input.count - at >= TLSRecord.headerLength else { return nil }
        guard let header = TLSRecord.header(input, at: at), header.bodyLength > 0,
            header.type != TLSRecord.ContentType.heartbeat
        else {
            skip(1, .bytesMissing, mark, direction)
            return 1
        }
        let end = at + TLSRecord.headerLength + header.bodyLength
        guard end <= input.count else { return nil }
        let record = TLSRecord(
            type: header.type, version: header.version, body: input[(at + TLSRecord.headerLength)..<end], mark: mark)
        if record.type != TLSRecord.ContentType.applicationData, !isProtected(direction) {
            if !Self.isChangeCipherSpec(record) {
                guard input.count - end >= TLSRecord.headerLength else { return nil }
                guard TLSRecord.header(input, at: end) != nil else {
                    skip(1, .bytesMissing, mark, direction)
                    return 1
                }
            }
            halves[direction.index].framing = .inStep
            receive(record, direction)
            return record.length
        }
        guard let plaintext = resynchronise(record, direction) else {
            if halves[direction.index].trialBudget <= 0 { halves[direction.index].framing = .opaque }
            skip(1, .bytesMissing, mark, direction)
            return 1
        }
        halves[direction.index].framing = .inStep
        deliver(plaintext, of: record, direction)
        return record.length
    }

    private static func isChangeCipherSpec(_ record: TLSRecord) -> Bool {
        record.type == TLSRecord.ContentType.changeCipherSpec && record.body.elementsEqual([1])
    }

    func isProtected(_ direction: Direction) -> Bool {
        if case .clear = halves[direction.index].phase { return false }
        return true
    }

    /// No record starts here although one should.
    private mutating func loseStep(_ mark: Mark, _ direction: Direction) {
        let index = direction.index
        if halves[index].hasRecords {
            openStretch(.recordDamaged, mark, direction)
            halves[index].hole = TLSHalf.Hole(length: nil)
            halves[index].framing = mayStillOpen(direction) ? .searching : .opaque
        } else {
            openStretch(.notTLS, mark, direction)
            halves[index].framing = .opaque
            giveUpOnHellos()
        }
    }

    // MARK: Holes and ends

    private mutating func skipHole(_ length: Int?, _ mark: Mark, _ direction: Direction) {
        let index = direction.index
        let began = halves[index].pendingMark ?? halves[index].lastMark ?? mark
        let pending = halves[index].pending.count
        let whole = missingRecord(direction)
        halves[index].pending = []
        halves[index].pendingMark = nil
        var hole = TLSHalf.Hole(length: length)
        if let earlier = halves[index].hole { hole.extend(by: earlier) }
        halves[index].hole = hole
        halves[index].handshake.reset()
        halves[index].protection?.breakChain()

        guard mayStillOpen(direction) else {
            openStretch(
                connection.reasonWithoutKeys(hasGap: halves[index].hasRecords), began.extended(to: mark), direction)
            skip(pending, .bytesMissing, mark, direction)
            halves[index].framing = .opaque
            giveUpOnHellos()
            return
        }
        let isBoundaryKnown: Bool
        switch halves[index].framing {
        case .skipping(let left):
            if let length, length <= left {
                halves[index].framing = length == left ? .inStep : .skipping(left - length)
                isBoundaryKnown = true
            } else {
                isBoundaryKnown = false
            }
        case .inStep:
            if let length, let whole, pending + length <= whole.length {
                let left = whole.length - pending - length
                halves[index].framing = left == 0 ? .inStep : .skipping(left)
                halves[index].protection?.sequence &+= 1
                isBoundaryKnown = true
            } else {
                isBoundaryKnown = false
            }
        case .searching, .opaque:
            isBoundaryKnown = false
        }
        if !isBoundaryKnown { halves[index].framing = .searching }
        // A handshake record in the clear hides no application data, but bytes of unknown extent may.
        let isClearRecord = isBoundaryKnown && !isProtected(direction)
        openStretch(.bytesMissing, began.extended(to: mark), direction, isAnnounced: !isClearRecord)
        skip(pending, .bytesMissing, mark, direction)
        if connection.clientHello == nil || connection.serverHello == nil { giveUpOnHellos() }
    }

    /// The record whose first bytes are there and the rest is not.
    private func missingRecord(_ direction: Direction) -> (type: UInt8, length: Int)? {
        let half = halves[direction.index]
        guard half.pending.count >= TLSRecord.headerLength, let header = TLSRecord.header(half.pending, at: 0) else {
            return nil
        }
        return (header.type, TLSRecord.headerLength + header.bodyLength)
    }

    private mutating func end(_ direction: Direction, reset: Bool, _ mark: Mark) {
        let index = direction.index
        cut(direction)
        // Nothing can decide any more whether the server takes it.
        if direction == .toServer { flushEarlyData() }
        let isRepeated = halves[index].isEnded
        halves[index].isEnded = true
        if !isRepeated, !halves[index].isClosed, halves.contains(where: { $0.protection != nil }) {
            outbox.emit(.plaintext(.end(direction, reset: reset, mark)))
        }
        halves[index].isClosed = true
        guard halves.allSatisfy(\.isEnded) else { return }
        giveUpOnHellos()
        settle()
    }

    /// The stream stops inside a record.
    private mutating func cut(_ direction: Direction) {
        let index = direction.index
        let bytes = halves[index].pending.count
        guard bytes > 0 else { return }
        let mark = halves[index].pendingMark ?? halves[index].lastMark
        halves[index].pending = []
        halves[index].pendingMark = nil
        let expected = "\(direction == .toServer ? "The client" : "The server") sent \(bytes) bytes of a record"
        account(bytes)
        outbox.report(
            Diagnostic(
                .tlsRecordCut, locator: mark.map { .frames($0.frames) }, at: mark?.at,
                subject: connection.facts.serverName, detail: expected + " and no more.", units: bytes))
    }

    // MARK: Accounts

    mutating func account(read bytes: Int) {
        ledger.output += bytes
    }

    mutating func account(_ diagnosed: Int) {
        ledger.diagnosed += diagnosed
    }
}
