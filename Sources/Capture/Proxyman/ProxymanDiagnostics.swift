import Model

extension DiagnosticCode {
    public static let proxymanEntryUnusable = DiagnosticCode(
        "proxyman.entry-unusable", .warning, stage: "capture",
        meaning: "A member of a Proxyman log cannot be unpacked, or is no request as far as its structure is known.",
        remedy: "Export the requests from Proxyman as HAR.")
    public static let proxymanTunnelOpaque = DiagnosticCode(
        "proxyman.tunnel-opaque", .warning, stage: "capture",
        meaning: "A TLS connection was passed through undecrypted; what requests it carried is not known.",
        remedy: "Enable SSL proxying for the host in Proxyman and record again.")
    public static let proxymanTimeUnreadable = DiagnosticCode(
        "proxyman.time-unreadable", .warning, stage: "capture",
        meaning: "A request has no readable start time: the exchange is used with the time of the one before it.",
        remedy: "Export the requests from Proxyman as HAR.")
    public static let proxymanBodyUndecodable = DiagnosticCode(
        "proxyman.body-undecodable", .warning, stage: "capture",
        meaning: "A body is not valid base64, or could not be decompressed as its content encoding says.",
        remedy: "Look at the request in Proxyman; the server may have sent a damaged body.")
    public static let proxymanBodyCut = DiagnosticCode(
        "proxyman.body-cut", .info, stage: "capture",
        meaning: "A body is longer than the limit for kept bodies, or ended early.",
        remedy: "Raise the limit body-bytes if the body is a document.")
}

/// All kinds of diagnostics that reading a Proxyman log can raise.
public enum ProxymanDiagnostics {
    public static let all: [DiagnosticCode] = [
        .proxymanEntryUnusable, .proxymanTunnelOpaque, .proxymanTimeUnreadable, .proxymanBodyUndecodable,
        .proxymanBodyCut,
    ]
}
