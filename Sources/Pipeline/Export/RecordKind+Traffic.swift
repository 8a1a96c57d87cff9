import Store

/// What was sent.
extension RecordKind {
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

    static let parameters = RecordKind(
        name: "parameters", schema: "beaconproof.parameter/1",
        meaning: "One parameter of a beacon of a family that reads them one by one.",
        columns: source + [
            RecordColumn("beacon", .integer, "Number of the beacon in its run."),
            RecordColumn("at_utc", .timestamp, "When the beacon was sent."),
            RecordColumn("family", .text, "The family."),
            RecordColumn("event", .text, "The event the beacon reports."),
            RecordColumn("ordinal", .integer, "Position in the request, from 0."),
            RecordColumn("name", .text, "The parameter."),
            RecordColumn("subkey", .text, "The inner key of formats that nest one; empty without."),
            RecordColumn("raw", .text, "As sent; with --redact, with stand-ins.", isOptional: true, namedBy: "name"),
            RecordColumn(
                "value", .text, "Percent-decoded once; with --redact, with stand-ins.", isOptional: true,
                namedBy: "name"),
        ],
        sql: ExportSQL.parameters)
}
