import Model

extension Session: TableRow {
    static let table = Table(of: Self.self, "session", .interpretation, meaning: "A period with an identifier.")

    static func columns(_ column: inout some Columns<Session>) {
        column("id", "The session's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column(
            "kind", "playback, omid, dai, nielsen-view, nielsen-instance, nielsen-log, nielsen-stream, ssai or vendor."
        ) {
            $0.kind
        }
        column("family", "The family.") { $0.family }
        column("identifier", "As sent.") { $0.identifier }
        column("label", "For people.") { $0.label }
        column("from_us", "First sign of it.") { $0.from }
        column("to_us", "Last sign of it, or when it expires.") { $0.to }
        column("parent", "The session it belongs to.") { $0.parent }
        column.derived(
            "poll_us", "Of a DAI stream: how often its metadata is to be polled, as its registration says; else NULL.",
            """
            (SELECT CAST(max(CAST(p.value AS REAL)) * 1000000 AS INTEGER)
              FROM beacon_row b JOIN parameter p ON p.beacon = b.id AND p.name = 'response' AND p.subkey = 'polling_frequency'
              WHERE b.session = session_row.id AND b.family = 'dai' AND b.kind = 'stream-registration'
                AND CAST(p.value AS REAL) > 0)
            """)
    }
}

extension Ping: TableRow {
    static let table = Table(
        of: Self.self, "ping", .interpretation, meaning: "A Nielsen ping's place in its view session.")

    static func columns(_ column: inout some Columns<Ping>) {
        column("beacon", "The beacon.", .number) { $0.beacon }
        column.run("Its run.")
        column("session", "The view session.") { $0.session }
        column("kind", "config, session, emm, view, duration, metadata, error …") { $0.kind }
        column("stream", "ad or content: what it reports.", .shown(as: Ping.part, name: "part")) {
            $0.stream
        }
        column("asset", "The asset.") { $0.asset }
        column("created_us", "When it was made, on the device's clock.") { $0.createdAt }
        column("sent_us", "When it was sent, on the device's clock.") { $0.sentAt }
        column("segment_us", "Start of the measured asset segment, on the device's clock.") { $0.segmentAt }
        column("viewed_us", "What was viewed of the asset so far.") { $0.viewedUs }
        column(
            "repeat", "first, redirect-hop, seen-twice or retry, as in firing.",
            .shown(as: Firing.Repeat.words, name: "repeat_class")
        ) { $0.repeatClass }
        column("late", "1 when sent more than 5 s after it was made.") { $0.late }
        column.derived(
            "at_us", "When it was sent, on the run's clock.", "(SELECT b.at_us FROM beacon_row b WHERE b.id = beacon)")
        column.derived(
            "instance", "The SDK instance of the view session.",
            "(SELECT coalesce(s.parent, s.id) FROM session_row s WHERE s.id = session)")
    }
}

extension Ping {
    /// What a ping or a call is about, in words.
    static let part = "CASE stream WHEN 'a' THEN 'ad' WHEN 'c' THEN 'content' ELSE stream END"
}

extension OMIDEvent: TableRow {
    static let table = Table(
        of: Self.self, "omid_event", .interpretation,
        meaning: """
            One event of an OMID ad session, as a verification script reported it; copies by several instances of \
            the script are one row.
            """)

    static func columns(_ column: inout some Columns<OMIDEvent>) {
        column("beacon", "The message.", .number) { $0.beacon }
        column.run("Its run.")
        column("session", "The OMID session.") { $0.session }
        column("event", "The event: sessionStart, loaded, impression, geometryChange, start …") { $0.event }
        column("stamped_us", "When it happened, on the device's clock.") { $0.stampedAt }
        column("at_us", "The same on the run's clock.") { $0.at }
        column("nth", "The first, second, … time that this event happened in the session.") { $0.nth }
        column("place", "From 1, in the order of the stamps.", .shown(as: "place", name: "ordinal")) { $0.place }
        column("in_view", "Percent of the ad in view from this event on.") { $0.percentInView }
        column("playing", "1 when the media plays from this event on.") { $0.isPlaying }
        column(
            "viewable_us", "How long, up to this event, it had played with half of the ad in view, without a break."
        ) { $0.viewableUs }
        column("late", "1 when it was sent more than a second after it happened.") { $0.isLate }
        column.derived(
            "stage", "0 for sessionStart, then loaded, impression, start, the quartiles, 7 for complete; else NULL.",
            """
            CASE event WHEN 'sessionStart' THEN 0 WHEN 'loaded' THEN 1 WHEN 'impression' THEN 2 WHEN 'start' THEN 3
                WHEN 'firstQuartile' THEN 4 WHEN 'midpoint' THEN 5 WHEN 'thirdQuartile' THEN 6 WHEN 'complete' THEN 7 END
            """)
    }
}

extension Signal: TableRow {
    static let table = Table(
        of: Self.self, "signal", .interpretation,
        meaning: "What a beacon of a family file says of itself, beside its event and session.")

    static func columns(_ column: inout some Columns<Signal>) {
        column("beacon", "The beacon.", .number) { $0.beacon }
        column.run("Its run.")
        column("session", "The session.") { $0.session }
        column("clip", "The clip that it is about.") { $0.clip }
        column("asset", "The asset.") { $0.asset }
        column("ad", "The ad.") { $0.ad }
        column("position_us", "Where the media stood.") { $0.positionUs }
        column("sent_us", "When it was sent, on the sender's clock.") { $0.sentAt }
        column("item", "Its place in a request that carries several, from 0.") { $0.item }
        column(
            "repeat", "first, redirect-hop, seen-twice or retry, as in firing.",
            .shown(as: Firing.Repeat.words, name: "repeat_class")
        ) { $0.repeatClass }
        column("missing", "Mandatory parameters that it lacks, and did not lose on the way here.") { $0.missing }
    }
}
