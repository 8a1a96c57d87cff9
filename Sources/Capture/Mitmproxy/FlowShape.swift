/// Where a flow of one version keeps what an exchange needs: the shape of version 0.10, changed by every step up to the
/// version. Fields that no step moved have one name, which stands where they are read.
struct FlowShape: Sendable, Hashable {
    /// Before 0.11 there were HTTP flows only, and no key that says so.
    var hasType = false
    var connections = Connections.insideRequest
    var addresses = Addresses.list
    var serverAddress = Key.none
    var clientAddress = Key.address
    var httpVersion = HTTPVersion.numbers
    var status = Key.code
    var content = Key.content
    var replay = Replay.none
    /// A WebSocket's messages were a flow of their own, beside the one of its opening request.
    var separatesWebSockets = true

    enum Connections { case insideRequest, besideRequest }
    /// An address is a list, or a dictionary around that list.
    enum Addresses { case list, wrapped }
    /// `[1, 1]` under `httpversion`, or `HTTP/1.1` under `http_version`.
    enum HTTPVersion { case numbers, text }
    enum Replay { case none, perMessage, perFlow }
    enum Key { case none, address, peerAddress, ipAddress, peername, code, statusCode, content, body }

    init(of version: FlowVersion) {
        for step in FlowShape.steps where step.version <= version { step.change(&self) }
    }

    /// The versions that changed something that is read here.
    private static let steps: [(version: FlowVersion, change: @Sendable (inout FlowShape) -> Void)] = [
        (
            FlowVersion(0, 11),
            {
                $0.hasType = true
                $0.connections = .besideRequest
                $0.addresses = .wrapped
                $0.replay = .perMessage
            }
        ),
        (
            FlowVersion(0, 14),
            {
                $0.httpVersion = .text
                $0.status = .statusCode
                $0.content = .body
            }
        ),
        (FlowVersion(0, 16), { $0.content = .content }),
        (FlowVersion(0, 17), { $0.serverAddress = .peerAddress }),
        (FlowVersion(0, 18), { $0.serverAddress = .ipAddress }),
        (FlowVersion(2), { $0.addresses = .list }),
        (FlowVersion(9), { $0.replay = .perFlow }),
        (FlowVersion(12), { $0.separatesWebSockets = false }),
        (
            FlowVersion(19),
            {
                $0.clientAddress = .peername
                $0.serverAddress = .peername
            }
        ),
    ]
}

extension TNetstring {
    /// The value under a key that has had several names.
    func member(_ key: FlowShape.Key) throws(TNetstringFault) -> TNetstring? {
        switch key {
        case .none: nil
        case .address: try member("address")
        case .peerAddress: try member("peer_address")
        case .ipAddress: try member("ip_address")
        case .peername: try member("peername")
        case .code: try member("code")
        case .statusCode: try member("status_code")
        case .content: try member("content")
        case .body: try member("body")
        }
    }
}
