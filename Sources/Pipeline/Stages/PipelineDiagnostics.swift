import Model

extension DiagnosticCode {
    static let inputUnpackDamaged = DiagnosticCode(
        "input.unpack-damaged", .warning, stage: "capture",
        meaning: "A compressed input could not be unpacked to its end.",
        remedy: "Copy the file again, or raise the limit named in the message with --limit.")
    static let inputBodyUndecodable = DiagnosticCode(
        "input.body-undecodable", .warning, stage: "capture",
        meaning: "A body that a proxy saved compressed could not be decompressed.",
        remedy: "Look at the exchange in the proxy; the server may have sent a damaged body.")
    static let inputBodyCut = DiagnosticCode(
        "input.body-cut", .info, stage: "capture",
        meaning: "Of a body that a proxy saved compressed only the front is kept.",
        remedy: "Raise the limit body-bytes if the body is a document.")
}

/// Diagnostics that reading inputs itself can raise.
public enum PipelineDiagnostics {
    public static let all: [DiagnosticCode] = [.inputUnpackDamaged, .inputBodyUndecodable, .inputBodyCut]
}
