import Model

/// One connection: its handshake, its keys in both directions and its streams.
struct QUICConnection: Emitter, Sendable {
    var outbox = Outbox<QUICEvent>()
    let number: Int
    /// The server's `address:port` as the capture shows it.
    var server: String
    var tls: TLSConnection
    var version: QUICVersion
    var isRetried = false
    /// The destination ID of the client's first packet.
    var originalDestinationID: [UInt8]?
    var halves = [QUICHalf(.toServer), QUICHalf(.toClient)]
    var streams: [UInt64: QUICStream] = [:]
    /// Stream frames of 0-RTT packets, until the server has taken the early data.
    var earlyFrames: [EarlyFrame] = []
    var earlyBytes = 0
    /// Packets that came before the hello they need.
    var held: [HeldPacket] = []
    var heldBytes = 0
    /// IDs that its frames and parameters have brought and that the decoder has not yet registered.
    var newIDs: [(id: [UInt8], Direction)] = []
    var resetTokens: Set<[UInt8]> = []
    private(set) var isClosed = false
    /// Bytes of packets that were opened or that nobody reads: Retry, and what comes after the end.
    var readBytes = 0
    var unreadBytes = 0
    /// Directions whose receiver uses an empty connection ID.
    private var emptyIDs: Set<Direction> = []
    var firstMark: Mark
    var lastMark: Mark

    struct EarlyFrame: Sendable {
        var frame: QUICFrame.Stream
        var mark: Mark
    }

    struct HeldPacket: Sendable {
        var packet: QUICPacket
        var direction: Direction
        var mark: Mark
    }

    static let mostHeldBytes = 1 << 18
    static let mostEarlyBytes = 1 << 20

    init(number: Int, server: String, secrets: SecretStore, version: QUICVersion, _ mark: Mark) {
        self.number = number
        self.server = server
        self.version = version
        tls = TLSConnection(secrets: secrets)
        firstMark = mark
        lastMark = mark
    }

    var facts: QUICFacts {
        var facts = QUICFacts(version: version)
        facts.tls = tls.facts
        facts.isRetried = isRetried
        return facts
    }

    func hasEmptyID(_ direction: Direction) -> Bool { emptyIDs.contains(direction) }

    mutating func setEmptyID(_ direction: Direction) { emptyIDs.insert(direction) }

    /// A server that lost its state ends the connection with such a datagram (RFC 9000 section 10.3).
    func endsWithResetToken(_ bytes: some Collection<UInt8>) -> Bool {
        resetTokens.contains(Array(Array(bytes).suffix(16)))
    }

    /// Keys of Initial packets from the destination ID that the client chose (or, after Retry, the server).
    mutating func startInitialKeys(_ version: QUICVersion, destinationID: [UInt8]) {
        for index in halves.indices {
            halves[index].initial = QUICProtection.initial(
                version, destinationID: destinationID, halves[index].direction)
        }
    }

    /// Reads one packet, or counts it as unread.
    mutating func receive(_ packet: QUICPacket, _ direction: Direction, _ mark: Mark) {
        lastMark = lastMark.extended(to: mark)
        guard !isClosed else {
            readBytes += packet.bytes.count
            return
        }
        if packet.type == .retry {
            isRetried = true
            readBytes += packet.bytes.count
            return
        }
        if packet.type != .initial, !tls.hasClientHello, !tls.isHelloLost {
            return hold(packet, direction, mark)
        }
        guard let opened = open(packet, direction) else { return hide(packet, direction, mark) }
        // The server decides on the version (RFC 9368 section 2.3).
        if direction == .toClient, let version = packet.version { self.version = version }
        readBytes += packet.bytes.count
        halves[direction.index].note(opened.number, packet.type, mark)
        read(opened.payload, of: packet.type, direction, mark)
    }

    private mutating func hold(_ packet: QUICPacket, _ direction: Direction, _ mark: Mark) {
        var packet = packet
        packet.bytes = Array(packet.bytes)[...]
        held.append(HeldPacket(packet: packet, direction: direction, mark: mark))
        heldBytes += packet.bytes.count
        if heldBytes > Self.mostHeldBytes { giveUpOnHello() }
    }

    /// The ClientHello is there, or will never be.
    mutating func releaseHeld() {
        let packets = held
        held = []
        heldBytes = 0
        for waiting in packets { receive(waiting.packet, waiting.direction, waiting.mark) }
    }

