import Model

extension Diagnostic {
    /// A connection whose protocol is known and never carries HTTP.
    static func otherProtocol(_ bytes: Int, _ name: String, _ mark: Mark) -> Diagnostic {
        Diagnostic(
            .flowProtocolOther, locator: .frames(mark.frames), at: mark.at, detail: "\(bytes) bytes of \(name)")
    }

    /// Bytes of a protocol that nobody here reads: whatever its hosts were asked for may be in them.
    ///
    /// - Parameter host: `nil` where no name is known: those that are known at the server's address, and where none is,
    ///   those never seen.
    static func unknownProtocol(
        _ bytes: Int, _ name: String, since: Timestamp, _ mark: Mark, host: String?, server: String?
    ) -> Diagnostic {
        Diagnostic(
            .flowProtocolUnknown, locator: .frames(mark.frames), at: mark.at,
            detail: "\(bytes) bytes of a protocol that is not read (\(name))",
            blind: Blind(
                from: since, to: mark.at, host: host ?? server, server: server, manyHosts: host == nil))
    }
}

extension DiagnosticCode {
    static let flowProtocolOther = DiagnosticCode(
        "flow.protocol-other", .info, stage: "wire",
        meaning: "A connection speaks a protocol that never carries HTTP, such as SSH or IMAP.",
        remedy: "None is needed.")
    static let flowProtocolUnknown = DiagnosticCode(
        "flow.protocol-unknown", .warning, stage: "wire",
        meaning:
            "A connection speaks a protocol that is not read; whatever is sent to its server may be hidden in it.",
        remedy:
            "Record without what wraps the traffic (a proxy, a VPN, a private protocol), or read that protocol's log.")
}
