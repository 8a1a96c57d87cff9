import Model

extension Beacon: TableRow {
    static let table = Table(
        of: Self.self, "beacon", .interpretation,
        meaning: "An exchange or log line recognised as ad or measurement traffic.")

    static func columns(_ column: inout some Columns<Beacon>) {
        column("id", "The beacon's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("exchange", "The exchange; NULL for a log line.") { $0.exchange }
        column("call", "The log line; NULL for an exchange.") { $0.call }
        column("family", "The family.") { $0.family }
        column("kind", "What the family calls this kind of request.") { $0.kind }
        column("event", "The event it reports.") { $0.event }
        column("at_us", "When it was sent.") { $0.at }
        column("host", "The host it went to.") { $0.host }
        column("session", "The session it belongs to.") { $0.session }
    }
}

extension Parameter: TableRow {
    static let table = Table(
        of: Self.self, "parameter", .interpretation, meaning: "One parameter of a beacon, raw and decoded.")

    static func columns(_ column: inout some Columns<Parameter>) {
        column.run("The run.")
        column("beacon", "The beacon.") { $0.beacon }
        column("name", "The parameter.") { $0.name }
        column("subkey", "The inner key of formats that nest one.") { $0.subkey }
        column("ordinal", "Position in the request, from 0.") { $0.ordinal }
        column("raw", "As sent.") { $0.raw }
        column("value", "Percent-decoded once.") { $0.value }
        column("encoded_twice", "1 when %xx is left after one decoding.") { $0.encodedTwice }
        column("identifier", "What a family file says that it names: device, person …; reports show a stand-in.") {
            $0.identifier
        }
    }
}

extension Firing: TableRow {
    static let table = Table(
        of: Self.self, "firing", .interpretation, meaning: "A beacon matched to the tracker that declared it.")

    static func columns(_ column: inout some Columns<Firing>) {
        column("id", "The firing's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("beacon", "The beacon.") { $0.beacon }
        column("exchange", "Its exchange.") { $0.exchange }
        column("call", "Its log line.") { $0.call }
        column("tracker", "The tracker fired.") { $0.tracker }
        column("ad_play", "The ad play it belongs to; NULL when unattributed.") { $0.adPlay }
        column("family", "The family whose rules read it.") { $0.family }
        column("event", "The event.") { $0.event }
        column("at_us", "Start of the request.") { $0.at }
        column("played_us", "Time since the play's start less known pauses and stalls.") { $0.playedUs }
        column("stalled_us", "Known pauses and stalls since the play's start.") { $0.stalledUs }
        column(
            "repeat",
            """
            first, preflight, redirect-hop, seen-twice, retry, listed-again, later-play or duplicate: docs/attribution.md.
            """, .shown(as: Firing.Repeat.words, name: "repeat_class")
        ) { $0.repeatClass }
        column("prior", "The firing it repeats.") { $0.prior }
        column("gap_us", "Time since that firing.") { $0.gapUs }
        column("answered", "1 when a response was seen.") { $0.answered }
        column("delivered", "1 when the last response was 2xx or 3xx.") { $0.delivered }
        column("ambiguous", "1 when more than one ad play may own it.") { $0.ambiguous }
        column(
            "direct",
            "1 when the player sent it; 0 for a further hop of a firing's redirects or a URL wrapped in another."
        ) { $0.direct }
        column(
            "alteration",
            """
            What keeps it from being the declared request: query-removed, redacted, cut, encoded-twice, ampersand-entity, \
            key-case, letter-case, spaces-removed, decoded, quoted or head; NULL for what was sent as declared.
            """
        ) { $0.alteration }
        column(
            "respelt",
            """
            How it is spelt otherwise than a playlist declares it: letters where only capital letters differ, bytes; NULL \
            where it is not.
            """
        ) { $0.respelt }
        column.derived("place", Firing.placeMeaning, Firing.place)
        column.derived(
            "other", "The event that it takes turns with, such as resume for pause; else NULL.",
            """
            CASE event WHEN 'pause' THEN 'resume' WHEN 'resume' THEN 'pause' WHEN 'mute' THEN 'unmute' WHEN 'unmute' THEN 'mute'
                WHEN 'playerExpand' THEN 'playerCollapse' WHEN 'playerCollapse' THEN 'playerExpand'
                WHEN 'fullscreen' THEN 'exitFullscreen' WHEN 'exitFullscreen' THEN 'fullscreen'
                WHEN 'expand' THEN 'collapse' WHEN 'collapse' THEN 'expand'
                WHEN 'adExpand' THEN 'adCollapse' WHEN 'adCollapse' THEN 'adExpand' END
            """)
        column.derived(
            "is_sure", "1 for the first of its kind, sent by the player itself, and surely of this ad play.",
            "repeat = 0 AND ambiguous = 0 AND direct = 1")
        column.derived(
            "is_sent", "1 for a request of its own; 0 for a preflight, a redirect's hop and what was seen twice.",
            "repeat NOT IN (1, 2, 3)")
    }
}

extension Redirect: TableRow {
    static let table = Table(
        of: Self.self, "redirect", .interpretation,
        meaning:
            "A redirect that was followed: the answer's status is 301, 302, 303, 307 or 308, and its Location was asked for."
    )

