import Model

/// QUIC v1 and v2 of a whole capture: datagrams in, streams and facts of every connection out (RFC 9000, 9001, 9369).
///
/// Connections are followed by connection ID; an address pair decides only where an ID is empty. `Address` is whatever
/// the layer below calls an endpoint; its description is what diagnostics give as the server.
public struct QUICDecoder<Address: Hashable & Sendable & CustomStringConvertible>: Emitter, Sendable {
    /// Bytes of datagrams: read, or named in diagnostics. Balanced after `finish`.
    public var ledger: Ledger {
        var ledger = ownLedger
        for connection in connections {
            ledger.output += connection.readBytes
            ledger.diagnosed += connection.unreadBytes
        }
        return ledger
    }

    public var outbox = Outbox<QUICEvent>()
    private var ownLedger = Ledger(unit: "bytes")
    private let secrets: SecretStore
    private var connections: [QUICConnection] = []
    private var endpoints: [(client: Address, server: Address)] = []
    /// Which connection a destination ID belongs to, and which way packets with it go.
    private var owners: [[UInt8]: Owner] = [:]
    /// How many registered IDs have each length: a short header does not tell it.
    private var idLengths = [Int](repeating: 0, count: QUICPacketHead.longestID + 1)
    /// Which connection last used a pair of addresses, and with which destination ID. Both ways of a pair are always of
    /// one connection.
    private var paths: [Path: LastUse] = [:]
    private var strangers: [Path: Stranger] = [:]

    private struct Owner: Sendable, Equatable {
        var connection: Int
        var direction: Direction
    }

    private struct LastUse: Sendable, Equatable {
        var owner: Owner
        var destinationID: [UInt8]

        /// Whether the ID stands at this place of a datagram; an empty one tells nothing.
        func isAddressed(by datagram: [UInt8], _ place: Int) -> Bool {
            guard !destinationID.isEmpty, place + destinationID.count <= datagram.count else { return false }
            for index in destinationID.indices where destinationID[index] != datagram[place + index] { return false }
            return true
        }
    }

    private struct Path: Hashable, Sendable {
        var from: Address
        var to: Address
    }

    /// Datagrams between two addresses that belong to no connection that was seen to open.
    private struct Stranger: Sendable {
        var reason: DiagnosticCode
        var version: QUICVersion?
        var from: Mark
        var to: Mark
        var bytes = 0
    }

    private static var mostConnections: Int { 1 << 16 }
    private static var mostIDs: Int { 1 << 20 }
    private static var mostStrangers: Int { 1 << 12 }

    public init(secrets: SecretStore) {
        self.secrets = secrets
    }

    /// Whether a datagram opens a QUIC connection: a long header of a version that QUIC uses.
    public static func recognises(_ datagram: some Collection<UInt8>) -> Bool {
        let head = Array(datagram.prefix(7))
        guard head.count == 7, QUICPacketHead.isLong(head[0]) else { return false }
        let version = QUICVersion(head[1...4].reduce(0) { $0 << 8 | UInt32($1) })
        return version.isSupported && head[0] & 0x40 != 0 || version.name.contains("draft")
            || version.name.contains("Google")
    }

    /// The client's and the server's address when the connection opened.
    public func endpoints(of connection: Int) -> (client: Address, server: Address)? {
        endpoints.indices.contains(connection) ? endpoints[connection] : nil
    }

    /// What was learnt of a connection, by its number.
    public func facts(of connection: Int) -> QUICFacts? {
        connections.indices.contains(connection) ? connections[connection].facts : nil
    }

    /// Reads one UDP payload.
    ///
    /// - Returns: the connection it belongs to, if one was found.
    @discardableResult
    public mutating func feed(datagram: [UInt8], from: Address, to: Address, mark: Mark) -> Int? {
        ownLedger.input += datagram.count
        let path = Path(from: from, to: to)
        var at = 0
        var found: Int?
        while at < datagram.count {
            guard QUICPacketHead.isLong(datagram[at]) else {
                // Some senders fill a datagram with zeros outside of packets; a client with an empty ID owns whatever
                // comes to its address, and those zeros are still no packet: their fixed bit is 0.
                let isFilling = at > 0 && datagram[at...].allSatisfy { $0 == 0 }
                let receiver = isFilling ? nil : shortReceiver(datagram, at, path)
                found = receiver?.use.owner.connection ?? found
                // Behind a long header only filling may come without an owner.
                if receiver == nil, at > 0 {
                    ownLedger.output += datagram.count - at
                    break
                }
                readShort(datagram, at, receiver, path, mark)
                break
            }
            do {
                let head = try QUICPacketHead.readLong(datagram, at: at)
                guard case .packet(let packet, let next) = head else {
                    refuse(head, datagram.count - at, path, mark)
                    break
                }
                found = readLong(packet, path, mark) ?? found
                at = next
            } catch {
                reportMalformed(datagram.count - at, mark)
                break
            }
        }
        return found
    }