    private mutating func giveUpOnHello() {
        tls.isHelloLost = true
        releaseHeld()
    }

    // MARK: Keys

    private mutating func open(_ packet: QUICPacket, _ direction: Direction) -> QUICProtection.Opened? {
        let index = direction.index
        let expected = halves[index].expected(packet.type)
        switch packet.type {
        case .initial: return openInitial(packet, direction, expected)
        case .zeroRTT:
            return open(packet, expected, stage: .early, direction, keys: \.zeroRTT)
        case .handshake:
            return open(packet, expected, stage: .handshake, direction, keys: \.handshake)
        case .oneRTT:
            guard halves[index].oneRTT != nil else {
                return open(packet, expected, stage: .application, direction, keys: \.oneRTT)
            }
            return halves[index].openOneRTT(packet, expected)
        case .retry: return nil
        }
    }

    private mutating func openInitial(
        _ packet: QUICPacket, _ direction: Direction, _ expected: UInt64
    ) -> QUICProtection.Opened? {
        if let opened = halves[direction.index].initial?.open(packet, expecting: expected) { return opened }
        // After Retry or a change of version the client derives new keys.
        guard direction == .toServer, let version = packet.version,
            let fresh = QUICProtection.initial(version, destinationID: packet.destinationID, .toServer),
            let opened = fresh.open(packet, expecting: expected)
        else {
            guard let version = packet.version, version != self.version || direction == .toClient else { return nil }
            return openUpgraded(packet, direction, version, expected)
        }
        startInitialKeys(version, destinationID: packet.destinationID)
        // The handshake starts over, with the same hello or, from careless clients, with a new one.
        halves[direction.index].crypto[0] = OrderedBytes()
        halves[direction.index].messages[0].reset()
        return opened
    }

    /// The other version over the same destination ID (RFC 9368 section 2.3).
    private mutating func openUpgraded(
        _ packet: QUICPacket, _ direction: Direction, _ version: QUICVersion, _ expected: UInt64
    ) -> QUICProtection.Opened? {
        guard let originalID = originalDestinationID,
            let fresh = QUICProtection.initial(version, destinationID: originalID, direction),
            let opened = fresh.open(packet, expecting: expected)
        else { return nil }
        halves[direction.index].initial = fresh
        return opened
    }

    private mutating func open(
        _ packet: QUICPacket, _ expected: UInt64, stage: TLSConnection.Stage, _ direction: Direction,
        keys: WritableKeyPath<QUICHalf, QUICProtection?>
    ) -> QUICProtection.Opened? {
        let index = direction.index
        if let known = halves[index][keyPath: keys] { return known.open(packet, expecting: expected) }
        guard let secret = tls.secret(stage, direction) else { return nil }
        for suite in tls.suites(stage, secret) {
            guard
                let candidate = QUICProtection(
                    secret: secret, suite: suite, version: packet.version ?? version),
                let opened = candidate.open(packet, expecting: expected)
            else { continue }
            halves[index][keyPath: keys] = candidate
            return opened
        }
        return nil
    }

    // MARK: End

    /// Gives out what is left, names what is missing and forgets everything.
    mutating func finish(_ mark: Mark) {
        guard !isClosed else { return }
        if !held.isEmpty { giveUpOnHello() }
        applyEarlyFrames()
        flushStreams(mark)
        reportUnread()
        outbox.emit(.ended(connection: number, mark))
        isClosed = true
        streams = [:]
        halves = [QUICHalf(.toServer), QUICHalf(.toClient)]
    }
}

/// One direction of one stream each way.
struct QUICStream: Sendable {
    var bytes = [OrderedBytes(), OrderedBytes()]
    var hasEnded = [false, false]

    /// - Returns: whether these bytes were the last of their direction.
    mutating func insert(
        _ frame: QUICFrame.Stream, _ index: Int, _ mark: Mark, mostWaiting: Int,
        into output: (OrderedBytes.Output) -> Void
    ) -> Bool {
        bytes[index].insert(
            frame.bytes, at: frame.offset, isFinal: frame.isFinal, mark, mostWaiting: mostWaiting, into: output)
        guard bytes[index].isComplete, !hasEnded[index] else { return false }
        hasEnded[index] = true
        return true
    }
}
