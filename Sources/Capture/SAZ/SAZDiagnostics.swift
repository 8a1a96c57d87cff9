import Model

extension DiagnosticCode {
    public static let sazSessionDamaged = DiagnosticCode(
        "saz.session-damaged", .warning, stage: "capture",
        meaning: "A session of the archive has no readable request and was not read.",
        remedy: "Save the sessions again from Fiddler, without a password.")
    public static let sazResponseDamaged = DiagnosticCode(
        "saz.response-damaged", .warning, stage: "capture",
        meaning: "The response of a session could not be read from the archive.",
        remedy: "Save the sessions again from Fiddler.")
    public static let sazTunnelOpaque = DiagnosticCode(
        "saz.tunnel-opaque", .warning, stage: "capture",
        meaning: "A TLS connection was passed through undecrypted; what requests it carried is not known.",
        remedy: "Enable HTTPS decryption in Fiddler and record again.")
    public static let sazTunnelDecrypted = DiagnosticCode(
        "saz.tunnel-decrypted", .info, stage: "capture",
        meaning: "A session only opened a connection; the requests inside it are sessions of their own.",
        remedy: "Nothing to do.")
    public static let sazTimeUnreadable = DiagnosticCode(
        "saz.time-unreadable", .warning, stage: "capture",
        meaning: "A session has no readable start time: the exchange is used with the time of the one before it.",
        remedy: "Save the sessions again from Fiddler.")
    public static let sazBodyUndecodable = DiagnosticCode(
        "saz.body-undecodable", .warning, stage: "capture",
        meaning: "A body could not be decoded as its transfer or content encoding says.",
        remedy: "Look at the session in Fiddler; the server may have sent a damaged body.")
    public static let sazBodyCut = DiagnosticCode(
        "saz.body-cut", .info, stage: "capture",
        meaning: "A body ended early, or is longer than the limit for kept bodies.",
        remedy: "Raise the limit body-bytes if the body is a document.")
}

/// All kinds of diagnostics that reading a Fiddler archive can raise.
public enum SAZDiagnostics {
    public static let all: [DiagnosticCode] = [
        .sazSessionDamaged, .sazResponseDamaged, .sazTunnelOpaque, .sazTunnelDecrypted, .sazTimeUnreadable,
        .sazBodyUndecodable, .sazBodyCut,
    ]
}
