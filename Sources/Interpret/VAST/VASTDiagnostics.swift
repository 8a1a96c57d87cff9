import Model

extension DiagnosticCode {
    static let documentMalformed = DiagnosticCode(
        "interpret.document-malformed", .warning, stage: "interpret",
        meaning: "A response that is, or was announced as, an ad document is not well-formed XML.",
        remedy: "Have the ad server's output fixed at the line and column given.")
    static let documentRepaired = DiagnosticCode(
        "interpret.document-repaired", .info, stage: "interpret",
        meaning: "An ad document could be read only after a repair that not every player makes.",
        remedy: "Have the ad server escape ampersands and send nothing before the XML declaration.")
    static let documentUnseen = DiagnosticCode(
        "interpret.document-unseen", .warning, stage: "interpret",
        meaning: "An ad document was answered, but the capture does not hold its body, so its trackers are unknown.",
        remedy: "Record with response bodies (HAR: with content), or raise the recorder's body limit.")
}

/// The diagnostics of this folder.
public enum VASTDiagnostics {
    public static let all: [DiagnosticCode] = [.documentMalformed, .documentRepaired, .documentUnseen]
}