    static func columns(_ column: inout some Columns<Redirect>) {
        column.run("The run.")
        column("exchange", "The request that was redirected.") { $0.exchange }
        column("target", "The request for where it leads.") { $0.target }
    }
}

extension FiringCandidate: TableRow {
    static let table = Table(
        of: Self.self, "firing_candidate", .interpretation,
        meaning: "What attribution considered for a firing and did not choose.")

    static func columns(_ column: inout some Columns<FiringCandidate>) {
        column.run("The run.")
        column("firing", "The firing.") { $0.firing }
        column("tracker", "The tracker considered.") { $0.tracker }
        column("ad_play", "The ad play considered.") { $0.adPlay }
        column("score", "Its score; higher is closer.") { $0.score }
    }
}

extension Macro: TableRow {
    static let table = Table(
        of: Self.self, "macro", .interpretation,
        meaning: "What became of one macro of a tracker in the URL that was sent.")

    static func columns(_ column: inout some Columns<Macro>) {
        column.run("The run.")
        column("firing", "The firing.") { $0.firing }
        column("name", "The macro, without brackets.") { $0.name }
        column("known", "1 when it is in the VAST macro list.") { $0.known }
        column("state", "expanded, unexpanded or declined.") { $0.state }
        column("value", "What was sent in its place.") { $0.value }
        column.derived(
            "position_us", "What was sent as a time, where it is one such as 00:00:15.000.",
            """
            CASE WHEN state = 'expanded' AND value GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
                THEN CAST(substr(value, 1, 2) * 3600000000 + substr(value, 4, 2) * 60000000 + substr(value, 7, 6) * 1000000
                  AS INTEGER) END
            """)
        column.derived(
            "form", "The form that the macro list gives its value, for people; NULL where none is looked at.",
            """
            CASE name WHEN 'CACHEBUSTING' THEN '8 digits' WHEN 'TIMESTAMP' THEN 'a time of ISO 8601'
                WHEN 'ADPLAYHEAD' THEN 'HH:MM:SS.mmm' WHEN 'MEDIAPLAYHEAD' THEN 'HH:MM:SS.mmm'
                WHEN 'CONTENTPLAYHEAD' THEN 'HH:MM:SS.mmm' END
            """)
        column.derived(
            "is_formed", "1 where its value has that form.",
            """
            CASE name WHEN 'CACHEBUSTING' THEN value GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
                WHEN 'TIMESTAMP'
                THEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
                ELSE value GLOB '[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]' END
            """)
        column.derived(
            "encoded_twice", "1 when %xx is left in its value; in that of a URL, when it is left of http:// itself.",
            """
            value GLOB '*%[0-9A-Fa-f][0-9A-Fa-f]*' AND (
                name NOT IN ('PAGEURL', 'CONTENTURI', 'ASSETURI', 'STOREURL', 'SERVERUA', 'DEVICEUA', 'CLIENTUA')
                OR lower(value) GLOB 'http%3a*' OR lower(value) GLOB 'https%3a*')
            """)
        column.derived(
            "is_listed", "Of an error code: 1 for one of VAST's table.",
            """
            value IN ('100', '101', '102', '200', '201', '202', '203', '204', '205', '206', '300', '301', '302', '303',
                '304', '400', '401', '402', '403', '405', '406', '407', '408', '409', '410', '411', '500', '501', '502',
                '503', '600', '601', '602', '603', '604', '900', '901', '902')
            """)
    }
}

extension Firing {
    /// Where in an ad an event stands, as SQL.
    static let place = """
        CASE event WHEN 'impression' THEN 0 WHEN 'start' THEN 1 WHEN 'firstQuartile' THEN 2 WHEN 'midpoint' THEN 3
            WHEN 'thirdQuartile' THEN 4 WHEN 'complete' THEN 5 END
        """
    static let placeMeaning = "0 for impression, 1 for start, 2 to 4 for the quartiles, 5 for complete; else NULL."
}

extension Firing.Repeat {
    /// The class in words.
    static let words = """
        CASE repeat WHEN 0 THEN 'first' WHEN 1 THEN 'preflight' WHEN 2 THEN 'redirect-hop' WHEN 3 THEN 'seen-twice'
            WHEN 4 THEN 'retry' WHEN 5 THEN 'listed-again' WHEN 6 THEN 'later-play' ELSE 'duplicate' END
        """
}

extension AdTrace: TableRow {
    static let table = Table(
        of: Self.self, "ad_trace", .interpretation,
        meaning: "What shows an ad or an ad break of which perhaps no document was read.")

    static func columns(_ column: inout some Columns<AdTrace>) {
        column.run("The run.")
        column("exchange", "The exchange.") { $0.exchange }
        column(
            "event",
            "The event that its request names in words of its own, or by a parameter whose meaning trackers of its server show; NULL for an answer without its body that may have been an ad document."
        ) { $0.event }
        column("place", "1 for start, 2 to 4 for the quartiles, 5 for complete; NULL for anything else.") { $0.place }
    }
}
