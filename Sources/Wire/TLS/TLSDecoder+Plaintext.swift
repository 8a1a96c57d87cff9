import Model

extension TLSDecoder {
    /// A protected record that is in step.
    mutating func open(_ record: TLSRecord, _ direction: Direction, into outbox: inout Outbox<TLSEvent>) {
        let index = direction.index
        if let plaintext = halves[index].protection?.open(record) {
            deliver(plaintext, of: record, direction, into: &outbox)
        } else if let plaintext = resynchronise(record, direction, into: &outbox) {
            deliver(plaintext, of: record, direction, into: &outbox)
        } else {
            hide(record, direction, into: &outbox)
        }
    }

    /// The content of a record that authenticated, or of one in the clear.
    mutating func deliver(
        _ content: [UInt8], of record: TLSRecord, _ direction: Direction, isClear: Bool = false,
        into outbox: inout Outbox<TLSEvent>
    ) {
        let index = direction.index
        var content = content
        var type = record.type
        if !isClear, halves[index].protection?.isTLS13 == true {
            // TLSInnerPlaintext: content, type, zeros (RFC 8446 section 5.2).
            while content.last == 0 { content.removeLast() }
            type = content.popLast() ?? 0
        }
        if !isClear || !isProtected(direction) {
            closeStretch(direction, at: record.mark, into: &outbox)
            halves[index].hole = nil
        }
        halves[index].lastMark = record.mark
        switch type {
        case TLSRecord.ContentType.handshake:
            account(read: record.length)
            readHandshake(content[...], direction, record.mark, into: &outbox)
        case TLSRecord.ContentType.alert:
            account(read: record.length)
            alert(content, direction, record.mark, into: &outbox)
        case TLSRecord.ContentType.applicationData:
            guard !halves[index].isClosed else {
                openStretch(.afterClose, record.mark, direction, isAnnounced: false, into: &outbox)
                return skip(record.length, .afterClose, record.mark, direction, into: &outbox)
            }
            account(read: record.length)
            pass(content, direction, record.mark, into: &outbox)
        default:
            account(read: record.length)
        }
    }

    private mutating func pass(
        _ content: [UInt8], _ direction: Direction, _ mark: Mark, into outbox: inout Outbox<TLSEvent>
    ) {
        guard !content.isEmpty else { return }
        if halves[direction.index].phase == .early, connection.earlyData == .undecided {
            earlyPlaintext.append((content, mark))
            earlyPlaintextBytes += content.count
            if earlyPlaintextBytes > 1 << 20 { flushEarlyData(into: &outbox) }
        } else if halves[direction.index].phase == .early, connection.earlyData == .rejected {
            earlyPlaintext.append((content, mark))
            settleEarlyData(mark, into: &outbox)
        } else {
            outbox.emit(.plaintext(.bytes(direction, content, mark)))
        }
    }

    private mutating func alert(
        _ content: [UInt8], _ direction: Direction, _ mark: Mark, into outbox: inout Outbox<TLSEvent>
    ) {
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

    /// Keys that may follow those in use, nearest first.
    private func successors(_ direction: Direction) -> [(TLSHalf.Phase, RecordProtection)] {
        let half = halves[direction.index]
        func keys(_ stage: TLSConnection.Stage, _ phase: TLSHalf.Phase) -> [(TLSHalf.Phase, RecordProtection)] {
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
    mutating func resynchronise(
        _ record: TLSRecord, _ direction: Direction, into outbox: inout Outbox<TLSEvent>
    ) -> [UInt8]? {
        let index = direction.index
        let hole = halves[index].hole
        if hole != nil, let current = halves[index].protection {
            if let likely = current.likelySequence(of: record),
                let plaintext = attempt(
                    record, direction, current, halves[index].phase, from: likely, count: 1, into: &outbox)
            {
                return plaintext
            }
            if let plaintext = attempt(
                record, direction, current, halves[index].phase, from: current.sequence, count: hole?.records ?? 0,
                into: &outbox)
            {
                return plaintext
            }
        }
        for (phase, protection) in successors(direction) {
            if let plaintext = attempt(
                record, direction, protection, phase, from: 0, count: 1 + (hole?.records ?? 0), into: &outbox)
            {
                return plaintext
            }
        }
        return nil
    }

    private mutating func attempt(
        _ record: TLSRecord, _ direction: Direction, _ protection: RecordProtection, _ phase: TLSHalf.Phase,
        from first: UInt64, count: Int, into outbox: inout Outbox<TLSEvent>
    ) -> [UInt8]? {
        let index = direction.index
        for step in 0..<UInt64(max(0, count)) {
            guard halves[index].trialBudget > 0 else { return nil }
            halves[index].trialBudget -= max(512, record.body.count)
            var candidate = protection
            candidate.sequence = first &+ step
            if candidate.sequence != protection.sequence { candidate.breakChain() }
            guard let plaintext = candidate.open(record) else { continue }
            if step == 0, first == 0, phase == .application, halves[index].hole == nil { forgiveHandshake(direction) }
            leaveEarlyData(for: phase, direction, record.mark, into: &outbox)
            halves[index].protection = candidate
            halves[index].phase = phase
            return plaintext
        }
        return nil
    }

    /// A client whose early data is taken ends it with a message; one that goes on without was refused.
    private mutating func leaveEarlyData(
        for phase: TLSHalf.Phase, _ direction: Direction, _ mark: Mark, into outbox: inout Outbox<TLSEvent>
    ) {
        let half = halves[direction.index]
        guard half.phase == .early, phase != .early, connection.earlyData == .undecided else { return }
        connection.leaveEarlyData(isEndSeen: half.hole == nil)
        settleEarlyData(mark, into: &outbox)
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
