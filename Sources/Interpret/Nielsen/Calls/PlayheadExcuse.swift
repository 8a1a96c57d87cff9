import Model

/// What an event of a log explains about the playhead that follows it: by its name, for players name them as they like.
struct PlayheadExcuse: Sendable, Hashable {
    /// The event's name in lower case.
    let name: String
    /// The event is known to stop or move the playhead; of others nobody knows.
    let isKnown: Bool

    /// `nil` for an event that explains nothing.
    init?(_ call: Call) {
        let name = call.name.lowercased()
        guard !Self.uninformative.contains(where: name.contains) else { return nil }
        self.name = name
        isKnown = call.source == "player" && Self.moves(name)
    }

    /// The column `call_step.excuse`: what is not known has a question mark in front.
    var text: String { isKnown ? name : "?" + name }

    /// A seek explains most, so that what follows it does not replace it; what is known outweighs what is not.
    func outweighs(_ earlier: PlayheadExcuse) -> Bool {
        earlier.text != "seek" && (isKnown || !earlier.isKnown)
    }

    private static func moves(_ name: String) -> Bool {
        words.contains(name) || parts.contains(where: name.contains) || beginnings.contains(where: name.hasPrefix)
    }

    private static let uninformative = [
        "progress", "timeupdate", "time_update", "heartbeat", "position", "volume", "mute", "bitrate", "quality",
        "rendition", "fullscreen", "resize", "quartile", "midpoint", "impression", "subtitle", "caption",
    ]
    private static let words: Set = [
        "play", "playing", "stop", "stopped", "rate", "kill", "blur", "hidden", "shown", "cast_start", "cast_end",
        "call", "call_start", "call_end", "phone_call", "incoming_call", "lock", "unlock", "screen_lock",
        "screen_unlock",
    ]
    private static let beginnings = ["ad_", "adstart", "adend", "adbreak", "pip_", "airplay"]
    private static let parts = [
        "seek", "scrub", "jump", "rewind", "forward", "skip", "live_edge", "restart", "replay", "reload", "ended",
        "pause", "resume", "ratechange", "rate_change", "speed", "channel",
        "buffering", "buffer_start", "buffer_end", "bufferstart", "bufferend", "buffer_empty", "rebuffer", "stall",
        "waiting", "freeze", "suspend", "error", "network", "connectivity",
        "alarm", "background", "foreground", "route_change", "picture", "chromecast", "interrupt", "visib", "focus",
    ]
}
