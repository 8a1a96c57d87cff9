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
public struct WireStack: Emitter, Sendable {
    /// Frames: those that flows took, and those that diagnostics account for.
    public private(set) var ledger = Ledger(unit: "frames")

    public var outbox: Outbox<WireEvent> {
        get { context.outbox }
        _modify { yield &context.outbox }
    }

    private var context: WireContext
    private var flows = FlowTable()
    private var quic: QUICFlows
    private var fragments = FragmentTable()
    private var tally = FrameTally()
    private var claims = ClaimedNames()
    /// What TCP flows gave out and is still to be held against the claims.
    private var staged = Outbox<WireEvent>()

    public init(secrets: [TLSSecret] = [], limits: WireLimits = WireLimits()) {
        context = WireContext(secrets: SecretStore(secrets), limits: limits)
        quic = QUICFlows(secrets: context.secrets)
    }

    /// Adds a secret for TLS connections over TCP that begin from here on.
    public mutating func add(_ secret: TLSSecret) {
        context.secrets.add([secret])
    }

    /// Takes one frame, whose bytes are in `window`.
    public mutating func feed(_ frame: Frame, _ window: Span<UInt8>, into outbox: inout Outbox<WireEvent>) {
        emitting(into: &outbox) { $0.feed(frame, window) }
    }

    /// The capture is over: what is still open is given out as far as it was seen.
    public mutating func finish(into outbox: inout Outbox<WireEvent>) {
        emitting(into: &outbox) { $0.finish() }
    }

    private mutating func feed(_ frame: Frame, _ window: Span<UInt8>) {
        ledger.input += 1
        let mark = Mark(at: frame.at, frames: frame.number...frame.number)
        let bytes = window.extracting(frame.bytes.clamped(to: 0..<window.count))
        take(
            LinkLayer.payload(of: frame.linkType, bytes), bytes, beyond: frame.originalLength - frame.bytes.count, mark,
            Share(frames: 1))
    }

    /// What a packet stands for in the ledger, and in how many others it was.
    private struct Share {
        var frames: Int
        var depth = 0
    }

    private mutating func take(
        _ payload: LinkPayload, _ bytes: Span<UInt8>, beyond: Int, _ mark: Mark, _ share: Share
    ) {
        switch payload {
        case .ip(let range):
            feed(bytes, range, beyond: beyond, mark, share)
        case .packets(let ranges):
            // The first packet stands for the frame in the ledger.
            for (index, range) in ranges.enumerated() {
                feed(
                    bytes, range, beyond: 0, mark,
                    Share(frames: index == 0 ? share.frames : 0, depth: share.depth))
            }
        case .notIP(let name): count(.linkNotIP, name, mark, share.frames)
        case .hidden(let name): count(.linkNotDecoded, name, mark, share.frames)
        case .cut: count(.frameCut, "link header", mark, share.frames)
        }
    }

    private mutating func finish() {
        swap(&staged, &context.outbox)
        flows.finish(in: &context)
        swap(&staged, &context.outbox)
        checkStaged()
        quic.finish(in: &context)
        fragments.finish(into: &context.outbox)
        tally.report(into: &context.outbox)
        ledger.diagnosed = tally.total + fragments.diagnosedFrames
    }

    private mutating func feed(_ bytes: Span<UInt8>, _ range: Range<Int>, beyond: Int, _ mark: Mark, _ share: Share) {
        do throws(IPFailure) {
            let packet = try IPPacket(bytes, range, beyond: beyond)
            guard let fragment = packet.fragment else {
                feed(packet, bytes, mark, share)
                return
            }
            guard
                let datagram = fragments.add(packet, fragment, bytes, mark, frames: share.frames, into: &context.outbox)
            else {
                return
            }
            let whole = Mark(at: mark.at, frames: datagram.frames)
            feed(datagram.packet, datagram.bytes.span, whole, Share(frames: datagram.frameCount, depth: share.depth))
        } catch {
            switch error {
            case .cut: count(.frameCut, "IP header", mark, share.frames)
            case .malformed(let reason): count(.ipMalformed, reason, mark, share.frames)
            }
        }
    }

    private mutating func feed(_ packet: IPPacket, _ bytes: Span<UInt8>, _ mark: Mark, _ share: Share) {
        let frames = share.frames
        switch packet.transport {
        case IPPacket.tcp:
            guard let segment = TCPSegment(bytes, packet) else {
                return count(.tcpHeaderUnreadable, "TCP header", mark, frames)
            }
            ledger.output += frames
            let route = Route(packet, from: segment.sourcePort, to: segment.destinationPort)
            feed(segment, on: route, bytes, mark)
        case IPPacket.udp:
            guard let datagram = Datagram(bytes, packet) else {
                return count(.tcpHeaderUnreadable, "UDP header", mark, frames)
            }
            let route = Route(packet, from: datagram.sourcePort, to: datagram.destinationPort)
            feed(datagram, on: route, bytes, mark, share)
        default:
            if share.depth < Encapsulation.mostNested, let inner = Encapsulation.payload(of: packet, bytes) {
                return take(
                    inner, bytes, beyond: packet.missing, mark, Share(frames: frames, depth: share.depth + 1))
            }
            let (code, name) = IPPacket.describe(packet.transport)
            count(code, name, mark, frames)
        }
    }

    private mutating func feed(_ segment: TCPSegment, on route: Route, _ bytes: Span<UInt8>, _ mark: Mark) {
        guard !claims.isEmpty else { return flows.receive(segment, on: route, bytes, mark, in: &context) }
        let flow = context.nextFlow
        swap(&staged, &context.outbox)
        flows.receive(segment, on: route, bytes, mark, in: &context)
        swap(&staged, &context.outbox)
        if context.nextFlow > flow, segment.flags.contains(.syn) { claims.begin(flow, at: mark.at) }
        checkStaged()
    }

    private mutating func checkStaged() {
        guard !staged.items.isEmpty else { return }
        claims.check(staged.items, into: &context.outbox)
        staged.removeAll()
    }

    private mutating func feed(
        _ datagram: Datagram, on route: Route, _ bytes: Span<UInt8>, _ mark: Mark, _ share: Share
    ) {
        let frames = share.frames
        if datagram.sourcePort == 53 { claims.learn(bytes.extracting(datagram.payload), at: mark.at) }
        let kind = datagram.kind(bytes)
        if quic.receive(datagram, kind, on: route, bytes, mark, in: &context) {
            ledger.output += frames
            return
        }
        switch kind {
        case .encapsulation(let tunnel):
            guard share.depth < Encapsulation.mostNested else {
                return count(.udpNotDecoded, "more than \(Encapsulation.mostNested) tunnels", mark, frames)
            }
            take(
                Encapsulation.payload(of: tunnel, datagram, bytes), bytes, beyond: datagram.missing, mark,
                Share(frames: frames, depth: share.depth + 1))
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
        case 97: (.ipNotDecoded, "Ethernet in IP")
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
        .tcpStraySegments, .tcpResetForged,
        .tcpFlowLimit, .tcpMemoryLimit, .udpNotDecoded, .udpOther, .flowProtocolUnknown,
        .flowProtocolOther,
        .requestAddressContradicts,
    ]
}
