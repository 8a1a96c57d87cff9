import Model

extension TCPFlow {
    /// What was not captured as it was sent, said once the connection is over and its name is known.
    ///
    /// - Parameters:
    ///   - host: the host that the connection is known to serve.
    ///   - server: the server's `address:port`.
    ///   - isHTTP: whether HTTP may be on the connection; if not, holes hide nothing.
    ///   - firstAt: when its first packet was captured.
    func reportLosses<Event>(
        host: String?, server: String, manyHosts: Bool, isHTTP: Bool, firstAt: Timestamp,
        into outbox: inout Outbox<Event>
    ) {
        if isJoinedLate, hasBegun, isHTTP {
            outbox.report(
                Diagnostic(
                    .tcpJoinedLate, at: firstAt, subject: host ?? server,
                    detail: "what was sent before its first packet is not in the capture",
                    // Without a name, the hosts that are known at that address.
                    blind: Blind(
                        to: firstAt.advanced(byMicroseconds: -1), host: host ?? server, server: server,
                        manyHosts: manyHosts || host == nil)))
        }
        if let mark = forgedResets.first {
            outbox.report(
                Diagnostic(
                    .tcpResetForged, locator: .frames(mark.frames), at: mark.at, subject: host ?? server,
                    detail: "the sender of \(forgedResets.count) resets went on; they were passed over"))
        }
        for (stream, hides) in [(toServer, Blind.Hides.requests), (toClient, .responses)] {
            func report(_ code: DiagnosticCode, _ stretch: TCPLosses.Stretch, _ detail: @autoclosure () -> String) {
                guard stretch.count > 0 else { return }
                outbox.report(
                    Diagnostic(
                        code, locator: stretch.frames.map { .frames($0) }, at: stretch.to, subject: host ?? server,
                        detail: detail(),
                        blind: isHTTP
                            ? Blind(
                                from: stretch.from, to: stretch.to, host: host, server: server, manyHosts: manyHosts,
                                hides: hides) : nil))
            }
            for hole in stream.losses.holes {
                report(
                    .tcpGap, hole, hole.bytes > 0 ? "\(hole.bytes) bytes of \(hides) are missing" : "bytes are missing")
            }
            let further = stream.losses.furtherHoles
            report(.tcpGap, further, "\(further.bytes) bytes of \(hides) are missing in \(further.count) further holes")
            let cuts = stream.losses.cuts
            report(.tcpCut, cuts, "\(cuts.count) packets of \(hides) lack \(cuts.bytes) bytes at their ends")
            let disputes = stream.losses.disputes
            report(
                .tcpBytesDisputed, disputes,
                "\(disputes.count) segments of \(hides) came in two forms or with urgent bytes; \(disputes.bytes) bytes"
            )
            if let mark = stream.losses.firstDifference {
                outbox.report(
                    Diagnostic(
                        .tcpRetransmissionDiffers, locator: .frames(mark.frames), at: mark.at, subject: host ?? server,
                        detail: "\(stream.losses.differences) repeated segments of \(hides) have other bytes"))
            }
            if stream.strayCount > 0 {
                outbox.report(
                    Diagnostic(
                        .tcpStraySegments, locator: stream.lastMark.map { .frames($0.frames) }, at: stream.lastMark?.at,
                        subject: host ?? server, detail: "\(stream.strayCount) segments far outside the window"))
            }
        }
    }
}

extension DiagnosticCode {
    static let tcpJoinedLate = DiagnosticCode(
        "tcp.joined-late", .info, stage: "wire",
        meaning: "The beginning of a connection is not in the capture: it is older, or its first packets were lost.",
        remedy: "Start recording before the app starts, or restart the app while recording.")
    static let tcpGap = DiagnosticCode(
        "tcp.gap", .warning, stage: "wire",
        meaning: "Bytes of a connection were sent and are not in the capture; reading went on after them.",
        remedy: "Capture closer to the device, with a larger buffer, and without a rate limit.")
    static let tcpCut = DiagnosticCode(
        "tcp.packet-cut", .warning, stage: "wire",
        meaning: "Packets were captured with their ends cut off (snap length).",
        remedy: "Capture whole packets: `tcpdump -s 0`, or no packet size limit in Wireshark.")
    static let tcpRetransmissionDiffers = DiagnosticCode(
        "tcp.retransmission-differs", .warning, stage: "wire",
        meaning:
            "A repeated segment has other bytes than the first one. That was acknowledged, so that it counts.",
        remedy: "Look for a middlebox that rewrites traffic between the device and the capture.")
    static let tcpBytesDisputed = DiagnosticCode(
        "tcp.bytes-disputed", .warning, stage: "wire",
        meaning:
            "Segments overlap with other bytes, or hold urgent ones: nothing is judged by what was read of them.",
        remedy:
            "Look for what rewrites or injects packets between the device and the capture; apps send none like it."
    )
    static let tcpStraySegments = DiagnosticCode(
        "tcp.segments-stray", .info, stage: "wire",
        meaning: "Segments lie far outside their connection's window and were not used.",
        remedy: "None is needed unless requests are missing.")
    static let tcpResetForged = DiagnosticCode(
        "tcp.reset-forged", .info, stage: "wire",
        meaning: "A connection went on behind a reset in its sender's own name: the reset was not its own.",
        remedy: "Look for a firewall or middlebox that tears connections down.")
    static let tcpHeaderUnreadable = DiagnosticCode(
        "tcp.header-unreadable", .warning, stage: "wire",
        meaning: "A packet is cut inside its TCP or UDP header, or the header contradicts itself.",
        remedy: "Capture whole packets.")
    static let tcpFlowLimit = DiagnosticCode(
        "tcp.flow-limit", .warning, stage: "wire",
        meaning: "More connections were open at once than are followed; the longest idle one was closed early.",
        remedy: "Filter the capture to the device under test with `--filter`.")
    static let tcpMemoryLimit = DiagnosticCode(
        "tcp.memory-limit", .warning, stage: "wire",
        meaning: "Too many bytes waited for missing ones; holes were given up early.",
        remedy: "Filter the capture to the device under test with `--filter`.")
}
