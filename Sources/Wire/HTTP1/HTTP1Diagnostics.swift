import Model

/// What can be wrong with a flow of HTTP/1.
public enum HTTP1Diagnostics {
    public static let all: [DiagnosticCode] = [
        .http1HeadMalformed, .http1HeadTooLong, .http1HeadCut, .http1FieldMalformed, .http1FramingConflict,
        .http1ChunkMalformed, .http1Resynchronised, .http1RequestUnseen, .http1PairingLost, .http1Upgraded,
        .http1AfterEnd, .http1BoundariesDisputed, .http1UpgradeHides,
    ]
}

extension DiagnosticCode {
    static let http1HeadMalformed = DiagnosticCode(
        "http1.head-malformed", .warning, stage: "wire",
        meaning: "Where a message should begin, the bytes are no start line; the next message is searched.",
        remedy: "Check what sent these bytes; the exchange they belong to is not decoded.")
    static let http1HeadTooLong = DiagnosticCode(
        "http1.head-too-long", .warning, stage: "wire",
        meaning: "A message head or trailer section does not end within the limit.",
        remedy: "Check what sent these bytes; the exchange they belong to is not decoded.")
    static let http1HeadCut = DiagnosticCode(
        "http1.head-cut", .warning, stage: "wire",
        meaning: "The capture holds only the beginning of a message head.",
        remedy: "Record again without packet loss, from before the first request until after the last response.")
    static let http1FieldMalformed = DiagnosticCode(
        "http1.field-malformed", .info, stage: "wire",
        meaning: "A message head has lines that are no header fields; they are kept as fields without a value.",
        remedy: "Correct the sender; the other fields were read.")
    static let http1FramingConflict = DiagnosticCode(
        "http1.framing-conflict", .warning, stage: "wire",
        meaning: "The head declares the length of its body twice, differently, or not as a number.",
        remedy: "Correct the sender; intermediaries may see other messages than the receiver does.")
    static let http1ChunkMalformed = DiagnosticCode(
        "http1.chunk-malformed", .warning, stage: "wire",
        meaning: "A chunked body breaks off in bytes that are no chunk; the next message is searched.",
        remedy: "Check the sender, or the capture for lost bytes.")
    static let http1Resynchronised = DiagnosticCode(
        "http1.resynchronised", .warning, stage: "wire",
        meaning: "Bytes between two messages could not be read, and may have held others.",
        remedy: "Record again without packet loss; rules that rest on not seeing a request stay inconclusive.")
    static let http1RequestUnseen = DiagnosticCode(
        "http1.request-unseen", .warning, stage: "wire",
        meaning: "A response answers a request that is not in the capture.",
        remedy: "Record both directions, from before the first request.")
    static let http1PairingLost = DiagnosticCode(
        "http1.pairing-lost", .warning, stage: "wire",
        meaning: "Bytes are missing among the responses to pipelined requests, so that responses cannot be assigned.",
        remedy: "Record again without packet loss.")
    static let http1Upgraded = DiagnosticCode(
        "http1.upgraded", .info, stage: "wire",
        meaning: "The connection became one of another protocol, whose bytes are counted and not decoded.",
        remedy: "Nothing, unless beacons are sent over that protocol.")
    static let http1BoundariesDisputed = DiagnosticCode(
        "http1.boundaries-disputed", .warning, stage: "wire",
        meaning:
            "A head contradicts itself on where its body ends: receivers may see other messages after it than were read.",
        remedy: "Correct the sender; what was sent on that connection afterwards is judged by nothing.")
    static let http1UpgradeHides = DiagnosticCode(
        "http1.upgrade-hides", .warning, stage: "wire",
        meaning:
            "A connection became one of another protocol that may carry requests, or one whose bytes look like a request.",
        remedy: "Send beacons over HTTP without an upgrade.")
    static let http1AfterEnd = DiagnosticCode(
        "http1.after-end", .info, stage: "wire",
        meaning: "Bytes came in a direction that had ended.",
        remedy: "Nothing; packets of a closed connection were captured late.")
}
