import Model

extension DiagnosticCode {
    public static let charlesTailCut = DiagnosticCode(
        "charles.tail-cut", .warning, stage: "capture",
        meaning:
            "The session ends inside a transaction: those before the cut were read, later ones are not in the file.",
        remedy: "Export the session again and wait until Charles has finished writing.")
    public static let charlesSyntax = DiagnosticCode(
        "charles.syntax", .error, stage: "capture",
        meaning:
            "The session is not valid JSON or XML from one byte on: transactions before it were read, nothing after it.",
        remedy: "Export the session again instead of editing the file by hand.")
    public static let charlesEntryUnusable = DiagnosticCode(
        "charles.entry-unusable", .warning, stage: "capture",
        meaning:
            "A transaction names no request, is larger than the limit for one, or nests too deep, and was not read.",
        remedy: "Look at the transaction in Charles; raise the limit entry-bytes if it is large.")
    public static let charlesTunnelOpaque = DiagnosticCode(
        "charles.tunnel-opaque", .warning, stage: "capture",
        meaning: "A TLS connection was passed through undecrypted; what requests it carried is not known.",
        remedy: "Enable SSL proxying for the host in Charles and record again.")
    public static let charlesTimeUnreadable = DiagnosticCode(
        "charles.time-unreadable", .warning, stage: "capture",
        meaning: "A transaction has no readable start time: the exchange is used with the time of the one before it.",
        remedy: "Export the session again with times.")
    public static let charlesBodyUndecodable = DiagnosticCode(
        "charles.body-undecodable", .warning, stage: "capture",
        meaning: "A body is not valid base64, or could not be decompressed as its content encoding says.",
        remedy: "Look at the transaction in Charles; the server may have sent a damaged body.")
    public static let charlesBodyCut = DiagnosticCode(
        "charles.body-cut", .info, stage: "capture",
        meaning: "A body ended early, or is longer than the limit for kept bodies.",
        remedy: "Raise the limit body-bytes if the body is a document.")
}

/// All kinds of diagnostics that reading a Charles session can raise.
public enum CharlesDiagnostics {
    public static let all: [DiagnosticCode] = [
        .charlesTailCut, .charlesSyntax, .charlesEntryUnusable, .charlesTunnelOpaque, .charlesTimeUnreadable,
        .charlesBodyUndecodable, .charlesBodyCut,
    ]
}
