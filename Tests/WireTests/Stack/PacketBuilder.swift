import Model

@testable import Wire

/// Packets made by hand, layer by layer.
enum Packets {
    static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }
    static func big32(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    static func ethernet(_ type: Int, _ payload: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 2, count: 12) + big16(type) + payload
    }

    static func ipv4(
        _ payload: [UInt8], transport: UInt8 = 6, from: UInt32 = 0x0a00_0001, to: UInt32 = 0x0a00_0002,
        identification: Int = 1, fragment: Int = 0, length: Int? = nil, options: [UInt8] = []
    ) -> [UInt8] {
        let header = 20 + options.count
        return [UInt8(0x40 | header / 4), 0] + big16(length ?? header + payload.count) + big16(identification)
            + big16(fragment) + [64, transport, 0, 0] + big32(from) + big32(to) + options + payload
    }

    static func ipv6(
        _ payload: [UInt8], next: UInt8 = 6, from: UInt8 = 1, to: UInt8 = 2, length: Int? = nil
    ) -> [UInt8] {
        let prefix: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        return [0x60, 0, 0, 0] + big16(length ?? payload.count) + [next, 64] + prefix + [from] + prefix + [to] + payload
    }

    static func tcp(
        _ payload: [UInt8], from: Int = 50_000, to: Int = 80, sequence: UInt32 = 1, acknowledgement: UInt32 = 1,
        flags: UInt8 = 0x10
    ) -> [UInt8] {
        big16(from) + big16(to) + big32(sequence) + big32(acknowledgement) + [0x50, flags, 0xff, 0xff, 0, 0, 0, 0]
            + payload
    }

    static func udp(_ payload: [UInt8], from: Int = 50_000, to: Int = 443) -> [UInt8] {
        big16(from) + big16(to) + big16(payload.count + 8) + [0, 0] + payload
    }

    /// Of a datagram whose length is left open.
    static func udpHeader(to: Int) -> [UInt8] { big16(50_000) + big16(to) + [0, 0, 0, 0] }

    static func frame(_ number: Int, _ bytes: [UInt8], linkType: Int = 1, at microseconds: Int64? = nil) -> Frame {
        Frame(
            number: number, at: Timestamp(microseconds: microseconds ?? Int64(number) * 1_000), linkType: linkType,
            bytes: 0..<bytes.count, originalLength: bytes.count)
    }

    /// All that comes of frames given as (link type, bytes), one millisecond apart.
    static func run(_ frames: [[UInt8]], linkType: Int = 1) -> (outbox: Outbox<WireEvent>, ledger: Ledger) {
        var stack = WireStack()
        var outbox = Outbox<WireEvent>()
        for (index, bytes) in frames.enumerated() {
            stack.feed(frame(index + 1, bytes, linkType: linkType), bytes.span, into: &outbox)
        }
        stack.finish(into: &outbox)
        return (outbox, stack.ledger)
    }
}

extension Outbox<WireEvent> {
    var flows: [FlowSummary] {
        events.compactMap { event in
            guard case .flow(let summary) = event else { return nil }
            return summary
        }
    }

    var exchanges: [Exchange] {
        events.compactMap { event in
            guard case .exchange(let exchange) = event else { return nil }
            return exchange
        }
    }
}
