import Model

/// Frames in, exchanges out: the whole way from the link layer to HTTP, for one capture.
///
/// ```
/// var stack = WireStack(secrets: secrets)
/// for frame in frames { stack.feed(frame, window, into: &outbox) }
/// stack.finish(into: &outbox)
/// ```
///
/// Exchanges leave when they are complete, so those of different flows may leave in another order than they started.
/// A secret opens the connections whose handshake comes after it was added. Key logs are therefore read before the
/// frames, and so are the secrets inside a pcapng file, by a first pass where the file allows one; from a pipe, secrets
/// that come after their handshake are too late, which ends in a `tls.secret-missing` diagnostic and never in silence.
public struct WireStack: Sendable {
    /// Frames: those that flows took, and those that diagnostics account for.
    public private(set) var ledger = Ledger(unit: "frames")

    private var secrets: SecretStore
    private var flows: FlowTable
    private var quic: QUICFlows
    private var fragments = FragmentTable()
    private var tally = FrameTally()
    private var claims = ClaimedNames()
    private var staged = Outbox<WireEvent>()
    private var nextFlow = 1

    public init(secrets: [TLSSecret] = [], limits: WireLimits = WireLimits()) {
        self.secrets = SecretStore(secrets)
        quic = QUICFlows(secrets: self.secrets, limits: limits)
        flows = FlowTable(limits: limits)
    }

    /// Adds a secret for TLS connections over TCP that begin from here on.
    public mutating func add(_ secret: TLSSecret) {
        secrets.add([secret])
    }

    /// Takes one frame, whose bytes are in `window`.
    public mutating func feed(_ frame: Frame, _ window: Span<UInt8>, into outbox: inout Outbox<WireEvent>) {
        ledger.input += 1
        let mark = Mark(at: frame.at, frames: frame.number...frame.number)
        let bytes = window.extracting(frame.bytes.clamped(to: 0..<window.count))
        switch LinkLayer.payload(of: frame.linkType, bytes) {
        case .ip(let range):
            feed(bytes, range, beyond: frame.originalLength - frame.bytes.count, mark, frames: 1, into: &outbox)
        case .packets(let ranges):
            // The first packet stands for the frame in the ledger.
            for (index, range) in ranges.enumerated() {
                feed(bytes, range, beyond: 0, mark, frames: index == 0 ? 1 : 0, into: &outbox)
            }
        case .notIP(let name): tally.count(.linkNotIP, name, mark)
        case .hidden(let name): tally.count(.linkNotDecoded, name, mark)
        case .cut: tally.count(.frameCut, "link header", mark)
        }
    }

    /// The capture is over: what is still open is given out as far as it was seen.
    public mutating func finish(into outbox: inout Outbox<WireEvent>) {
        flows.finish(secrets, into: &staged)
        claims.check(staged.items, into: &outbox)
        staged.removeAll()
        quic.finish(nextNumber: &nextFlow, into: &outbox)
        fragments.finish(into: &outbox)
        tally.report(into: &outbox)
        ledger.diagnosed = tally.total + fragments.diagnosedFrames
    }

    private mutating func feed(
        _ bytes: Span<UInt8>, _ range: Range<Int>, beyond: Int, _ mark: Mark, frames: Int,
        into outbox: inout Outbox<WireEvent>
    ) {
        do throws(IPFailure) {
            let packet = try IPPacket(bytes, range, beyond: beyond)
            guard let fragment = packet.fragment else {
                feed(packet, bytes, mark, frames: frames, into: &outbox)
                return
            }
            guard let datagram = fragments.add(packet, fragment, bytes, mark, frames: frames, into: &outbox) else {
                return
            }
            let whole = Mark(at: mark.at, frames: datagram.frames)
            feed(datagram.packet, datagram.bytes.span, whole, frames: datagram.frameCount, into: &outbox)
        } catch {
            switch error {
            case .cut: count(.frameCut, "IP header", mark, frames)
            case .malformed(let reason): count(.ipMalformed, reason, mark, frames)
            }
        }
    }

