/// What the two sides of a SOCKS proxy say before the tunnel is open (SOCKS 4 and 4a; RFC 1928 and RFC 1929).
enum SOCKSMessages {
    /// What stands at the beginning of one direction.
    enum Reading<Meaning: Sendable & Equatable>: Sendable, Equatable {
        case needMore
        /// It is not what the protocol says, or a way of signing in that encrypts what follows.
        case unreadable
        case read(Meaning, length: Int)
    }

    /// What the client asks for.
    struct Request: Sendable, Equatable {
        var version: UInt8
        /// 1 connects, 2 awaits a connection, 3 relays datagrams.
        var command: UInt8
        /// The name that was asked for; `nil` for an address.
        var name: String?
        var port: Int

        static let connect: UInt8 = 1
    }

    /// What the proxy makes of it.
    enum Answer: Sendable, Equatable {
        case granted, refused
    }

    // MARK: Client

    static func request(_ bytes: [UInt8]) -> Reading<Request> {
        guard let version = bytes.first else { return .needMore }
        switch version {
        case 4: return request4(bytes)
        case 5: return request5(bytes)
        default: return .unreadable
        }
    }

    private static func request4(_ bytes: [UInt8]) -> Reading<Request> {
        guard bytes.count >= 9 else { return .needMore }
        guard bytes[1] == 1 || bytes[1] == 2 else { return .unreadable }
        var request = Request(version: 4, command: bytes[1], name: nil, port: Int(bytes[2]) << 8 | Int(bytes[3]))
        guard let user = text(bytes, at: 8) else { return bytes.count > 8 + 256 ? .unreadable : .needMore }
        // SOCKS 4a: an address that cannot be, and a name behind the user.
        let isNamed = bytes[4..<7].allSatisfy { $0 == 0 } && bytes[7] != 0
        guard isNamed else { return .read(request, length: user.end) }
        guard let name = text(bytes, at: user.end) else {
            return bytes.count > user.end + 256 ? .unreadable : .needMore
        }
        request.name = String(decoding: bytes[name.range], as: UTF8.self)
        return .read(request, length: name.end)
    }

    private static func request5(_ bytes: [UInt8]) -> Reading<Request> {
        guard bytes.count >= 2 else { return .needMore }
        var place = 2 + Int(bytes[1])
        guard bytes[1] > 0 else { return .unreadable }
        guard place < bytes.count else { return .needMore }
        if bytes[place] == 1 {
            // User and password.
            guard place + 1 < bytes.count else { return .needMore }
            let password = place + 2 + Int(bytes[place + 1])
            guard password < bytes.count else { return .needMore }
            place = password + 1 + Int(bytes[password])
            guard place < bytes.count else { return .needMore }
        }
        guard bytes[place] == 5 else { return .unreadable }
        switch address(bytes, at: place + 3) {
        case .needMore: return .needMore
        case .unreadable: return .unreadable
        case .read(let address, let end):
            let request = Request(
                version: 5, command: bytes[place + 1], name: address.name, port: address.port)
            return (1...3).contains(request.command) ? .read(request, length: end) : .unreadable
        }
    }

    // MARK: Proxy

    static func answer(_ bytes: [UInt8]) -> Reading<Answer> {
        guard let version = bytes.first else { return .needMore }
        if version == 0 {
            guard bytes.count >= 8 else { return .needMore }
            return (90...93).contains(bytes[1]) ? .read(bytes[1] == 90 ? .granted : .refused, length: 8) : .unreadable
        }
        guard version == 5 else { return .unreadable }
        guard bytes.count >= 2 else { return .needMore }
        var place = 2
        switch bytes[1] {
        case 0: break
        case 2:
            guard bytes.count >= 4 else { return .needMore }
            guard bytes[3] == 0 else { return .read(.refused, length: 4) }
            place = 4
        case 0xff: return .read(.refused, length: 2)
        default: return .unreadable
        }
        guard place < bytes.count else { return .needMore }
        guard bytes[place] == 5 else { return .unreadable }
        guard place + 1 < bytes.count else { return .needMore }
        switch address(bytes, at: place + 3) {
        case .needMore: return .needMore
        case .unreadable: return .unreadable
        case .read(_, let end): return .read(bytes[place + 1] == 0 ? .granted : .refused, length: end)
        }
    }

    // MARK: Parts

    private struct Address: Sendable, Equatable {
        var name: String?
        var port: Int
    }

    /// The kind of an address, the address and a port (RFC 1928 section 5).
    private static func address(_ bytes: [UInt8], at place: Int) -> Reading<Address> {
        guard place < bytes.count else { return .needMore }
        let start = place + 1
        let range: Range<Int>
        switch bytes[place] {
        case 1: range = start..<(start + 4)
        case 4: range = start..<(start + 16)
        case 3:
            guard start < bytes.count else { return .needMore }
            range = (start + 1)..<(start + 1 + Int(bytes[start]))
        default: return .unreadable
        }
        let end = range.upperBound + 2
        guard end <= bytes.count else { return .needMore }
        let name = bytes[place] == 3 ? String(decoding: bytes[range], as: UTF8.self) : nil
        return .read(Address(name: name, port: Int(bytes[end - 2]) << 8 | Int(bytes[end - 1])), length: end)
    }

    /// Bytes up to a zero.
    private static func text(_ bytes: [UInt8], at start: Int) -> (range: Range<Int>, end: Int)? {
        guard start < bytes.count, let zero = bytes[start...].firstIndex(of: 0) else { return nil }
        return (start..<zero, zero + 1)
    }
}

extension SOCKSMessages {
    /// The version of SOCKS that a connection opens with, as its first bytes both ways tell; `nil` when it is none, or
    /// cannot be told yet.
    static func version(toServer: [UInt8], toClient: [UInt8], isLast: Bool) -> UInt8? {
        guard toServer.count >= 3 else { return nil }
        switch toServer[0] {
        case 4:
            guard case .read = request(toServer) else { return nil }
            if toClient.isEmpty { return isLast ? 4 : nil }
            return toClient[0] == 0 && toClient.count >= 2 && (90...93).contains(toClient[1]) ? 4 : nil
        case 5:
            let end = 2 + Int(toServer[1])
            guard toServer[1] > 0, end <= toServer.count else { return nil }
            let methods = toServer[2..<end]
            guard Set(methods).count == methods.count else { return nil }
            if toClient.isEmpty {
                // What follows the methods is a request, or the sign-in before one.
                return isLast && toServer.count > end && (toServer[end] == 5 || toServer[end] == 1) ? 5 : nil
            }
            return toClient[0] == 5 && toClient.count >= 2 && (toClient[1] == 0xff || methods.contains(toClient[1]))
                ? 5 : nil
        default: return nil
        }
    }
}
