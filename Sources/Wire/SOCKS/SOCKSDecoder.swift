import Model

/// Decodes what opens a tunnel through a SOCKS proxy, then hands the conversation inside over, as HTTP does after `CONNECT`.
struct SOCKSDecoder: FlowDecoder {
    private enum Phase: Sendable {
        case negotiating
        case passing
        /// Not a tunnel, or one that cannot be read: counted.
        case counting(host: String?)
    }

    var outbox = Outbox<HTTPEvent>()
    private let flow: HTTPFlow
    private var phase = Phase.negotiating
    private var client = MarkedBytes()
    private var server = MarkedBytes()
    private var request: SOCKSMessages.Request?
    private var answer: SOCKSMessages.Answer?
    private var bytes = 0
    private var since: Timestamp?
    private var mark: Mark?
    /// It was agreed on that something is carried which is not read.
    private var isHidden = false

    /// Names and passwords have at most 255 bytes each.
    private static let mostNegotiated = 2_048
    private static let mostHeld = 256 << 10

    init(flow: HTTPFlow) {
        self.flow = flow
    }

    mutating func feed(_ event: StreamEvent) {
        switch phase {
        case .passing: outbox.emit(.passed(event))
        case .counting:
            if case .bytes(_, let chunk, let next) = event { count(chunk.count, next) }
        case .negotiating:
            switch event {
            case .bytes(.toServer, let chunk, let next):
                client.append(chunk, next)
                mark = next
                negotiate()
            case .bytes(.toClient, let chunk, let next):
                server.append(chunk, next)
                mark = next
                negotiate()
            case .gap(_, _, let next), .end(_, _, let next):
                mark = mark ?? next
                settle()
                feed(event)
            }
        }
    }

    mutating func finish() {
        if case .negotiating = phase, request != nil || !client.isEmpty { settle() }
        guard case .counting(let host) = phase, bytes > 0 || isHidden, let mark else { return }
        outbox.report(
            .unknownProtocol(
                bytes, "over SOCKS", since: since ?? mark.at, mark, host: host, server: flow.connection.server))
    }

    private mutating func negotiate() {
        if request == nil {
            switch SOCKSMessages.request(Self.beginning(client)) {
            case .needMore: if client.count > Self.mostNegotiated { return hide() }
            case .unreadable: return hide()
            case .read(let found, let length):
                request = found
                client.skip(length)
            }
        }
        if answer == nil {
            switch SOCKSMessages.answer(Self.beginning(server)) {
            case .needMore: if server.count > Self.mostNegotiated { return hide() }
            case .unreadable: return hide()
            case .read(let found, let length):
                answer = found
                server.skip(length)
            }
        }
        if answer == .refused { return hide() }
        guard let request else { return }
        guard request.command == SOCKSMessages.Request.connect else {
            // What comes over it comes from elsewhere, or in datagrams.
            isHidden = true
            return hide()
        }
        if answer == .granted || client.count > Self.mostHeld { pass(request) }
    }

    private static func beginning(_ bytes: MarkedBytes) -> [UInt8] {
        Array(bytes.storage[bytes.position...].prefix(mostNegotiated))
    }

    /// No answer will be seen any more: what the client says behind its request tells that it had one.
    private mutating func settle() {
        if let request, request.command == SOCKSMessages.Request.connect { pass(request) } else { hide() }
    }

    private mutating func pass(_ request: SOCKSMessages.Request) {
        guard let mark else { return }
        let authority = request.name.map { "\($0):\(request.port)" } ?? ""
        outbox.emit(.handover(.tunnel(authority: authority), mark))
        phase = .passing
        for (bytes, mark) in client.drain() { outbox.emit(.passed(.bytes(.toServer, bytes, mark))) }
        for (bytes, mark) in server.drain() { outbox.emit(.passed(.bytes(.toClient, bytes, mark))) }
    }

    private mutating func hide() {
        phase = .counting(host: request?.name?.lowercased())
        // A tunnel that was refused carries nothing; what the client had sent on trust was read by nobody.
        let isRefused = answer == .refused
        for (bytes, mark) in client.drain() + server.drain() where !isRefused { count(bytes.count, mark) }
    }

    private mutating func count(_ more: Int, _ next: Mark) {
        bytes += more
        since = since ?? next.at
        mark = mark?.extended(to: next) ?? next
    }
}