    private mutating func feed(
        _ packet: IPPacket, _ bytes: Span<UInt8>, _ mark: Mark, frames: Int, into outbox: inout Outbox<WireEvent>
    ) {
        switch packet.transport {
        case IPPacket.tcp:
            guard let segment = TCPSegment(bytes, packet) else {
                return count(.tcpHeaderUnreadable, "TCP header", mark, frames)
            }
            ledger.output += frames
            feed(segment, packet, bytes, mark, into: &outbox)
        case IPPacket.udp:
            guard let datagram = Datagram(bytes, packet) else {
                return count(.tcpHeaderUnreadable, "UDP header", mark, frames)
            }
            feed(datagram, packet, bytes, mark, frames, into: &outbox)
        default:
            let (code, name) = IPPacket.describe(packet.transport)
            count(code, name, mark, frames)
        }
    }

    private mutating func feed(
        _ segment: TCPSegment, _ packet: IPPacket, _ bytes: Span<UInt8>, _ mark: Mark,
        into outbox: inout Outbox<WireEvent>
    ) {
        guard !claims.isEmpty else {
            return flows.receive(
                segment, packet, bytes, mark, secrets, nextNumber: &nextFlow, tally: &tally, into: &outbox)
        }
        let flow = nextFlow
        flows.receive(segment, packet, bytes, mark, secrets, nextNumber: &nextFlow, tally: &tally, into: &staged)
        if nextFlow > flow, segment.flags.contains(.syn) { claims.begin(flow, at: mark.at) }
        guard !staged.items.isEmpty else { return }
        claims.check(staged.items, into: &outbox)
        staged.removeAll()
    }

    private mutating func feed(
        _ datagram: Datagram, _ packet: IPPacket, _ bytes: Span<UInt8>, _ mark: Mark, _ frames: Int,
        into outbox: inout Outbox<WireEvent>
    ) {
        if datagram.sourcePort == 53 { claims.learn(bytes.extracting(datagram.payload), at: mark.at) }
        let kind = datagram.kind(bytes)
        if quic.receive(datagram, kind, bytes, packet, mark, nextNumber: &nextFlow, into: &outbox) {
            ledger.output += frames
            return
        }
        switch kind {
        case .tunnel(let name): count(.udpNotDecoded, name, mark, frames)
        case .other(let name): count(.udpOther, name, mark, frames)
        case .maybeQUICShortHeader, .quicLongHeader: count(.udpOther, "unknown", mark, frames)
        }
    }

    private mutating func count(_ code: DiagnosticCode, _ subject: String, _ mark: Mark, _ frames: Int) {
        for _ in 0..<frames { tally.count(code, subject, mark) }
    }
}

extension IPPacket {
    /// A transport that is not followed: a tunnel that may hide HTTP, or something that never carries it.
    static func describe(_ transport: UInt8) -> (DiagnosticCode, String) {
        switch transport {
        case 4: (.ipNotDecoded, "IPv4 in IP")
        case 41: (.ipNotDecoded, "IPv6 in IP")
        case 47: (.ipNotDecoded, "GRE")
        case 50: (.ipNotDecoded, "IPsec ESP")
        case 115: (.ipNotDecoded, "L2TP")
        case 137: (.ipNotDecoded, "MPLS in IP")
        case 1: (.ipOther, "ICMP")
        case 2: (.ipOther, "IGMP")
        case 58: (.ipOther, "ICMPv6")
        case 59: (.ipOther, "no next header")
        case 132: (.ipOther, "SCTP")
        default: (.ipOther, "IP protocol \(transport)")
        }
    }
}

/// The diagnostics of the packet layers.
public enum PacketDiagnostics {
    public static let all: [DiagnosticCode] = [
        .linkNotIP, .linkNotDecoded, .frameCut, .ipMalformed, .ipNotDecoded, .ipOther, .ipFragmentsIncomplete,
        .ipFragmentsDisputed,
        .tcpHeaderUnreadable, .tcpJoinedLate, .tcpGap, .tcpCut, .tcpRetransmissionDiffers, .tcpBytesDisputed,
        .tcpStraySegments,
        .tcpFlowLimit, .tcpMemoryLimit, .udpNotDecoded, .udpOther, .flowProtocolUnknown,
        .requestAddressContradicts,
    ]
}
