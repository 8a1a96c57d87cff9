import Model

/// Everything that reading Nielsen traffic reports.
public enum NielsenDiagnostics {
    public static let all: [DiagnosticCode] = [
        .nielsenParameterRepeated, .nielsenNotUTF8, .nielsenConfigUnread, .nielsenEndpointUnknown,
        .nielsenCallsJoined, .nielsenURLCut,
    ]
}

extension DiagnosticCode {
    /// A parameter occurs twice in one ping.
    public static let nielsenParameterRepeated = DiagnosticCode(
        "nielsen.parameter-repeated", .warning, stage: "interpret",
        meaning: "A ping carries the same parameter more than once; rules read the first.",
        remedy: "Check what the integration adds to the ping's template.")

    /// Percent-decoded bytes are no UTF-8.
    public static let nielsenNotUTF8 = DiagnosticCode(
        "nielsen.not-utf8", .warning, stage: "interpret",
        meaning: "A parameter of a ping does not decode to UTF-8; its value is shown with replacement characters.",
        remedy: "Pass metadata to the SDK as UTF-8.")

    /// A ping's URL was cut.
    public static let nielsenURLCut = DiagnosticCode(
        "nielsen.url-cut", .warning, stage: "interpret",
        meaning:
            "The URL of a ping ends in the middle: whatever wrote the capture cut it, and what it lacks is not known.",
        remedy: "Record with a tool that keeps URLs whole; pings are up to 2,048 bytes long.")

    /// The answer to a config request could not be read.
    public static let nielsenConfigUnread = DiagnosticCode(
        "nielsen.config-unread", .info, stage: "interpret",
        meaning: "The body of a Nielsen configuration was not captured or holds no settings; default intervals apply.",
        remedy: "Record response bodies, from before the app's first request.")

    /// A Nielsen host with an unknown path.
    public static let nielsenEndpointUnknown = DiagnosticCode(
        "nielsen.endpoint-unknown", .info, stage: "interpret",
        meaning: "A request went to a Nielsen host but to no known endpoint; no rule about pings reads it.",
        remedy: "None; report it if the endpoint is documented.")

    /// A call log begins in the middle of a viewing.
    public static let nielsenCallsJoined = DiagnosticCode(
        "nielsen.calls-joined", .warning, stage: "interpret",
        meaning:
            "The calls of an SDK instance begin in the middle: the log opens with a call that goes on with something it does not show.",
        remedy: "Collect the log from the start of the app; a ring buffer drops the oldest lines.")
}
