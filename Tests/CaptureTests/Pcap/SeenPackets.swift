import Capture
import Model

/// What a packet reader showed, with the bytes themselves instead of their place in a window, so that two ways of
/// feeding the same file can be compared.
enum SeenPacket: Sendable, Hashable {
    case frame(number: Int, at: Timestamp, linkType: Int, bytes: [UInt8], originalLength: Int, interface: Int)
    case other(PacketEvent)
}

/// A packet reader whose events do not depend on the window.
struct SeenPackets<Reader: WindowDecoder>: WindowDecoder where Reader.Event == PacketEvent {
    var reader: Reader
    var outbox = Outbox<SeenPacket>()

    var ledger: Ledger { reader.ledger }

    mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        let consumed = reader.decode(window, isFinal: isFinal)
        for item in reader.outbox.items {
            switch item {
            case .event(.frame(let frame)):
                outbox.emit(
                    .frame(
                        number: frame.number, at: frame.at, linkType: frame.linkType,
                        bytes: window.copy(frame.bytes), originalLength: frame.originalLength,
                        interface: frame.interface))
            case .event(let event): outbox.emit(.other(event))
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            }
        }
        reader.outbox.removeAll()
        return consumed
    }

    /// All that the reader makes of a whole file.
    static func read(_ reader: Reader, _ bytes: [UInt8]) -> Outbox<SeenPacket> {
        var seen = SeenPackets(reader: reader)
        _ = seen.decode(bytes.span, isFinal: true)
        return seen.outbox
    }
}

extension Outbox<SeenPacket> {
    /// Number of frames.
    var frameCount: Int {
        events.reduce(0) { count, event in
            guard case .frame = event else { return count }
            return count + 1
        }
    }

    var frameTimes: [Int64] {
        events.compactMap { event in
            guard case .frame(_, let at, _, _, _, _) = event else { return nil }
            return at.microseconds
        }
    }

    var frameBytes: [[UInt8]] {
        events.compactMap { event in
            guard case .frame(_, _, _, let bytes, _, _) = event else { return nil }
            return bytes
        }
    }
}

/// Numbers as a file stores them.
struct FileBytes {
    var order: ByteOrder = .little
    var bytes: [UInt8] = []

    mutating func add16(_ value: UInt16) { add(UInt64(value), 2) }
    mutating func add32(_ value: UInt32) { add(UInt64(value), 4) }
    mutating func add64(_ value: UInt64) { add(value, 8) }

    private mutating func add(_ value: UInt64, _ width: Int) {
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        bytes += order == .little ? little : little.reversed()
    }

    mutating func pad() {
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
    }
}
