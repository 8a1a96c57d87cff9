import Model

extension TLSDecoder {
    /// A record that no key opens.
    mutating func hide(_ record: TLSRecord, _ direction: Direction) {
        let half = halves[direction.index]
        let reason: Undecrypted
        if isUnloggedEarlyData(half) {
            reason = .secretMissing
        } else if half.protection != nil {
            reason = half.hole != nil ? .bytesMissing : .recordDamaged
        } else {
            reason = connection.reasonWithoutKeys(hasGap: half.hole != nil)
        }
        if !isUnloggedEarlyData(half) { halves[direction.index].protection?.passOver(record) }
        let isHandshakeAlone =
            half.phase == .handshake && half.protection == nil
            && !connection.protections(.application, direction).isEmpty
        openStretch(reason, record.mark, direction, isAnnounced: !isHandshakeAlone)
        let isTLS13 = connection.isTLS13
        if connection.earlyData != .rejected || !isUnloggedEarlyData(half) {
            halves[direction.index].stretch?.count(hidden: record, isTLS13: isTLS13)
        }
        skip(record.length, reason, record.mark, direction)
    }

    /// Early data comes under keys of its own before the first record under the handshake keys.
    private func isUnloggedEarlyData(_ half: TLSHalf) -> Bool {
        half.direction == .toServer && half.phase == .handshake && connection.facts.offersEarlyData
            && half.protection?.sequence == 0
    }

    /// Bytes of a stretch that cannot be read; opens one if there is none.
    mutating func skip(_ bytes: Int, _ reason: Undecrypted, _ mark: Mark, _ direction: Direction) {
        guard bytes > 0 else { return }
        let index = direction.index
        if halves[index].stretch == nil { openStretch(reason, mark, direction) }
        halves[index].stretch?.bytes += bytes
        if case .inStep = halves[index].framing {} else { halves[index].stretch?.hiddenBytes += bytes }
        if let to = halves[index].stretch?.to { halves[index].stretch?.to = to.extended(to: mark) }
    }

    /// From here on nothing is readable; one stretch has one reason, the first.
    ///
    /// - Parameter isAnnounced: the layer above is told of the gap, if it reads this connection at all.
    mutating func openStretch(_ reason: Undecrypted, _ mark: Mark, _ direction: Direction, isAnnounced: Bool = true) {
        let index = direction.index
        if halves[index].stretch == nil {
            halves[index].stretch = UnreadStretch(reason, from: mark, to: mark)
            outbox.emit(.undecrypted(direction, reason, mark))
        }
        let isRead = halves.contains { $0.protection != nil }
        if isAnnounced, isRead, halves[index].stretch?.isAnnounced == false {
            halves[index].stretch?.isAnnounced = true
            outbox.emit(.plaintext(.gap(direction, length: nil, mark)))
        }
    }

    /// A record is readable again.
    mutating func closeStretch(_ direction: Direction, at mark: Mark? = nil) {
        let index = direction.index
        guard var stretch = halves[index].stretch, stretch.reason != .afterClose else { return }
        halves[index].stretch = nil
        if let mark, stretch.reason == .bytesMissing { stretch.to = stretch.to.extended(to: mark) }
        report(stretch, hides: direction == .toServer ? .requests : .responses)
    }

    /// The flow is over: what is still unread goes out as one diagnostic where both directions share the reason.
    mutating func settle() {
        let client = halves[Direction.toServer.index].stretch
        var server = halves[Direction.toClient.index].stretch
        for index in halves.indices { halves[index].stretch = nil }
        if hasSeenAllOfClient, client?.hiddenBytes ?? 0 == 0 {
            // A client that sent no request got no response.
            server?.hiddenBytes = 0
        }
        if var both = client, let server, both.reason == server.reason {
            both.from = both.from.at < server.from.at ? both.from : server.from
            both.to = both.to.at < server.to.at ? both.to.extended(to: server.to) : server.to.extended(to: both.to)
            both.bytes += server.bytes
            both.hiddenBytes += server.hiddenBytes
            report(both, hides: .both)
            return
        }
        if let client { report(client, hides: .requests) }
        if let server { report(server, hides: .responses) }
    }

    /// Its hello is there, nothing is missing after it, and none of what it said could be read.
    private var hasSeenAllOfClient: Bool {
        let client = halves[Direction.toServer.index]
        return connection.clientHello != nil && client.hole == nil && client.protection == nil
            && client.stretch?.reason != .bytesMissing
    }

    private mutating func report(_ stretch: UnreadStretch, hides: Blind.Hides) {
        let facts = connection.facts
        account(stretch.bytes)
        let hidesNothing =
            stretch.reason == .afterClose || stretch.reason != .bytesMissing && stretch.hiddenBytes == 0
        let blind = Blind(
            from: min(stretch.from.at, stretch.to.at), to: max(stretch.from.at, stretch.to.at),
            host: facts.serverName, manyHosts: facts.mayCarryManyHosts, hides: hides)
        outbox.report(
            Diagnostic(
                stretch.reason.code, locator: .frames(stretch.from.extended(to: stretch.to).frames),
                at: stretch.from.at, subject: facts.serverName, detail: detail(of: stretch, hides),
                units: stretch.bytes,
                blind: hidesNothing ? nil : blind))
    }

    private func detail(of stretch: UnreadStretch, _ hides: Blind.Hides) -> String {
        let facts = connection.facts
        let what =
            switch hides {
            case .requests: "from the client"
            case .responses: "from the server"
            case .both, .calls: "in both directions"
            }
        let protocols = [facts.version?.name, facts.cipherSuite?.name].compactMap { $0 }.joined(separator: ", ")
        let bytes = "\(stretch.bytes) bytes \(what) cannot be read"
        return protocols.isEmpty ? "\(bytes)." : "\(bytes) (\(protocols))."
    }
}
