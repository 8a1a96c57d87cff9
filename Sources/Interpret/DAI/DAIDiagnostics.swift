import Model

/// Everything that reading DAI traffic reports.
public enum DAIDiagnostics {
    public static let all: [DiagnosticCode] = [.daiRegistrationUnread, .daiMetadataUnread]
}

extension DiagnosticCode {
    /// The answer to a stream registration is not in the capture.
    public static let daiRegistrationUnread = DiagnosticCode(
        "dai.registration-unread", .warning, stage: "interpret",
        meaning:
            "A stream registration was answered but its body was not captured or is no JSON; the stream id it issued "
            + "is unknown.",
        remedy: "Record response bodies.")

    /// An answer to a metadata poll is not in the capture.
    public static let daiMetadataUnread = DiagnosticCode(
        "dai.metadata-unread", .info, stage: "interpret",
        meaning:
            "A metadata poll was answered but its body was not captured or is no JSON; the tags it lists are unknown.",
        remedy: "Record response bodies.")
}