    public mutating func finish() {
        for index in connections.indices { finish(index, connections[index].lastMark) }
        for stranger in strangers.sorted(by: { $0.value.from.frames.lowerBound < $1.value.from.frames.lowerBound }) {
            report(stranger.value, stranger.key)
        }
        strangers = [:]
    }
}

extension QUICDecoder {
    /// ``feed(datagram:from:to:mark:)``, given out into the caller's outbox.
    @discardableResult
    public mutating func feed(
        datagram: [UInt8], from: Address, to: Address, mark: Mark, into outbox: inout Outbox<QUICEvent>
    ) -> Int? {
        emitting(into: &outbox) { $0.feed(datagram: datagram, from: from, to: to, mark: mark) }
    }

    /// ``finish()``, given out into the caller's outbox.
    public mutating func finish(into outbox: inout Outbox<QUICEvent>) {
        emitting(into: &outbox) { $0.finish() }
    }
}

// MARK: Routing

extension QUICDecoder {
    private mutating func readLong(_ packet: QUICPacket, _ path: Path, _ mark: Mark) -> Int? {
        guard let owner = owner(of: packet, path) ?? open(packet, path, mark) else {
            meet(.quicHandshakeUnseen, nil, packet.bytes.count, path, mark)
            return nil
        }
        // Each side's source ID is the destination ID of the packets that come back.
        if packet.type != .retry || owner.direction == .toClient {
            register(packet.sourceID, owner.connection, owner.direction.opposite)
        }
        register(packet.destinationID, owner.connection, owner.direction)
        use(path, LastUse(owner: owner, destinationID: packet.destinationID))
        deliver(packet, owner, mark)
        return owner.connection
    }

    private func owner(of packet: QUICPacket, _ path: Path) -> Owner? {
        if !packet.destinationID.isEmpty, let owner = owners[packet.destinationID] { return owner }
        guard let owner = paths[path]?.owner else { return nil }
        // A client that opens another connection over the same addresses chooses a new random ID.
        let isNewConnection =
            packet.type == .initial && owner.direction == .toServer && !packet.destinationID.isEmpty
            && connections[owner.connection].tls.hasClientHello
        return isNewConnection || !packet.destinationID.isEmpty && owner.direction == .toClient ? nil : owner
    }

    /// A connection begins with an Initial packet that opens under keys from its own destination ID, or with 0-RTT
    /// packets that came before it.
    private mutating func open(_ packet: QUICPacket, _ path: Path, _ mark: Mark) -> Owner? {
        guard packet.type == .initial, let version = packet.version,
            let keys = QUICProtection.initial(version, destinationID: packet.destinationID, .toServer),
            keys.open(packet, expecting: 0) != nil
        else { return nil }
        let number = connections.count
        guard number < Self.mostConnections else {
            outbox.report(
                Diagnostic(
                    .quicLimit, locator: .frames(mark.frames), at: mark.at,
                    detail: "More than \(Self.mostConnections) connections.",
                    blind: Blind(from: mark.at, manyHosts: true)))
            return nil
        }
        var connection = QUICConnection(
            number: number, server: path.to.description, secrets: secrets, version: version, mark)
        connection.originalDestinationID = packet.destinationID
        connection.startInitialKeys(version, destinationID: packet.destinationID)
        connections.append(connection)
        endpoints.append((path.from, path.to))
        return Owner(connection: number, direction: .toServer)
    }

    /// Whose a packet with a short header is: nearly always that of the last one on its path.
    private func shortReceiver(_ datagram: [UInt8], _ at: Int, _ path: Path) -> (use: LastUse, isNew: Bool)? {
        let last = paths[path]
        if let last, last.isAddressed(by: datagram, at + 1) { return (last, isNew: false) }
        for length in idLengths.indices.dropFirst() where idLengths[length] > 0 && at + 1 + length <= datagram.count {
            let id = Array(datagram[(at + 1)..<(at + 1 + length)])
            if let owner = owners[id] { return (LastUse(owner: owner, destinationID: id), isNew: true) }
        }
        guard let last, connections[last.owner.connection].hasEmptyID(last.owner.direction) else { return nil }
        return (LastUse(owner: last.owner, destinationID: []), isNew: true)
    }

