import Model

/// What can be wrong with a flow of HTTP/2.
public enum HTTP2Diagnostics {
    public static let all: [DiagnosticCode] = [
        .http2Lost, .http2HeadersUnknown, .http2CompressionError, .http2HeaderBlock, .http2FrameMalformed,
        .http2RequestUnseen, .http2StrayContent, .http2Tunnel, .http2HeaderListLimit,
    ]
}

extension DiagnosticCode {
    static let http2Lost = DiagnosticCode(
        "http2.lost", .warning, stage: "wire",
        meaning: "Frames of a connection are missing: it was joined late, packets were lost, or bytes are no frames.",
        remedy: "Record again without packet loss, from before the connection was opened.")
    static let http2HeadersUnknown = DiagnosticCode(
        "http2.headers-unknown", .warning, stage: "wire",
        meaning: "Header fields refer to table entries that the capture does not hold; they were left out.",
        remedy: "Record from before the connection was opened, for example by starting the capture before the app.")
    static let http2CompressionError = DiagnosticCode(
        "http2.compression-error", .warning, stage: "wire",
        meaning: "A header block is not valid HPACK; later blocks may refer to entries that are now unknown.",
        remedy: "Check the capture for damage.")
    static let http2HeaderBlock = DiagnosticCode(
        "http2.header-block", .warning, stage: "wire",
        meaning: "A header block is larger than the limit, or other frames are mixed into it; it was not decoded.",
        remedy: "Check what sent these frames.")
    static let http2FrameMalformed = DiagnosticCode(
        "http2.frame-malformed", .warning, stage: "wire",
        meaning: "A frame does not have the form of its type, or comes where it must not; it was not used.",
        remedy: "Check what sent these frames.")
    static let http2RequestUnseen = DiagnosticCode(
        "http2.request-unseen", .warning, stage: "wire",
        meaning: "A response answers a request that is not in the capture.",
        remedy: "Record both directions, from before the connection was opened.")
    static let http2StrayContent = DiagnosticCode(
        "http2.stray-content", .info, stage: "wire",
        meaning: "Content belongs to messages whose heads are not in the capture.",
        remedy: "Record from before the connection was opened.")
    static let http2Tunnel = DiagnosticCode(
        "http2.tunnel", .warning, stage: "wire",
        meaning: "A CONNECT stream carries a tunnel, whose content is not decoded.",
        remedy: "Record without a proxy that tunnels over HTTP/2.")
    static let http2HeaderListLimit = DiagnosticCode(
        "http2.header-list-limit", .warning, stage: "wire",
        meaning: "The fields of a message exceed the limit; the rest was left out.",
        remedy: "Check what sent them; real messages are far smaller.")
}
