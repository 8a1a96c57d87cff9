import Model

extension AdPlay: TableRow {
    static let table = Table(of: Self.self, "ad_play", .interpretation, meaning: "One playback of one ad.")

    static func columns(_ column: inout some Columns<AdPlay>) {
        column("id", "The ad play's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("ad", "The ad played.") { $0.ad }
        column("document", "The document that declares the ad itself, not its wrappers.") { $0.document }
        column("family", "vast or ssai.") { $0.family }
        column("nth", "The first, second, … play of the same ad.") { $0.nth }
        column("label", "For people: the ad id or title.") { $0.label }
        column("title", "The title.") { $0.title }
        column("creative", "Creative id or universal ad id.") { $0.creative }
        column("duration_us", "Declared duration.") { $0.durationUs }
        column("from_us", "When it could begin: its document had arrived.") { $0.from }
        column("impression_us", "First impression.") { $0.impressionAt }
        column("start_us", "First start.") { $0.startAt }
        column("end_us", "When it was seen to end; NULL when nothing says so.") { $0.end }
        column("end_reason", "complete, skip, closeLinear, error, notUsed or superseded.") { $0.endReason }
        column("licence", "What permits the play: document, omid-session or replay.") { $0.licence }
        column.derived(
            "start", "Its first start, a firing of its family.",
            """
            (SELECT min(f.id) FROM firing_row f WHERE f.ad_play = ad_play_row.id AND f.event = 'start' AND f.at_us = start_us
                AND f.family = ad_play_row.family AND f.repeat = 0)
            """)
        column.derived("began_us", "When it began: its start, else impression.", "coalesce(start_us, impression_us)")
    }
}

extension PlayTracker: TableRow {
    static let table = Table(
        of: Self.self, "obligation", .interpretation, view: .named("play_tracker"),
        meaning: "One tracker that is declared for an ad play, merged over the inline ad and its wrappers.")

    static func columns(_ column: inout some Columns<PlayTracker>) {
        column.run("The run.")
        column("ad_play", "The ad play.") { $0.adPlay }
        column("tracker", "The tracker.") { $0.tracker }
        column("family", "The family whose rules read it.") { $0.family }
        column("event", "The event.") { $0.event }
        column("document", "The document that declares the tracker.") { $0.document }
        column("level", "0 is the inline ad, n its nth wrapper.") { $0.level }
        column("twin", "Equal for those of one play with equal URLs.") { $0.twin }
        column("offset_us", "For progress: when it is due.") { $0.offsetUs }
        column.derived("place", Firing.placeMeaning, Firing.place)
        column.derived("url", "As declared.", "(SELECT t.url FROM tracker_row t WHERE t.id = tracker)")
        column.derived(
            "declared_us", "When its document was asked for.",
            "(SELECT d.at_us FROM document_row d WHERE d.id = document)")
    }
}

extension PlaybackSpan: TableRow {
    static let table = Table(
        of: Self.self, "playback", .interpretation, meaning: "A stretch of an ad play in one state.")

    static func columns(_ column: inout some Columns<PlaybackSpan>) {
        column.run("The run.")
        column("ad_play", "The ad play.") { $0.adPlay }
        column("from_us", "Begin.") { $0.from }
        column("to_us", "End; NULL when nothing ended it.") { $0.to }
        column("state", "playing, paused, buffering or unknown.") { $0.state }
        column("source", "beacons, omid or calls.") { $0.source }
    }
}
