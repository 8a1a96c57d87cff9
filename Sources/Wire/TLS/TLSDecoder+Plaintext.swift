import Model

extension TLSDecoder {
    /// A protected record that is in step.
    mutating func open(_ record: TLSRecord, _ direction: Direction) {
        let index = direction.index
        if let plaintext = halves[index].protection?.open(record) {
            deliver(plaintext, of: record, direction)
        } else if let plaintext = resynchronise(record, direction) {
            deliver(plaintext, of: record, direction)
        } else {
            hide(record, direction)
        }
    }

    /// The content of a record that authenticated, or of one in the clear.
    mutating func deliver(
        _ content: consuming [UInt8], of record: TLSRecord, _ direction: Direction, isClear: Bool = false
    ) {
        let index = direction.index
        var type = record.type
        if !isClear, halves[index].protection?.isTLS13 == true {
            // TLSInnerPlaintext: content, type, zeros (RFC 8446 section 5.2).
            while content.last == 0 { content.removeLast() }
            type = content.popLast() ?? 0
        }
        if !isClear || !isProtected(direction) {
            closeStretch(direction, at: record.mark)
            halves[index].hole = nil
        }
        halves[index].lastMark = record.mark
        switch type {
        case TLSRecord.ContentType.handshake:
            account(read: record.length)
            readHandshake(content[...], direction, record.mark)
        case TLSRecord.ContentType.alert:
            account(read: record.length)
            alert(content, direction, record.mark)
        case TLSRecord.ContentType.applicationData:
            guard !halves[index].isClosed else {
                openStretch(.afterClose, record.mark, direction, isAnnounced: false)
                return skip(record.length, .afterClose, record.mark, direction)
            }
            account(read: record.length)
            pass(content, direction, record.mark)
        default:
            account(read: record.length)
        }
    }

    private mutating func pass(_ content: [UInt8], _ direction: Direction, _ mark: Mark) {
        guard !content.isEmpty else { return }
        if halves[direction.index].phase == .early, connection.earlyData == .undecided {
            earlyPlaintext.append((content, mark))
            earlyPlaintextBytes += content.count
            if earlyPlaintextBytes > 1 << 20 { flushEarlyData() }
        } else if halves[direction.index].phase == .early, connection.earlyData == .rejected {
            earlyPlaintext.append((content, mark))
            settleEarlyData(mark)
        } else {
            outbox.emit(.plaintext(.bytes(direction, content, mark)))
        }
    }

    private mutating func alert(_ content: [UInt8], _ direction: Direction, _ mark: Mark) {
        guard content.count == 2, !halves[direction.index].isClosed else { return }
        let (level, description) = (content[0], content[1])
        if description == TLSAlert.closeNotify {
            halves[direction.index].isClosed = true
            outbox.emit(.plaintext(.end(direction, reset: false, mark)))
            return
        }
        let isWarning = level == TLSAlert.warningLevel && !connection.isTLS13
        if isWarning || description == TLSAlert.userCanceled { return }
        halves[direction.index].isClosed = true
        outbox.report(
            Diagnostic(
                .tlsAlert, locator: .frames(mark.frames), at: mark.at, subject: connection.facts.serverName,
                detail: "The \(direction.sender) ended the connection with \(TLSAlert.name(description))."))
        outbox.emit(.plaintext(.end(direction, reset: true, mark)))
    }

    // MARK: Trial decryption

    /// Whether any keys could open records of this direction, now or after the handshake.
    func mayStillOpen(_ direction: Direction) -> Bool {
        let half = halves[direction.index]
        if half.protection != nil { return true }
        guard connection.clientHello != nil else { return false }
        return !successors(direction).isEmpty || (connection.serverHello == nil && !connection.isHelloLost)
    }

    /// Keys with the phase that they are for.
    private typealias Keys = (phase: TLSHalf.Phase, protection: RecordProtection)

    /// Keys that may follow those in use, nearest first.
    private func successors(_ direction: Direction) -> [Keys] {
        let half = halves[direction.index]
        func keys(_ stage: TLSConnection.Stage, _ phase: TLSHalf.Phase) -> [Keys] {
            connection.protections(stage, direction).map { (phase, $0) }
        }
        if !connection.isTLS13 {
            if half.phase == .early, half.protection == nil { return keys(.early, .early) }
            guard half.phase == .clear, half.hole != nil else { return [] }
            return connection.legacyProtection(direction).map { [(.application, $0)] } ?? []
        }
        switch half.phase {
        case .clear: return keys(.handshake, .handshake) + keys(.application, .application)
        case .early:
            return (half.protection == nil ? keys(.early, .early) : []) + keys(.handshake, .handshake)
                + keys(.application, .application)
        case .handshake: return keys(.application, .application)
        case .application:
            guard half.hole != nil, let next = half.protection?.next() else { return [] }
            return [(.application, next)]
        }
    }

    /// Opens a record whose number or keys are uncertain: behind a hole, or where a stage of the handshake is not
    /// logged. The number of trials is bounded by the size of the hole, their cost by a budget per direction.
    mutating func resynchronise(_ record: TLSRecord, _ direction: Direction) -> [UInt8]? {
        let index = direction.index
        let hole = halves[index].hole
        let records = hole?.records ?? 0
        if hole != nil, let current = halves[index].protection {
            let keys = (halves[index].phase, current)
            if let likely = current.likelySequence(of: record),
                let plaintext = attempt(record, direction, keys, from: likely, count: 1)
            {
                return plaintext
            }
            if let plaintext = attempt(record, direction, keys, from: current.sequence, count: records) {
                return plaintext
            }
        }
        for keys in successors(direction) {
            if let plaintext = attempt(record, direction, keys, from: 0, count: 1 + records) { return plaintext }
        }
        return nil
    }

    private mutating func attempt(
        _ record: TLSRecord, _ direction: Direction, _ keys: Keys, from first: UInt64, count: Int
    ) -> [UInt8]? {
        let index = direction.index
        for step in 0..<UInt64(max(0, count)) {
            guard halves[index].trialBudget > 0 else { return nil }
            halves[index].trialBudget -= max(512, record.body.count)
            var candidate = keys.protection
            candidate.sequence = first &+ step
            if candidate.sequence != keys.protection.sequence { candidate.breakChain() }
            guard let plaintext = candidate.open(record) else { continue }
            if step == 0, first == 0, keys.phase == .application, halves[index].hole == nil {
                forgiveHandshake(direction)
            }
            leaveEarlyData(for: keys.phase, direction, record.mark)
            halves[index].protection = candidate
            halves[index].phase = keys.phase
            return plaintext
        }
        return nil
    }

    /// A client whose early data is taken ends it with a message; one that goes on without was refused.
    private mutating func leaveEarlyData(for phase: TLSHalf.Phase, _ direction: Direction, _ mark: Mark) {
        let half = halves[direction.index]
        guard half.phase == .early, phase != .early, connection.earlyData == .undecided else { return }
        connection.leaveEarlyData(isEndSeen: half.hole == nil)
        settleEarlyData(mark)
    }

    /// The first record of the application opened: what was unreadable before was the handshake alone.
    private mutating func forgiveHandshake(_ direction: Direction) {
        let index = direction.index
        guard halves[index].phase == .handshake, let stretch = halves[index].stretch,
            stretch.reason == .secretMissing, !stretch.isAnnounced
        else { return }
        account(read: stretch.bytes)
        halves[index].stretch = nil
    }
}
