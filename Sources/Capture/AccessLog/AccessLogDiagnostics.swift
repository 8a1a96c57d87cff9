import Model

extension DiagnosticCode {
    static let logLineUnreadable = DiagnosticCode(
        "log.line-unreadable", .warning, stage: "capture",
        meaning: "A line of an access log has not the form of the lines before it.",
        remedy: "Give the log as the server wrote it, in one of the formats that 'beaconproof doctor' lists.")
    static let logNoRequest = DiagnosticCode(
        "log.no-request", .info, stage: "capture",
        meaning: "A line of an access log is about a connection on which no HTTP request arrived.",
        remedy: "Nothing; such lines come from scanners and from clients that speak another protocol.")
    static let logTimeWithoutOffset = DiagnosticCode(
        "log.time-without-offset", .info, stage: "capture",
        meaning: "The times of a log have no offset from UTC and were taken as UTC.",
        remedy: "Declare the offset as capture.clockOffsetMs in the facts file, unless the server's clock runs on UTC.")
}

/// Diagnostics that access logs of servers and CDNs can raise.
public enum AccessLogDiagnostics {
    public static let all: [DiagnosticCode] = [.logLineUnreadable, .logNoRequest, .logTimeWithoutOffset]
}
