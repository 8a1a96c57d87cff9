import Model

/// Reads TLS key logs: the NSS format that browsers, curl, OpenSSL and mitmproxy write (`SSLKEYLOGFILE`).
///
/// Source: draft-ietf-tls-keylogfile, with the older `RSA` forms. Every well-formed line becomes a secret, whatever its
/// label; TLS uses those that it knows. No diagnostic ever contains what a line says.
public struct KeyLogReader: WindowDecoder {
    public typealias Event = TLSSecret

    /// Lines; comments and blank lines count as read.
    public private(set) var ledger = Ledger(unit: "lines")

    /// A longer line is no key log line; the longest real one has about 250 characters.
    static let longestLine = 4_096

    private var isInsideLongLine = false

    public init() {}

    /// Whether a file that begins with `head` is a key log: its first line that is no comment is a secret.
    public static func recognises(_ head: borrowing Span<UInt8>) -> Bool {
        var start = 0
        while start < head.count {
            let end = lineEnd(head, from: start) ?? head.count
            switch KeyLogLine(head.extracting(start..<end)) {
            case .secret: return true
            case .unreadable: return false
            case .nothing: start = end + 1
            }
        }
        return false
    }

    public mutating func decode(
        _ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<TLSSecret>
    ) -> Int {
        var start = 0
        while start < window.count {
            if let end = Self.lineEnd(window, from: start) {
                read(window.extracting(start..<end), into: &outbox)
                start = end + 1
            } else if isFinal {
                read(window.extracting(start..<window.count), into: &outbox)
                return window.count
            } else if isInsideLongLine || window.count - start > Self.longestLine {
                isInsideLongLine = true
                return window.count
            } else {
                return start
            }
        }
        if isFinal, isInsideLongLine {
            read(window.extracting(0..<0), into: &outbox)
        }
        return start
    }

    private mutating func read(_ line: Span<UInt8>, into outbox: inout Outbox<TLSSecret>) {
        ledger.input += 1
        let isTooLong = isInsideLongLine || line.count > Self.longestLine
        isInsideLongLine = false
        switch isTooLong ? .unreadable : KeyLogLine(line) {
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

    private static func lineEnd(_ window: borrowing Span<UInt8>, from start: Int) -> Int? {
        for index in start..<window.count where window[index] == UInt8(ascii: "\n") { return index }
        return nil
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
