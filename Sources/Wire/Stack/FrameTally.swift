import Model

/// Counts frames that no flow takes, so that a million of them are one diagnostic per kind and stretch of time.
struct FrameTally: Sendable {
    private struct Key: Hashable {
        let code: DiagnosticCode
        let subject: String
    }

    fileprivate struct Stretch {
        var count: Int
        var frames: ClosedRange<Int>
        var from: Timestamp
        var to: Timestamp
    }

    private var stretches: [Key: [Stretch]] = [:]
    private var order: [Key] = []

    /// Microseconds of quiet after which a stretch of blindness is over.
    private static let quiet: Int64 = 1_000_000
    private static let mostStretches = 64
    private static let mostKinds = 256

    /// All frames counted.
    private(set) var total = 0

    mutating func count(_ code: DiagnosticCode, _ subject: String, _ mark: Mark) {
        total += 1
        var key = Key(code: code, subject: subject)
        if stretches[key] == nil {
            // A hostile capture may hold a new kind in each frame.
            if order.count >= Self.mostKinds { key = Key(code: code, subject: "others") }
            if stretches[key] == nil { order.append(key) }
        }
        var list = stretches.removeValue(forKey: key) ?? []
        if var last = list.last, !code.hides || list.count >= Self.mostStretches || last.isNear(mark.at, Self.quiet) {
            last.count += 1
            last.frames = last.frames.lowerBound...max(last.frames.upperBound, mark.frames.upperBound)
            last.from = min(last.from, mark.at)
            last.to = max(last.to, mark.at)
            list[list.count - 1] = last
        } else {
            list.append(Stretch(count: 1, frames: mark.frames, from: mark.at, to: mark.at))
        }
        stretches[key] = list
    }

    mutating func report<Event>(into outbox: inout Outbox<Event>) {
        for key in order {
            for stretch in stretches[key] ?? [] {
                outbox.report(
                    Diagnostic(
                        key.code, locator: .frames(stretch.frames), at: stretch.from, subject: key.subject,
                        detail: "\(stretch.count) frames: \(key.subject)", units: stretch.count,
                        blind: key.code.hides ? Blind(from: stretch.from, to: stretch.to) : nil))
            }
        }
        stretches = [:]
        order = []
    }
}

extension FrameTally.Stretch {
    fileprivate func isNear(_ time: Timestamp, _ quiet: Int64) -> Bool {
        time >= from && time.microseconds(since: to) <= quiet
    }
}

extension DiagnosticCode {
    /// Whether frames of this kind may have carried HTTP. The others never do.
    fileprivate var hides: Bool { severity != .info }

    static let linkNotIP = DiagnosticCode(
        "link.not-ip", .info, stage: "wire",
        meaning: "Frames carry a protocol that never carries HTTP, such as ARP.",
        remedy: "None is needed.")
    static let linkNotDecoded = DiagnosticCode(
        "link.not-decoded", .warning, stage: "wire",
        meaning: "Frames have a link type or an encapsulation that is not decoded; they may hide traffic.",
        remedy: "Capture on an Ethernet, Wi-Fi (not in monitor mode) or loopback interface of the device or its router."
    )
    static let frameCut = DiagnosticCode(
        "frame.cut", .warning, stage: "wire",
        meaning: "Frames are cut inside their link or IP header (snap length).",
        remedy: "Capture whole packets: `tcpdump -s 0`, or no packet size limit in Wireshark.")
    static let ipMalformed = DiagnosticCode(
        "ip.malformed", .warning, stage: "wire",
        meaning: "An IP packet contradicts itself.",
        remedy: "Capture again; if it recurs, the capturing program is at fault.")
    static let ipNotDecoded = DiagnosticCode(
        "ip.not-decoded", .warning, stage: "wire",
        meaning: "IP packets carry a tunnel that is not decoded, such as GRE or IPsec; it may hide traffic.",
        remedy: "Capture inside the tunnel, or switch the VPN off.")
    static let ipOther = DiagnosticCode(
        "ip.other-protocol", .info, stage: "wire",
        meaning: "IP packets carry a protocol that never carries HTTP, such as ICMP.",
        remedy: "None is needed.")
    static let udpNotDecoded = DiagnosticCode(
        "udp.not-decoded", .warning, stage: "wire",
        meaning:
            "UDP packets carry a tunnel that is not decoded, such as VXLAN, GTP-U or WireGuard; it may hide traffic.",
        remedy: "Capture inside the tunnel, or switch the VPN off.")
    static let udpOther = DiagnosticCode(
        "udp.other-protocol", .info, stage: "wire",
        meaning: "UDP packets are not QUIC and carry no HTTP, such as DNS.",
        remedy: "None is needed.")
}
