/// What attribution knows about an event, whatever family declares it: its place in an ad play and whether it may recur.
struct EventTraits: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        /// Due before or at the beginning of playback: it may begin a play.
        case opening
        case playing
        /// Ends the play.
        case closing
        /// A user's or player's action that may happen any number of times, at any time of the play.
        case interaction
    }

    var phase: Phase
    /// Its place in the expected order; equal ones are not ordered.
    var rank: Int
    /// The part of the duration after which it is due.
    var fraction: Double?
    /// Fired a second time it is a new occurrence, not a repeat.
    var isRepeatable: Bool { phase == .interaction }
    /// Fired again after its play ended, it may open a later play (class 6 of the repeat classifier).
    var opensReplay = false

    static func of(_ event: String) -> EventTraits {
        known[event] ?? EventTraits(phase: .playing, rank: 3)
    }

    private init(phase: Phase, rank: Int, fraction: Double? = nil, opensReplay: Bool = false) {
        self.phase = phase
        self.rank = rank
        self.fraction = fraction
        self.opensReplay = opensReplay
    }

    /// Playback that has come this far is no longer at its beginning.
    static let firstQuartileRank = 4

    private static let known: [String: EventTraits] = {
        var known: [String: EventTraits] = [
            "loaded": EventTraits(phase: .opening, rank: 0, opensReplay: true),
            "omidTrackView": EventTraits(phase: .opening, rank: 0, opensReplay: true),
            "verificationNotExecuted": EventTraits(phase: .opening, rank: 0),
            "breakStart": EventTraits(phase: .opening, rank: 0, opensReplay: true),
            "impression": EventTraits(phase: .opening, rank: 1, opensReplay: true),
            "creativeView": EventTraits(phase: .opening, rank: 1, opensReplay: true),
            "start": EventTraits(phase: .opening, rank: 2, fraction: 0),
            "firstQuartile": EventTraits(phase: .playing, rank: 4, fraction: 0.25),
            "midpoint": EventTraits(phase: .playing, rank: 5, fraction: 0.5),
            "thirdQuartile": EventTraits(phase: .playing, rank: 6, fraction: 0.75),
            "complete": EventTraits(phase: .closing, rank: 7, fraction: 1),
            "skip": EventTraits(phase: .closing, rank: 7),
            "breakEnd": EventTraits(phase: .closing, rank: 7),
            "notUsed": EventTraits(phase: .closing, rank: 7),
            "closeLinear": EventTraits(phase: .closing, rank: 8),
            "close": EventTraits(phase: .closing, rank: 8),
        ]
        let interactions = [
            "mute", "unmute", "pause", "resume", "rewind", "playerExpand", "playerCollapse", "fullscreen",
            "exitFullscreen", "expand", "collapse", "adExpand", "adCollapse", "acceptInvitationLinear",
            "acceptInvitation", "minimize", "otherAdInteraction", "overlayViewDuration", "timeSpentViewing",
            "clickTracking", "customClick", "iconClickTracking", "companionClickTracking", "nonLinearClickTracking",
            "error",
        ]
        for event in interactions { known[event] = EventTraits(phase: .interaction, rank: 3) }
        return known
    }()
}