    private mutating func readShort(
        _ datagram: [UInt8], _ at: Int, _ receiver: (use: LastUse, isNew: Bool)?, _ path: Path, _ mark: Mark
    ) {
        guard let receiver else {
            if let known = paths[path]?.owner, connections[known.connection].endsWithResetToken(datagram) {
                ownLedger.output += datagram.count - at
                return finish(known.connection, mark)
            }
            return meet(.quicHandshakeUnseen, nil, datagram.count - at, path, mark)
        }
        if receiver.isNew { use(path, receiver.use) }
        let packet = QUICPacketHead.short(datagram, at: at, destinationID: receiver.use.destinationID)
        deliver(packet, receiver.use.owner, mark)
    }

    private mutating func deliver(_ packet: QUICPacket, _ owner: Owner, _ mark: Mark) {
        if packet.type != .oneRTT, packet.sourceID.isEmpty {
            connections[owner.connection].setEmptyID(owner.direction.opposite)
        }
        connections[owner.connection].emitting(into: &outbox) { $0.receive(packet, owner.direction, mark) }
        guard !connections[owner.connection].newIDs.isEmpty else { return }
        for (id, direction) in connections[owner.connection].newIDs { register(id, owner.connection, direction) }
        connections[owner.connection].newIDs = []
    }

    private mutating func use(_ path: Path, _ use: LastUse) {
        guard paths[path] != use else { return }
        if paths.count > Self.mostIDs { paths = [:] }
        paths[path] = use
        // The way back: a client with an empty ID is found by its address alone, wherever it has moved.
        let back = Path(from: path.to, to: path.from)
        if paths[back]?.owner.connection != use.owner.connection {
            let opposite = Owner(connection: use.owner.connection, direction: use.owner.direction.opposite)
            paths[back] = LastUse(owner: opposite, destinationID: [])
        }
    }

    private mutating func register(_ id: [UInt8], _ connection: Int, _ direction: Direction) {
        guard !id.isEmpty, id.count <= QUICPacketHead.longestID, owners[id] == nil, owners.count < Self.mostIDs else {
            return
        }
        owners[id] = Owner(connection: connection, direction: direction)
        idLengths[id.count] += 1
    }

    private mutating func finish(_ connection: Int, _ mark: Mark) {
        connections[connection].emitting(into: &outbox) { $0.finish(mark) }
    }

    // MARK: What belongs to no connection

    private mutating func refuse(_ head: QUICPacketHead, _ bytes: Int, _ path: Path, _ mark: Mark) {
        switch head {
        case .otherVersion(let version, _, _):
            // A version to force negotiation carries nothing (RFC 9000 section 15).
            guard version.code & 0x0f0f_0f0f != 0x0a0a_0a0a else {
                ownLedger.output += bytes
                return
            }
            meet(.quicVersionUnsupported, version, bytes, path, mark)
        case .versionNegotiation, .packet:
            ownLedger.output += bytes
        }
    }

    private mutating func meet(
        _ reason: DiagnosticCode, _ version: QUICVersion?, _ bytes: Int, _ path: Path, _ mark: Mark
    ) {
        let reverse = Path(from: path.to, to: path.from)
        let key = strangers[reverse] == nil ? path : reverse
        var stranger = strangers[key] ?? Stranger(reason: reason, version: version, from: mark, to: mark)
        stranger.to = stranger.to.extended(to: mark)
        stranger.bytes += bytes
        guard strangers[key] != nil || strangers.count < Self.mostStrangers else {
            return report(stranger, key)
        }
        strangers[key] = stranger
    }

    private mutating func report(_ stranger: Stranger, _ path: Path) {
        ownLedger.diagnosed += stranger.bytes
        let version = stranger.version.map { " of \($0.name)" } ?? ""
        outbox.report(
            Diagnostic(
                stranger.reason, locator: .frames(stranger.from.extended(to: stranger.to).frames),
                at: stranger.from.at, subject: path.to.description,
                detail: "\(stranger.bytes) bytes\(version) between \(path.from) and \(path.to) cannot be read.",
                units: stranger.bytes,
                blind: Blind(
                    from: stranger.from.at, to: max(stranger.from.at, stranger.to.at), server: path.to.description,
                    manyHosts: true)))
    }

    private mutating func reportMalformed(_ bytes: Int, _ mark: Mark) {
        ownLedger.diagnosed += bytes
        outbox.report(
            Diagnostic(
                .quicHeaderMalformed, locator: .frames(mark.frames), at: mark.at,
                detail: "\(bytes) bytes of a datagram hold no whole QUIC packet.", units: bytes))
    }
}
