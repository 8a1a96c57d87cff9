import Model

/// Everything that reading OMID messages reports.
public enum OMIDDiagnostics {
    public static let all: [DiagnosticCode] = [.omidMessageUnread, .omidSessionCut]
}

extension DiagnosticCode {
    /// A verification script's request is not as IAB's scripts send it.
    public static let omidMessageUnread = DiagnosticCode(
        "omid.message-unread", .warning, stage: "interpret",
        meaning: "A request to a verification script's log server holds no event that can be read.",
        remedy: "Use IAB's compliance or validation script as published, and record whole URLs.")

    /// A session has more messages than are kept.
    public static let omidSessionCut = DiagnosticCode(
        "omid.session-cut", .warning, stage: "interpret",
        meaning: "An OMID session has more messages than are kept; what the rest say is not judged.",
        remedy: "Record one ad at a time.")
}
