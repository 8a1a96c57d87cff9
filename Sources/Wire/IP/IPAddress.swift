/// An IPv4 or IPv6 address. IPv4 is held as IPv6 writes it, `::ffff:a.b.c.d`.
struct IPAddress: Sendable, Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(v4: UInt32) {
        high = 0
        low = 0xffff_0000_0000 | UInt64(v4)
    }

    var isV4: Bool { high == 0 && low >> 32 == 0xffff }

    static func < (left: IPAddress, right: IPAddress) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal, or the canonical text of RFC 5952.
    var description: String {
        if isV4 {
            return "\(low >> 24 & 0xff).\(low >> 16 & 0xff).\(low >> 8 & 0xff).\(low & 0xff)"
        }
        let groups = [high, low].flatMap { half in
            [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        let zeros = Self.longestZeros(groups)
        let head = groups[..<zeros.lowerBound].map { String($0, radix: 16) }.joined(separator: ":")
        guard !zeros.isEmpty else { return head }
        let tail = groups[zeros.upperBound...].map { String($0, radix: 16) }.joined(separator: ":")
        return "\(head)::\(tail)"
    }

    /// The first longest run of two or more zero groups; empty, at the end, when there is none.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int> {
        var longest = groups.count..<groups.count
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start >= 2, end - start > longest.count { longest = start..<end }
            start = max(end, start) + 1
        }
        return longest
    }
}

/// From one endpoint to another.
struct Route: Sendable {
    let source: Endpoint
    let destination: Endpoint

    init(_ packet: IPPacket, from sourcePort: UInt16, to destinationPort: UInt16) {
        source = Endpoint(address: packet.source, port: sourcePort)
        destination = Endpoint(address: packet.destination, port: destinationPort)
    }
}

/// An address with a port.
struct Endpoint: Sendable, Hashable, Comparable, CustomStringConvertible {
    let address: IPAddress
    let port: UInt16

    static func < (left: Endpoint, right: Endpoint) -> Bool {
        left.address != right.address ? left.address < right.address : left.port < right.port
    }

    /// `192.0.2.1:443`, `[2001:db8::1]:443`.
    var description: String {
        address.isV4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
