import Model

extension DiagnosticCode {
    public static let mitmproxyTailCut = DiagnosticCode(
        "mitmproxy.tail-cut", .warning, stage: "capture",
        meaning: "The flow dump ends inside a flow: flows before the cut were read, later traffic is not in the file.",
        remedy: "Stop mitmproxy before copying the file.")
    public static let mitmproxySyntax = DiagnosticCode(
        "mitmproxy.syntax", .error, stage: "capture",
        meaning: "From one byte on the file is no flow dump: flows before it were read, nothing after it.",
        remedy: "Save the flows again from mitmproxy.")
    public static let mitmproxyFlowDamaged = DiagnosticCode(
        "mitmproxy.flow-damaged", .warning, stage: "capture",
        meaning: "A flow is damaged inside and was not read; the flows around it were.",
        remedy: "Save the flows again from mitmproxy.")
    public static let mitmproxyFlowTooLarge = DiagnosticCode(
        "mitmproxy.flow-too-large", .warning, stage: "capture",
        meaning: "A flow is larger than the limit for one flow and was not read.",
        remedy: "Raise the limit entry-bytes, or let mitmproxy stream large bodies.")
    public static let mitmproxyVersionUnknown = DiagnosticCode(
        "mitmproxy.version-unknown", .error, stage: "capture",
        meaning: "A flow has a format version that is not read.",
        remedy: "Export the dump as HAR: mitmdump -nr FILE --set hardump=FILE.har.")
    public static let mitmproxyFlowOpaque = DiagnosticCode(
        "mitmproxy.flow-opaque", .warning, stage: "capture",
        meaning: "A TCP or UDP flow was passed through; what requests it carried is not known.",
        remedy: "Remove the host from ignore_hosts and tcp_hosts, or install the proxy's certificate on the device.")
    public static let mitmproxyFlowNotHTTP = DiagnosticCode(
        "mitmproxy.flow-not-http", .info, stage: "capture",
        meaning: "A flow carries no HTTP requests: DNS, or the messages of a WebSocket.",
        remedy: "Nothing to do.")
    public static let mitmproxyMessagesUnread = DiagnosticCode(
        "mitmproxy.messages-unread", .warning, stage: "capture",
        meaning: "A client sent messages over a WebSocket; they are counted and not read.",
        remedy: "Send beacons as HTTP requests, or declare the host as `capture.unrelated` if it gets none.")
    public static let mitmproxyReplayed = DiagnosticCode(
        "mitmproxy.replayed", .warning, stage: "capture",
        meaning:
            "A request was sent again by mitmproxy and not by the client; it is not taken for the client's traffic.",
        remedy: "Record again without replaying requests.")
    public static let mitmproxyTimeUnreadable = DiagnosticCode(
        "mitmproxy.time-unreadable", .warning, stage: "capture",
        meaning: "A flow has no start time: the exchange is used with the time of the flow before it.",
        remedy: "Save the flows again from mitmproxy.")
    public static let mitmproxyBodyUndecodable = DiagnosticCode(
        "mitmproxy.body-undecodable", .warning, stage: "capture",
        meaning: "A body could not be decompressed as its Content-Encoding says.",
        remedy: "Look at the flow in mitmproxy; the server may have sent a damaged body.")
    public static let mitmproxyBodyCut = DiagnosticCode(
        "mitmproxy.body-cut", .info, stage: "capture",
        meaning: "A body ended early, or is longer than the limit for kept bodies.",
        remedy: "Raise the limit body-bytes if the body is a document.")
}

/// All kinds of diagnostics that reading a flow dump can raise.
public enum MitmproxyDiagnostics {
    public static let all: [DiagnosticCode] = [
        .mitmproxyTailCut, .mitmproxySyntax, .mitmproxyFlowDamaged, .mitmproxyFlowTooLarge, .mitmproxyVersionUnknown,
        .mitmproxyFlowOpaque, .mitmproxyFlowNotHTTP, .mitmproxyMessagesUnread, .mitmproxyReplayed,
        .mitmproxyTimeUnreadable,
        .mitmproxyBodyUndecodable, .mitmproxyBodyCut,
    ]
}
