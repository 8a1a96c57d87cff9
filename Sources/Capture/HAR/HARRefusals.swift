import Encodings
import Model

/// HTTP Toolkit's `log._tlsErrors`: connections whose client did not accept the proxy's certificate. No entry shows what they
/// were for.
struct HARRefusals: Sendable {
    private struct Refusal: Sendable {
        var host: String?
        var at: Timestamp?
        var cause: String?
    }

    private var refusals: [Refusal] = []

    /// `nil` for another value than an array, which is stepped over.
    static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> HARRefusals? {
        guard try scanner.peek() == UInt8(ascii: "[") else {
            try scanner.skipValue()
            return nil
        }
        scanner.position += 1
        var list = HARRefusals()
        var first = true
        while try scanner.nextElement(&first) {
            guard try scanner.peek() == UInt8(ascii: "{") else {
                try scanner.skipValue()
                continue
            }
            scanner.position += 1
            list.refusals.append(try readOne(&scanner))
        }
        return list
    }

    private static func readOne(_ scanner: inout JSONScanner) throws(JSONFault) -> Refusal {
        var refusal = Refusal()
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "hostname") {
                refusal.host = try text(&scanner).map { Exchange.Request.host(of: $0) }
            } else if scanner.matches(key, "cause") {
                refusal.cause = try text(&scanner)
            } else if scanner.matches(key, "startedDateTime") {
                let written = try scanner.stringValue()
                refusal.at = written.flatMap { scanner.withText(of: $0) { ISO8601.read($0)?.timestamp } }
            } else {
                try scanner.skipValue()
            }
        }
        return refusal
    }

    private static func text(_ scanner: inout JSONScanner) throws(JSONFault) -> String? {
        guard let string = try scanner.stringValue(), string.count > 0 else { return nil }
        var repaired = false
        return scanner.text(of: string, repaired: &repaired)
    }

    /// Names each host that was not read once, from its first refusal on, and of one that was read all the same each time
    /// that nothing came of a connection.
    func report(into outbox: inout Outbox<HAREvent>, at locator: Locator, _ decrypted: DecryptedHosts.ByHost) {
        let inTime = refusals.sorted { ($0.at?.microseconds ?? 0) < ($1.at?.microseconds ?? 0) }
        for (host, all) in Dictionary(grouping: inTime, by: \.host).sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
            let connections = all.map { refusal in
                DecryptedHosts.Connection(
                    from: refusal.at, to: refusal.at, hasFailed: refusal.cause == "cert-rejected")
            }
            guard let host, decrypted.contains(host) else {
                // Without a name only the moment is known.
                let first = connections.first
                outbox.report(refused(all.first, at: locator, until: host == nil ? first?.hiddenUntil : nil))
                continue
            }
            for (index, content) in decrypted.contents(of: connections, to: host).enumerated()
            where content != .decrypted {
                outbox.report(refused(all[index], at: locator, until: connections[index].hiddenUntil))
            }
        }
    }

    private func refused(_ refusal: Refusal?, at locator: Locator, until: Timestamp?) -> Diagnostic {
        Diagnostic(
            .harHandshakeRefused, locator: locator, at: refusal?.at, subject: refusal?.host,
            detail: "no TLS with the proxy" + (refusal?.cause.map { ": \($0)" } ?? ""),
            blind: Blind(from: refusal?.at, to: until, host: refusal?.host))
    }
}
