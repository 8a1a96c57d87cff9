import Model

extension DiagnosticCode {
    public static let netLogTailCut = DiagnosticCode(
        "netlog.tail-cut", .warning, stage: "capture",
        meaning: "The net log ends inside an event: those before the cut were read, later ones are not in the file.",
        remedy: "Close the browser before copying the file.")
    public static let netLogSyntax = DiagnosticCode(
        "netlog.syntax", .error, stage: "capture",
        meaning: "The net log is not valid JSON from one byte on: events before it were read, nothing after it.",
        remedy: "Give the file as the browser wrote it.")
    public static let netLogEventUnusable = DiagnosticCode(
        "netlog.event-unusable", .warning, stage: "capture",
        meaning: "An event of the net log has no type or time, names no URL, or is larger than the limit for one.",
        remedy: "Give the file as the browser wrote it; raise the limit entry-bytes if the event is large.")
    public static let netLogBeganBefore = DiagnosticCode(
        "netlog.began-before", .warning, stage: "capture",
        meaning: "Requests were under way when the net log began, or its beginning was overwritten: they are not read.",
        remedy: "Start the browser with --log-net-log and without a limit for the size of the file.")
    public static let netLogBodiesLeftOut = DiagnosticCode(
        "netlog.bodies-left-out", .warning, stage: "capture",
        meaning: "The net log has the sizes of bodies but not their bytes, so that documents in them cannot be read.",
        remedy: "Record with --net-log-capture-mode=Everything, or give a HAR of the same run as well.")
    public static let netLogBodyCut = DiagnosticCode(
        "netlog.body-cut", .info, stage: "capture",
        meaning: "A body ended early, was still being read when the log ended, or is longer than the limit.",
        remedy: "Raise the limit body-bytes if the body is a document.")
    public static let netLogBodyUndecodable = DiagnosticCode(
        "netlog.body-undecodable", .warning, stage: "capture",
        meaning: "The bytes of a body are not valid base64 in the net log.",
        remedy: "Give the file as the browser wrote it.")
    public static let netLogRedacted = DiagnosticCode(
        "netlog.redacted", .warning, stage: "capture",
        meaning: "The net log was recorded without paths and queries of URLs: no request can be recognised.",
        remedy: "Record with --net-log-capture-mode=Everything.")
    public static let netLogNotHTTP = DiagnosticCode(
        "netlog.not-http", .info, stage: "capture",
        meaning: "Requests of the net log are about URLs that cause no HTTP request, such as data: or file:.",
        remedy: "Nothing to do.")
}

/// All kinds of diagnostics that reading a Chrome net log can raise.
public enum NetLogDiagnostics {
    public static let all: [DiagnosticCode] = [
        .netLogTailCut, .netLogSyntax, .netLogEventUnusable, .netLogBeganBefore, .netLogBodiesLeftOut, .netLogBodyCut,
        .netLogBodyUndecodable, .netLogRedacted, .netLogNotHTTP,
    ]
}
