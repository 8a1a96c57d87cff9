import Model

/// The QUIC flows of a capture, recognised and counted. What they carry stays hidden, and is named so.
struct DatagramFlows: Sendable {
    private struct Flow {
        let number: Int
        let client: Endpoint
        let server: Endpoint
        var bytesToServer = 0
        var bytesToClient = 0
        var frames = 0
        let isJoinedLate: Bool
        let firstAt: Timestamp
        var lastAt: Timestamp
        var framesSeen: ClosedRange<Int>
    }

    /// Flows followed at once; further ones are counted as other UDP.
    private static let mostFlows = 65_536

    private var flows: [Flow] = []
    private var indices: [FlowKey: Int] = [:]

    /// Takes a datagram when it belongs to a QUIC flow.
    ///
    /// - Returns: whether it does.
    mutating func receive(
        _ datagram: Datagram, _ kind: Datagram.Kind, _ packet: IPPacket, _ mark: Mark, nextNumber: inout Int
    ) -> Bool {
        let source = Endpoint(address: packet.source, port: datagram.sourcePort)
        let destination = Endpoint(address: packet.destination, port: datagram.destinationPort)
        let key = FlowKey(source, destination)
        let size = datagram.payload.count + packet.missing
        if let index = indices[key] {
            add(size, from: source, mark, at: index)
            return true
        }
        let sourceIsClient: Bool
        switch kind {
        // A client pads its first datagrams to 1,200 bytes (RFC 9000, section 14.1), but so does a server.
        case .quicLongHeader: sourceIsClient = Speaker.isClient([UInt8]().span, from: source.port, to: destination.port)
        case .maybeQUICShortHeader where source.port == 443 || destination.port == 443:
            sourceIsClient = destination.port == 443
        default: return false
        }
        guard flows.count < Self.mostFlows else { return false }
        indices[key] = flows.count
        let isInitial = kind == .quicLongHeader(isInitial: true)
        flows.append(
            Flow(
                number: nextNumber, client: sourceIsClient ? source : destination,
                server: sourceIsClient ? destination : source, isJoinedLate: !isInitial, firstAt: mark.at,
                lastAt: mark.at, framesSeen: mark.frames))
        nextNumber += 1
        add(size, from: source, mark, at: flows.count - 1)
        return true
    }

    mutating func finish(into outbox: inout Outbox<WireEvent>) {
        for flow in flows {
            outbox.report(
                Diagnostic(
                    .quicNotDecoded, locator: .frames(flow.framesSeen), at: flow.firstAt,
                    subject: flow.server.description,
                    detail: "\(flow.bytesToServer) bytes to \(flow.server), \(flow.bytesToClient) bytes back",
                    blind: Blind(
                        from: flow.firstAt, to: flow.lastAt, server: flow.server.description, manyHosts: true)))
            outbox.emit(
                .flow(
                    FlowSummary(
                        number: flow.number, transport: .udp, client: flow.client.description,
                        server: flow.server.description, bytesToServer: flow.bytesToServer,
                        bytesToClient: flow.bytesToClient, frames: flow.frames, firstAt: flow.firstAt,
                        lastAt: flow.lastAt, isJoinedLate: flow.isJoinedLate, gaps: 0, protocols: ["quic"],
                        serverName: nil, alpn: nil, undecrypted: "not-decoded")))
        }
        flows = []
        indices = [:]
    }

    private mutating func add(_ size: Int, from source: Endpoint, _ mark: Mark, at index: Int) {
        flows[index].frames += 1
        flows[index].lastAt = max(flows[index].lastAt, mark.at)
        flows[index].framesSeen = flows[index].framesSeen.lowerBound...mark.frames.upperBound
        if source == flows[index].client {
            flows[index].bytesToServer += size
        } else {
            flows[index].bytesToClient += size
        }
    }
}

extension DiagnosticCode {
    static let quicNotDecoded = DiagnosticCode(
        "quic.not-decoded", .warning, stage: "wire",
        meaning: "A QUIC connection (HTTP/3) was seen and not decoded.",
        remedy: "Switch QUIC off in the app or browser under test, or block UDP port 443, and capture again.")
}
