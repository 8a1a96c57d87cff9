import Store

/// What can be exported: a frozen list of fields, the same in every format, and the SELECT that fills them.
///
/// Fields are added only with a new version of the schema; the meaning of one never changes.
package struct RecordKind: Sendable, Hashable {
    /// As given to `--records`.
    package var name: String
    /// Names the list of fields.
    package var schema: String
    package var meaning: String
    package var columns: [RecordColumn]
    /// One column per field, of the run `:run`, in a fixed order.
    var sql: String

    package static let all: [RecordKind] = [beacons, exchanges, findings]

    /// The kind that a person named.
    package static func named(_ name: String) throws(PipelineFailure) -> RecordKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        throw .usage("unknown records '\(name)' (known: \(all.map(\.name).joined(separator: ", ")))")
    }

    private static let source = [
        RecordColumn("capture", .text, "Path of the capture, as it was named."),
        RecordColumn("capture_sha256", .text, "SHA-256 of the capture's bytes."),
    ]
    private static let place = [
        RecordColumn("locator_kind", .text, "frames, entry, line or bytes.", isOptional: true),
        RecordColumn("locator", .text, "Where in the capture.", isOptional: true),
    ]

    static let beacons = RecordKind(
        name: "beacons", schema: "beaconproof.beacon/1",
        meaning: "One exchange or log line recognised as ad or measurement traffic, with the first tracker it fired.",
        columns: source + [
            RecordColumn("beacon", .integer, "Number of the beacon in its run."),
            RecordColumn("at_utc", .timestamp, "When it was sent."),
            RecordColumn("family", .text, "The family."),
            RecordColumn("kind", .text, "What the family calls this kind of request."),
            RecordColumn("event", .text, "The event it reports."),
            RecordColumn("host", .text, "The host it went to."),
            RecordColumn("method", .text, "Method of the request.", isOptional: true),
            RecordColumn("url", .text, "URL of the request as sent; with --redact, with stand-ins.", isOptional: true),
            RecordColumn("status", .integer, "Status of the response.", isOptional: true),
            RecordColumn("session", .text, "Identifier of its session; with --redact, a stand-in.", isOptional: true),
            RecordColumn("firings", .integer, "How many trackers it fired."),
            RecordColumn("tracker_url", .text, "The tracker as declared.", isOptional: true),
            RecordColumn("ad_play", .integer, "Number of the ad play in its run.", isOptional: true),
            RecordColumn("ad", .text, "Id or title of the ad.", isOptional: true),
            RecordColumn("creative", .text, "Creative id or universal ad id.", isOptional: true),
            RecordColumn("played_us", .integer, "Microseconds since the ad's start less pauses.", isOptional: true),
            RecordColumn("repeat_class", .text, "first, retry, duplicate … (view firing).", isOptional: true),
            RecordColumn("delivered", .boolean, "Whether the last response was 2xx or 3xx.", isOptional: true),
            RecordColumn("ambiguous", .boolean, "Whether another ad play may own it.", isOptional: true),
        ] + place,
        sql: ExportSQL.beacons)

    static let exchanges = RecordKind(
        name: "exchanges", schema: "beaconproof.exchange/1", meaning: "One HTTP request with its response, if any.",
        columns: source + [
            RecordColumn("exchange", .integer, "Number of the exchange in its run."),
            RecordColumn("at_utc", .timestamp, "Start of the request."),
            RecordColumn("method", .text, "As sent."),
            RecordColumn("scheme", .text, "http or https."),
            RecordColumn("host", .text, "Host without port, lower-case."),
            RecordColumn("url", .text, "As sent; with --redact, with stand-ins."),
            RecordColumn("status", .integer, "Final status.", isOptional: true),
            RecordColumn("ending", .text, "answered, failed or unseen."),
            RecordColumn("response_at", .timestamp, "Start of the response.", isOptional: true),
            RecordColumn("end_at", .timestamp, "End of the response.", isOptional: true),
            RecordColumn("protocol", .text, "http/1.1, h2 or h3.", isOptional: true),
            RecordColumn("flow", .integer, "Number of the flow in its capture; 0 when it has none.", isOptional: true),
            RecordColumn("stream", .integer, "HTTP/2 or HTTP/3 stream.", isOptional: true),
            RecordColumn("request_bytes", .integer, "Decoded size of the request body.", isOptional: true),
            RecordColumn("response_bytes", .integer, "Decoded size of the response body.", isOptional: true),
            RecordColumn("notes", .text, "Words about how it was read."),
        ] + place,
        sql: ExportSQL.exchanges)

    static let findings = RecordKind(
        name: "findings", schema: "beaconproof.finding/1", meaning: "One breach of one rule with its subject.",
        columns: source + [
            RecordColumn("finding", .integer, "Number of the finding in its run."),
            RecordColumn("at_utc", .timestamp, "When.", isOptional: true),
            RecordColumn("rule", .text, "The rule broken."),
            RecordColumn("severity", .text, "error, warning or info."),
            RecordColumn("family", .text, "The family."),
            RecordColumn("subject_kind", .text, "capture, document, session, ad_break, ad_play, instance or beacon."),
            RecordColumn("subject", .text, "The subject, for people."),
            RecordColumn("item", .text, "What of the subject: an event, a parameter."),
            RecordColumn("message", .text, "One sentence."),
            RecordColumn("expected", .text, "What the rule demands."),
            RecordColumn("observed", .text, "What was seen; with --redact, with stand-ins."),
            RecordColumn("fingerprint", .text, "The same in every run of the same integration."),
            RecordColumn("assumed", .text, "The assumption it rests on.", isOptional: true),
            RecordColumn("waived", .text, "Who accepted it and why.", isOptional: true),
            RecordColumn("verdict", .text, "Verdict on the run.", isOptional: true),
            RecordColumn("rules_version", .text, "Version of the rules that judged it.", isOptional: true),
        ],
        sql: ExportSQL.findings)
}
