import Model

/// What can be wrong with a connection of HTTP/3.
public enum HTTP3Diagnostics {
    public static let all: [DiagnosticCode] = [
        .http3Lost, .http3HeadersUnknown, .http3CompressionError, .http3FrameMalformed, .http3RequestUnseen,
        .http3StrayContent, .http3Tunnel, .http3HeaderListLimit,
    ]
}

extension DiagnosticCode {
    static let http3Lost = DiagnosticCode(
        "http3.lost", .warning, stage: "wire",
        meaning: "Bytes of a stream are missing, so that the rest of it, or what depends on it, cannot be read.",
        remedy: "Record again without packet loss, from before the connection was opened.")
    static let http3HeadersUnknown = DiagnosticCode(
        "http3.headers-unknown", .warning, stage: "wire",
        meaning: "Header fields refer to table entries that the capture does not hold; they were left out.",
        remedy: "Record from before the connection was opened, for example by starting the capture before the app.")
    static let http3CompressionError = DiagnosticCode(
        "http3.compression-error", .warning, stage: "wire",
        meaning: "A field section or an encoder instruction is not valid QPACK.",
        remedy: "Check the capture for damage.")
    static let http3FrameMalformed = DiagnosticCode(
        "http3.frame-malformed", .warning, stage: "wire",
        meaning: "A frame does not have the form of its type, or comes where it must not; it was not used.",
        remedy: "Check what sent these frames.")
    static let http3RequestUnseen = DiagnosticCode(
        "http3.request-unseen", .warning, stage: "wire",
        meaning: "A response answers a request that is not in the capture.",
        remedy: "Record both directions, from before the connection was opened.")
    static let http3StrayContent = DiagnosticCode(
        "http3.stray-content", .info, stage: "wire",
        meaning: "Content belongs to messages whose heads are not in the capture.",
        remedy: "Record from before the connection was opened.")
    static let http3Tunnel = DiagnosticCode(
        "http3.tunnel", .warning, stage: "wire",
        meaning: "A CONNECT stream carries a tunnel, whose content is not decoded.",
        remedy: "Record without a proxy that tunnels over HTTP/3.")
    static let http3HeaderListLimit = DiagnosticCode(
        "http3.header-list-limit", .warning, stage: "wire",
        meaning: "The fields of a message exceed the limit; the rest was left out.",
        remedy: "Check what sent them; real messages are far smaller.")
}

extension HTTPDialect {
    static let http3 = HTTPDialect(
        protocolName: "h3", headersUnknown: .http3HeadersUnknown, requestUnseen: .http3RequestUnseen,
        strayContent: .http3StrayContent, tunnel: .http3Tunnel, malformed: .http3FrameMalformed,
        isRequestStream: { $0 >= 0 }, keepsOrder: false)
}
