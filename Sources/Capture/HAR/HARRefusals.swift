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

    /// Names each host once, from its first refusal on.
    ///
    /// - Parameter isRead: whether requests to a host were read all the same.
    func report(into outbox: inout Outbox<HAREvent>, at locator: Locator, isRead: (String) -> Bool) {
        var named: Set<String?> = []
        let inTime = refusals.sorted { ($0.at?.microseconds ?? 0) < ($1.at?.microseconds ?? 0) }
        for refusal in inTime where named.insert(refusal.host).inserted {
            guard refusal.host.map({ !isRead($0) }) ?? true else { continue }
            // Without a name only the moment is known.
            let blind = Blind(from: refusal.at, to: refusal.host == nil ? refusal.at : nil, host: refusal.host)
            outbox.report(
                Diagnostic(
                    .harHandshakeRefused, locator: locator, at: refusal.at, subject: refusal.host,
                    detail: "no TLS with the proxy" + (refusal.cause.map { ": \($0)" } ?? ""), blind: blind))
        }
    }
}
