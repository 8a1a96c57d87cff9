import Model

extension DiagnosticCode {
    static let urlUntrimmed = DiagnosticCode(
        "interpret.url-untrimmed", .info, stage: "interpret",
        meaning: "A tracker was sent with encoded white space at its end: the text of the element was not trimmed.",
        remedy: "Trim white space from tracking URLs before they are requested.")
    static let urlTooLong = DiagnosticCode(
        "interpret.url-too-long", .warning, stage: "interpret",
        meaning: "A request URL is too long to be compared with the declared trackers.",
        remedy: "If it is a tracker, have it shortened; no server is known to take such a URL.")
    static let urlRedacted = DiagnosticCode(
        "interpret.url-redacted", .warning, stage: "interpret",
        meaning:
            "Values of a request's query stand as [REDACTED], as a hash or the like: what was sent is not in the capture.",
        remedy: "Export the capture again without sanitising it; the report redacts identifiers by itself.")
    static let urlCut = DiagnosticCode(
        "interpret.url-cut", .warning, stage: "interpret",
        meaning: "The URL of a request is not there to its end, as loggers cut long lines.",
        remedy: "Record with something that keeps whole URLs.")
    static let urlHandedOver = DiagnosticCode(
        "interpret.url-handed-over", .info, stage: "interpret",
        meaning:
            "Declared URLs stand in the body of a request to another host: a server may send them in the app's place, which is not seen.",
        remedy: "Let the app send its trackers itself, or have the server's own requests recorded too.")
    static let captureSanitised = DiagnosticCode(
        "interpret.capture-sanitised", .warning, stage: "interpret",
        meaning:
            "No URL of the recording has the query that was sent: queries, or all their values, were taken out when it was exported.",
        remedy: "Export the capture again without sanitising it; the report redacts identifiers by itself.")
    static let trackerCrowded = DiagnosticCode(
        "interpret.tracker-crowded", .warning, stage: "interpret",
        meaning:
            "An ad declares more trackers than it can have a use for, or one URL too often; the rest of them was left out.",
        remedy: "Look at the document: ads have a few hundred trackers at most, and list one URL a few times.")
    static let exchangeDisputed = DiagnosticCode(
        "interpret.answer-disputed", .warning, stage: "interpret",
        meaning:
            "An answer that may have declared trackers belongs to a request that contradicts itself; it was not read.",
        remedy: "See the diagnostic about the request itself.")
    static let playLetGo = DiagnosticCode(
        "interpret.play-let-go", .warning, stage: "interpret",
        meaning:
            "An ad play was still open, or might yet have begun, when too many newer ads had declared the same URLs or stood under the same wrapper; it was closed.",
        remedy: "Certify a shorter recording, or one device at a time.")
}

/// The diagnostics of attribution.
public enum AttributionDiagnostics {
    public static let all: [DiagnosticCode] = [
        .urlUntrimmed, .urlTooLong, .urlRedacted, .urlCut, .urlHandedOver, .captureSanitised, .trackerCrowded,
        .exchangeDisputed,
        .playLetGo,
    ]
}
