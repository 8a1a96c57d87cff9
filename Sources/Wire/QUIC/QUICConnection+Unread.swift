import Model

extension QUICConnection {
    /// A packet that no key opens.
    mutating func hide(_ packet: QUICPacket, _ direction: Direction, _ mark: Mark) {
        if packet.type == .oneRTT, endsWithResetToken(packet.bytes) {
            readBytes += packet.bytes.count
            return finish(mark)
        }
        unreadBytes += packet.bytes.count
        let reason = reason(packet, direction)
        let index = direction.index
        if halves[index].stretch == nil {
            halves[index].stretch = UnreadStretch(reason, from: mark, to: mark)
            outbox.emit(.undecrypted(connection: number, direction, reason, mark))
        }
        halves[index].stretch?.bytes += packet.bytes.count
        if let to = halves[index].stretch?.to { halves[index].stretch?.to = to.extended(to: mark) }
        guard packet.type == .oneRTT || packet.type == .zeroRTT, tls.earlyData != .rejected || packet.type == .oneRTT
        else { return }
        let payload = packet.bytes.count - packet.numberOffset - 1 - Self.tagLength
        // Smaller packets acknowledge, probe or close.
        if payload > Self.smallestRequest { halves[index].stretch?.hiddenBytes += payload }
    }

    private static let smallestRequest = 20
    /// Of all suites that QUIC takes (RFC 9001 section 5.3).
    private static let tagLength = 16

    private func reason(_ packet: QUICPacket, _ direction: Direction) -> Undecrypted {
        let half = halves[direction.index]
        guard tls.clientHello != nil else { return packet.type == .initial ? .recordDamaged : .handshakeUnseen }
        let (keys, stage): (QUICProtection?, TLSConnection.Stage?) =
            switch packet.type {
            case .initial, .retry: (half.initial, nil)
            case .zeroRTT: (half.zeroRTT, .early)
            case .handshake: (half.handshake, .handshake)
            case .oneRTT: (half.oneRTT, .application)
            }
        guard keys == nil, let stage else { return .recordDamaged }
        if let suite = tls.serverHello?.cipherSuite, suite.encryption == nil { return .cipherUnsupported }
        return tls.secret(stage, direction) == nil ? .secretMissing : .recordDamaged
    }

    /// What the connection hid, when it is over.
    mutating func reportUnread() {
        for half in halves {
            for lost in half.lost {
                let count = lost.numbers.upperBound - lost.numbers.lowerBound + 1
                outbox.report(
                    Diagnostic(
                        .quicPacketsMissing, locator: .frames(lost.from.extended(to: lost.to).frames),
                        at: lost.from.at, subject: tls.facts.serverName,
                        detail: "\(count) packets from the \(half.direction.sender) were acknowledged, never captured.",
                        blind: blind(lost.from, lost.to, half.direction)))
            }
        }
        let (client, server) = (halves[0].stretch, halves[1].stretch)
        guard var both = client ?? server else { return }
        if let client, let server {
            both.from = client.from.at < server.from.at ? client.from : server.from
            both.to =
                client.to.at < server.to.at ? client.to.extended(to: server.to) : server.to.extended(to: client.to)
            both.bytes = client.bytes + server.bytes
        }
        let hiddenFromClient = client?.hiddenBytes ?? 0
        let hiddenFromServer = server?.hiddenBytes ?? 0
        let isReadOfClient = halves[0].oneRTT != nil
        // A client that sent no request got no response.
        let hidesNothing = hiddenFromClient == 0 && (hiddenFromServer == 0 || !isReadOfClient && tls.clientHello != nil)
        let hides: Blind.Hides =
            client == nil || hiddenFromClient == 0
            ? .responses : server == nil || hiddenFromServer == 0 ? .requests : .both
        var blind = blind(both.from, both.to, .toServer)
        blind.hides = hides
        outbox.report(
            Diagnostic(
                both.reason.quicCode, locator: .frames(both.from.extended(to: both.to).frames), at: both.from.at,
                subject: tls.facts.serverName,
                detail: "\(both.bytes) bytes of \(version.name) packets cannot be read.", units: both.bytes,
                blind: hidesNothing ? nil : blind))
    }

    func blind(_ from: Mark, _ to: Mark, _ direction: Direction) -> Blind {
        Blind(
            from: min(from.at, to.at), to: max(from.at, to.at), host: tls.facts.serverName, server: server,
            manyHosts: tls.facts.mayCarryManyHosts, hides: direction == .toServer ? .requests : .responses)
    }
}
