import Model

/// One direction of a connection: keys, packet numbers and the handshake messages in CRYPTO frames.
struct QUICHalf: Sendable {
    let direction: Direction
    var initial: QUICProtection?
    var zeroRTT: QUICProtection?
    var handshake: QUICProtection?
    var oneRTT: QUICProtection?
    /// CRYPTO frames of the Initial, Handshake and 1-RTT packets.
    var crypto = [OrderedBytes(), OrderedBytes(), OrderedBytes()]
    var messages = [HandshakeReader(), HandshakeReader(), HandshakeReader()]
    /// Numbers of packets with application data that were opened.
    private(set) var seen = NumberRanges()
    /// Numbers that the peer acknowledged and nobody saw.
    private(set) var unseen: [Unseen] = []
    var stretch: UnreadStretch?
    private var expectedNumbers: [UInt64] = [0, 0, 0]
    private var previousKeys: QUICProtection?
    private var phase = false
    private var failures = 0
    private var recent: [(number: UInt64, mark: Mark)] = []

    struct Unseen: Sendable {
        var numbers: ClosedRange<UInt64>
        var from: Mark
        var to: Mark
    }

    /// Packet number spaces (RFC 9000 section 12.3).
    static func space(_ type: QUICPacketType) -> Int {
        switch type {
        case .initial, .retry: 0
        case .handshake: 1
        case .zeroRTT, .oneRTT: 2
        }
    }

    init(_ direction: Direction) {
        self.direction = direction
    }

    func expected(_ type: QUICPacketType) -> UInt64 {
        expectedNumbers[Self.space(type)]
    }

    mutating func note(_ number: UInt64, _ type: QUICPacketType, _ mark: Mark) {
        let space = Self.space(type)
        expectedNumbers[space] = max(expectedNumbers[space], number + 1)
        guard space == 2 else { return }
        seen.insert(number)
        if recent.count >= Self.mostRecent { recent.removeFirst(Self.mostRecent / 2) }
        recent.append((number, mark))
    }

    /// The peer has received these packets; those that the capture lacks are remembered.
    mutating func acknowledge(_ numbers: ClosedRange<UInt64>, _ mark: Mark) {
        guard let first = recent.first, unseen.count < Self.mostUnseen else { return }
        for missing in seen.missing(in: numbers)
        where !unseen.contains(where: { $0.numbers.overlaps(missing) }) && unseen.count < Self.mostUnseen {
            let before = recent.last { $0.number < missing.lowerBound }?.mark ?? first.mark
            unseen.append(Unseen(numbers: missing, from: before, to: mark))
        }
    }

    /// Acknowledged numbers that did not come late either.
    var lost: [Unseen] {
        unseen.flatMap { unseen in
            seen.missing(in: unseen.numbers).map { Unseen(numbers: $0, from: unseen.from, to: unseen.to) }
        }
    }

    private static let mostRecent = 256
    private static let mostUnseen = 256
    private static let mostFailures = 1_000

    /// Opens a packet under the keys of its phase: those in use, the next, or just after an update those before
    /// (RFC 9001 section 6).
    mutating func openOneRTT(_ packet: QUICPacket, _ expected: UInt64) -> QUICProtection.Opened? {
        guard let current = oneRTT, let header = current.unmask(packet, expecting: expected) else { return nil }
        if header.phase == phase, let opened = current.open(packet, header) {
            failures = 0
            return opened
        }
        guard failures < Self.mostFailures else { return nil }
        if header.phase != phase, let opened = previousKeys?.open(packet, header) { return opened }
        // With the same phase bit two updates may lie in a hole of the capture.
        var keys = current
        for _ in 0..<(header.phase == phase ? 2 : 1) {
            guard let next = keys.next() else { return nil }
            keys = next
        }
        guard let opened = keys.open(packet, header) else {
            failures += 1
            return nil
        }
        previousKeys = header.phase == phase ? nil : current
        oneRTT = keys
        phase = header.phase
        failures = 0
        return opened
    }
}
