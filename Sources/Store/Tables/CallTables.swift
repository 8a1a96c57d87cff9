import Model

extension Call: TableRow {
    static let table = Table(of: Self.self, "call", .decoding, meaning: "One SDK or player call or event from a log.")

    static func columns(_ column: inout some Columns<Call>) {
        column.number("The call's number in this file.")
        column.run("Its run.")
        column.capture("The log it stands in.")
        column("at_us", "When it was made, on the run's clock.") { $0.at }
        column("mono_us", "The same on the device's monotonic clock; NULL where the log has none.") { $0.mono }
        column("kind", "call, event or sdk (what an SDK's delegate received).") { $0.kind }
        column("source", "The SDK or player it belongs to: nielsen, ima, omid, player …") { $0.source }
        column("name", "Name of the call or event.") { $0.name }
        column("instance", "The SDK instance or session it was made on.") { $0.instance }
        column("payload", "Everything else in the line, as one JSON object.") { $0.payload }
        column("locator_kind", "line or entry.") { $0.locator.kind }
        column("locator", "Where in the log.") { $0.locator.value }
    }
}

extension CallArgument: TableRow {
    static let table = Table(
        of: Self.self, "argument", .interpretation, meaning: "One value inside the payload of a call.")

    static func columns(_ column: inout some Columns<CallArgument>) {
        column.run("The run.")
        column("call", "The call.") { $0.call }
        column(
            "name",
            """
            Path of member names and indices: args.type, adId; args alone for a single scalar; args! for a text that \
            is no JSON.
            """
        ) { $0.name }
        column("type", "string, number, bool, null, object or array, as the log has it.") { $0.kind }
        column("value", "The text of a scalar as spelt; empty for objects and arrays.") { $0.value }
    }
}

extension CallStep: TableRow {
    static let table = Table(
        of: Self.self, "call_step", .interpretation,
        meaning: "One call of an SDK log as its API automaton saw it (docs/nielsen-calls.md).")

    static func columns(_ column: inout some Columns<CallStep>) {
        column.run("The run.")
        column("call", "The call.", .number) { $0.call }
        column("session", "The session of kind nielsen-stream it belongs to.") { $0.session }
        column(
            "api",
            "init, play, loadMetadata, playhead, stop, end, updateOTT, userOptOut …, whatever the platform calls it."
        ) { $0.api }
        column("at_us", "When it was made.") { $0.at }
        column("clock_us", "The device's monotonic clock, or its wall clock where the log has no other.") { $0.clock }
        column("since_us", "When the instance's call before it was made; NULL for the first.") { $0.since }
        column("before", "State of the automaton before it.") { $0.before }
        column("after", "State after it.") { $0.after }
        column("broken_edge", "What is wrong with the step; NULL when it is legal.") { $0.brokenEdge }
        column("edge_severity", "error or warning, for a broken edge.") { $0.edgeSeverity }
        column("asset", "The asset loaded.") { $0.asset }
        column("type", "The type its metadata gave: content, preroll, midroll …") { $0.type }
        column(
            "stream", "ad or content; NULL before anything was loaded.",
            .shown(as: Ping.part, name: "part")
        ) { $0.stream }
        column("position", "The position a playhead passed; NULL when it is no whole number.") { $0.position }
        column("prior", "The call before it in the session, of play, loadMetadata, playhead, stop and end.") {
            $0.prior?.api
        }
        column("gap_us", "Time since that one; NULL where the log's two clocks do not agree on it.") { $0.prior?.gap }
        column("moved", "How much further the position is than in that one; NULL unless both have one.") {
            $0.prior?.moved
        }
        column("loading", "Number of the loadMetadata within the instance, from 1.") { $0.loading }
        column(
            "excuse",
            """
            The player's event since the playhead before that may explain an odd one: seek, buffer_start …; with ? \
            in front, one of which that is not known.
            """
        ) { $0.excuse }
        column("partial", "1 when the log is known to leave out some calls.") { $0.isPartial }
        column(
            "watching",
            "Of a position: the first position of what is watched, an ad or a content over all of its breaks; else NULL."
        ) { $0.watching }
        column.derived(
            "recording", "The log that it stands in.",
            "(SELECT c.capture FROM call_row c WHERE c.id = call_step_row.call)")
        column.derived(
            "log", "The session of kind nielsen-log: all calls of its instance in that log.",
            "(SELECT s.parent FROM session_row s WHERE s.id = session)")
        column.derived(
            "value", "What it passes without a name; NULL where that is nothing, or no single value.",
            """
            (SELECT max(a.value) FROM argument_row a
                WHERE a.call = call_step_row.call AND a.name IN ('args', 'args.0') AND a.type NOT IN ('array', 'object'))
            """)
    }
}

extension Interruption: TableRow {
    static let table = Table(
        of: Self.self, "interruption", .interpretation,
        meaning: """
            A stretch in which a stream of a call log does not play: from what the player or the phone says, until \
            playback may go on.
            """)

    static func columns(_ column: inout some Columns<Interruption>) {
        column.run("The run.")
        column("session", "The session of kind nielsen-stream.") { $0.session }
        column("event", "What interrupts it.") { $0.event }
        column(
            "name",
            """
            pause, call, alarm, lock, background, network_loss, channel_change, route_change or buffer_start.
            """
        ) { $0.name }
        column("from_us", "When that was, by the log.") { $0.from }
        column(
            "until_us",
            "When the player goes on, or the app loads or plays something; far off where nothing does.",
            .shown(as: "coalesce(until_us, 9223372036854775807)")
        ) { $0.until }
        column("is_ended", "1 where the next thing that the player says is that it is over.") { $0.isEnded }
        column(
            "goes_on", "1 where playback goes on all the same: in a small window, on another screen, or audio alone."
        ) { $0.goesOn }
    }
}
