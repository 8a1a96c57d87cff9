/// The tracking events of VAST 2.0 to 4.3 and VMAP 1.0 as the specifications spell them.
enum VASTEvents {
    /// The canonical spelling, found without regard to case; an unknown name stays as it is.
    static func canonical(_ name: String) -> String {
        let trimmed = TrackerTemplate.trim(name)
        return spelling[trimmed.lowercased()] ?? trimmed
    }

    static func isStandard(_ name: String) -> Bool { spelling[TrackerTemplate.trim(name).lowercased()] != nil }

    private static let spelling: [String: String] = Dictionary(
        names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    private static let names = [
        "creativeView", "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress",
        "mute", "unmute", "pause", "resume", "rewind", "skip", "closeLinear", "playerExpand", "playerCollapse",
        "fullscreen", "exitFullscreen", "expand", "collapse", "adExpand", "adCollapse", "acceptInvitationLinear",
        "timeSpentViewing", "acceptInvitation", "minimize", "close", "overlayViewDuration", "otherAdInteraction",
        "interactiveStart", "notUsed", "verificationNotExecuted", "breakStart", "breakEnd", "error", "impression",
    ]
}
