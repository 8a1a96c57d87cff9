import Model

/// Reads TLS key logs: the NSS format that browsers, curl, OpenSSL and mitmproxy write (`SSLKEYLOGFILE`).
///
/// Source: draft-ietf-tls-keylogfile, with the older `RSA` forms. Every well-formed line becomes a secret, whatever its
/// label; TLS uses those that it knows. No diagnostic ever contains what a line says.
public struct KeyLogReader: WindowDecoder {
    /// Lines; comments and blank lines count as read.
    public private(set) var ledger = Ledger(unit: "lines")
    public var outbox = Outbox<TLSSecret>()

    /// The longest real line has about 250 characters.
    private var lines = LineWindow(longest: 4_096)

    public init() {}

    /// Whether a file that begins with `head` is a key log: its first line that is no comment is a secret.
    public static func recognises(_ head: borrowing Span<UInt8>) -> Bool {
        var start = 0
        while start < head.count {
            let end = LineWindow.end(in: head, from: start)
            switch KeyLogLine(head.extracting(start..<end)) {
            case .secret: return true
            case .unreadable: return false
            case .nothing: start = end + 1
            }
        }
        return false
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var start = 0
        while let line = lines.next(in: window, from: &start, isFinal: isFinal) {
            ledger.input += 1
            switch line {
            case .bytes(let place): read(KeyLogLine(window.extracting(place)))
            case .tooLong: read(.unreadable)
            }
        }
        return start
    }

    private mutating func read(_ line: KeyLogLine) {
        switch line {
        case .secret(let secret):
            outbox.emit(secret)
            ledger.output += 1
        case .nothing:
            ledger.output += 1
        case .unreadable:
            outbox.report(
                Diagnostic(
                    .keyLogLineUnreadable, locator: .line(ledger.input),
                    detail: "expected a label and two hexadecimal values", units: 1))
            ledger.diagnosed += 1
        }
    }
}

extension DiagnosticCode {
    public static let keyLogLineUnreadable = DiagnosticCode(
        "keylog.line-unreadable", .warning, stage: "capture",
        meaning: "A line of a TLS key log is not a label with two hexadecimal values; it was skipped.",
        remedy: "Give the file as the browser or app wrote it; a line cut at the end means that copying came too early."
    )
}

/// The diagnostics of the key log reader.
public enum KeyLogDiagnostics {
    public static let all: [DiagnosticCode] = [.keyLogLineUnreadable]
}
