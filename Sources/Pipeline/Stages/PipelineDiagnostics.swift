import Model

extension DiagnosticCode {
    static let inputUnpackDamaged = DiagnosticCode(
        "input.unpack-damaged", .warning, stage: "capture",
        meaning: "A compressed input could not be unpacked to its end.",
        remedy: "Copy the file again, or raise the limit named in the message with --limit.")
}

/// Diagnostics that reading inputs itself can raise.
public enum PipelineDiagnostics {
    public static let all: [DiagnosticCode] = [.inputUnpackDamaged]
}
