import Model

/// What DNS answers (RFC 1035) in a capture say about addresses, to hold against the names that clients claim.
///
/// It speaks only where an answer contradicts a claim: the name was resolved to other addresses before the connection
/// began, and the address was given for names of another domain alone. Names share addresses and change them, so silence
/// means nothing.
struct NameAnswers: Sendable {
    private struct Known: Sendable {
        var addresses: Set<String> = []
        let since: Timestamp
        /// A service record may lead to further addresses.
        var isOpen = false
    }

    private var names: [String: Known] = [:]
    private var owners: [String: Set<String>] = [:]

    private static let mostNames = 16_384
    private static let mostOwners = 16
    private static let mostRecords = 64

    var isEmpty: Bool { names.isEmpty }

    /// Reads one answer; whatever is no answer to one question is left alone.
    mutating func learn(_ message: Span<UInt8>, at time: Timestamp) {
        guard let flags = message.uint16(at: 2), flags & 0x8000 != 0, flags & 0x000f == 0,
            message.uint16(at: 4) == 1, let answers = message.uint16(at: 6), answers > 0
        else { return }
        var place = 12
        guard let name = Self.name(message, &place), !name.isEmpty, names[name] != nil || names.count < Self.mostNames
        else { return }
        place += 4
        var known = names[name] ?? Known(since: time)
        for _ in 0..<min(Int(answers), Self.mostRecords) {
            guard Self.name(message, &place) != nil, let type = message.uint16(at: place),
                let length = message.uint16(at: place + 8)
            else { break }
            let data = place + 10
            place = data + Int(length)
            switch (type, length) {
            case (1, 4):
                guard let address = message.uint32(at: data) else { break }
                add(IPAddress(v4: address), of: name, to: &known)
            case (28, 16):
                guard let high = message.uint64(at: data), let low = message.uint64(at: data + 8) else { break }
                add(IPAddress(high: high, low: low), of: name, to: &known)
            case (64, _), (65, _): known.isOpen = true
            default: break
            }
        }
        guard known.isOpen || !known.addresses.isEmpty else { return }
        names[name] = known
    }

    private mutating func add(_ address: IPAddress, of name: String, to known: inout Known) {
        let text = address.description
        known.addresses.insert(text)
        if owners[text, default: []].count < Self.mostOwners { owners[text, default: []].insert(name) }
    }

    /// Whose address it is instead; `nil` when nothing contradicts that it is the host's.
    ///
    /// - Parameter began: when the connection began.
    func otherOwner(of address: String, than host: String, began: Timestamp) -> String? {
        guard let known = names[host], !known.isOpen, known.since < began, !known.addresses.contains(address),
            let owners = owners[address], !owners.contains(where: { Self.domain(of: $0) == Self.domain(of: host) })
        else { return nil }
        return owners.min()
    }

    /// The last two labels.
    private static func domain(of name: String) -> [Substring] { name.split(separator: ".").suffix(2) }

    /// A name, lower-case, with the place moved behind it; its compressed end is followed within the message.
    private static func name(_ message: Span<UInt8>, _ place: inout Int) -> String? {
        var labels: [String] = []
        var at = place
        var isFollowing = false
        var steps = 0
        while let length = message.uint8(at: at) {
            steps += 1
            guard steps <= 128 else { return nil }
            if length & 0xc0 == 0xc0 {
                guard let pointer = message.uint16(at: at) else { return nil }
                if !isFollowing { place = at + 2 }
                isFollowing = true
                at = Int(pointer & 0x3fff)
            } else if length == 0 {
                if !isFollowing { place = at + 1 }
                return labels.joined(separator: ".")
            } else {
                let end = at + 1 + Int(length)
                guard length < 64, end <= message.count else { return nil }
                labels.append(String(decoding: message.copy((at + 1)..<end).map(ASCII.lowercased), as: UTF8.self))
                at = end
            }
        }
        return nil
    }
}

/// Connections that began after a name was resolved, held against what DNS said.
struct ClaimedNames: Sendable {
    private struct Connection: Sendable {
        let began: Timestamp
        /// The host of its first request: those of later ones may have come along by right of the certificate.
        var host: String?
    }

    private var answers = NameAnswers()
    private var connections: [Int: Connection] = [:]

    private static let mostConnections = 65_536

    /// Without an answer there is nothing to hold a claim against.
    var isEmpty: Bool { answers.isEmpty }

    mutating func learn(_ message: Span<UInt8>, at time: Timestamp) { answers.learn(message, at: time) }

    mutating func begin(_ flow: Int, at time: Timestamp) {
        guard connections.count < Self.mostConnections else { return }
        connections[flow] = Connection(began: time)
    }

    /// Passes on what a flow gave; an exchange whose host's address is another's is disputed.
    mutating func check(_ items: [Outbox<WireEvent>.Item], into outbox: inout Outbox<WireEvent>) {
        for item in items {
            switch item {
            case .diagnostic(let diagnostic): outbox.report(diagnostic)
            case .event(.exchange(var exchange)):
                if let diagnostic = dispute(exchange) {
                    exchange.notes.append(Exchange.disputed)
                    outbox.report(diagnostic)
                }
                outbox.emit(.exchange(exchange))
            case .event(.flow(let flow)):
                connections[flow.number] = nil
                outbox.emit(.flow(flow))
            }
        }
    }

    private mutating func dispute(_ exchange: Exchange) -> Diagnostic? {
        let flow = exchange.connection.flow
        let host = exchange.request.host
        guard !host.isEmpty, var connection = connections[flow] else { return nil }
        if connection.host == nil {
            connection.host = host
            connections[flow] = connection
        }
        guard connection.host == host, !exchange.notes.contains(Exchange.proxied),
            let server = exchange.connection.server, let address = server.addressWithoutPort,
            let owner = answers.otherOwner(of: address, than: host, began: connection.began)
        else { return nil }
        return Diagnostic(
            .requestAddressContradicts, locator: exchange.locator, at: exchange.startedAt, subject: host,
            detail: "asked at \(server), which DNS gives for \(owner), and for \(host) other addresses",
            blind: Blind(
                from: exchange.startedAt, to: exchange.response?.endedAt ?? exchange.startedAt, host: host,
                hides: .both))
    }
}

extension String {
    /// The address of `address:port`, without brackets.
    fileprivate var addressWithoutPort: String? {
        guard let colon = lastIndex(of: ":") else { return nil }
        return self[..<colon].trimmingBrackets
    }
}

extension Substring {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
    }
}

extension DiagnosticCode {
    static let requestAddressContradicts = DiagnosticCode(
        "http.address-contradicts", .warning, stage: "wire",
        meaning:
            "A client names a host at an address that DNS, in the same capture, gives for another domain and not for the host.",
        remedy: "Look at what answers there: a server of one's own that is called by the tracker's name counts nothing."
    )
}
