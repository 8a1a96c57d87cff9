import Store

/// What was shown to the viewer, and what was owed for it.
extension RecordKind {
    private static let owner = [
        RecordColumn("owner_kind", .text, "The view that the owner is a row of: ad_play, session …"),
        RecordColumn("owner", .integer, "Number of what is shown to the viewer in its run."),
    ]

    static let adPlays = RecordKind(
        name: "ad-plays", schema: "beaconproof.ad-play/1", meaning: "One playback of one ad.",
        columns: source + [
            RecordColumn("ad_play", .integer, "Number of the ad play in its run."),
            RecordColumn("at_utc", .timestamp, "Its impression, else its start, else when it could begin."),
            RecordColumn("family", .text, "vast or ssai."),
            RecordColumn("nth", .integer, "The first, second, … play of the same ad."),
            RecordColumn("ad", .text, "Id or title of the ad."),
            RecordColumn("title", .text, "The title.", isOptional: true),
            RecordColumn("creative", .text, "Creative id or universal ad id.", isOptional: true),
            RecordColumn("duration_us", .integer, "Declared duration.", isOptional: true),
            RecordColumn("impression_at", .timestamp, "First impression.", isOptional: true),
            RecordColumn("start_at", .timestamp, "First start.", isOptional: true),
            RecordColumn("end_at", .timestamp, "When it was seen to end.", isOptional: true),
            RecordColumn(
                "end_reason", .text, "complete, skip, closeLinear, error, notUsed or superseded.", isOptional: true),
            RecordColumn("licence", .text, "What permits the play: document, omid-session or replay."),
        ],
        sql: ExportSQL.adPlays)

    static let obligations = RecordKind(
        name: "obligations", schema: "beaconproof.obligation/1",
        meaning:
            "One thing that may be owed for what is shown to a viewer: an event of a tracker, a ping, a verification.",
        columns: source + owner + [
            RecordColumn("at_utc", .timestamp, "When its time begins.", isOptional: true),
            RecordColumn("until", .timestamp, "When its time is over.", isOptional: true),
            RecordColumn("family", .text, "The family that owes it."),
            RecordColumn("event", .text, "The event."),
            RecordColumn("level", .integer, "0 is the ad itself, n its nth wrapper.", isOptional: true),
            RecordColumn("item", .text, "What names it in findings.", isOptional: true),
            RecordColumn("tracker_url", .text, "The tracker as declared.", isOptional: true),
            RecordColumn("state", .text, "owed, possible or not owed."),
            RecordColumn("because", .text, "A sentence that says why.", isOptional: true),
        ],
        sql: ExportSQL.obligations)

    static let viewerSpans = RecordKind(
        name: "viewer-spans", schema: "beaconproof.viewer-span/1",
        meaning: "A span of time that the viewer spent in one state before an owner's media.",
        columns: source + owner + [
            RecordColumn("at_utc", .timestamp, "When it begins."),
            RecordColumn("until", .timestamp, "When it ends; null where nothing ended it.", isOptional: true),
            RecordColumn("media_from_us", .integer, "The place in the media at its beginning.", isOptional: true),
            RecordColumn("media_to_us", .integer, "The place at its end.", isOptional: true),
            RecordColumn("state", .text, "playing, paused, stalled, away, gone or unknown."),
            RecordColumn("because", .text, "The signs that begin it."),
        ],
        sql: ExportSQL.viewerSpans)
}
