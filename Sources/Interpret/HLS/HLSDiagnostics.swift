import Model

/// Everything that reading playlists reports.
public enum HLSDiagnostics {
    public static let all: [DiagnosticCode] = [
        .hlsLineUnread, .hlsPlaylistUnseen, .hlsPlaylistCut, .hlsLengthDisagrees, .hlsAssetListUnread,
        .hlsSignalingSilent,
    ]
}

extension DiagnosticCode {
    /// Lines of a playlist are not as the specification has them.
    public static let hlsLineUnread = DiagnosticCode(
        "hls.line-unread", .warning, stage: "interpret",
        meaning: "Lines of a playlist could not be read as specified; what they declare is read as far as possible.",
        remedy: "Correct the playlist at the lines named.")

    /// A playlist was answered, but its text is not in the capture.
    public static let hlsPlaylistUnseen = DiagnosticCode(
        "hls.playlist-unseen", .warning, stage: "interpret",
        meaning: "A playlist was fetched but its body was not captured; the ads it declares are unknown.",
        remedy: "Record response bodies.")

    /// Only the beginning of a playlist is in the capture.
    public static let hlsPlaylistCut = DiagnosticCode(
        "hls.playlist-cut", .warning, stage: "interpret",
        meaning: "A playlist's body is incomplete in the capture; the ads it declares after the cut are unknown.",
        remedy: "Record whole response bodies.")

    /// AD_LENGTH and the segments of the ad disagree.
    public static let hlsLengthDisagrees = DiagnosticCode(
        "hls.length-disagrees", .info, stage: "interpret",
        meaning: "The declared length of an ad differs from the sum of its segments; the sum is used.",
        remedy: "Let the ad server declare the length of what it stitches.")

    /// A key that should declare trackers does not.
    public static let hlsSignalingSilent = DiagnosticCode(
        "hls.signaling-silent", .warning, stage: "interpret",
        meaning:
            "An asset list, date range or event has ad creative signaling or TRACKING, and no tracker could be read from it.",
        remedy: "Compare it with SVTA 2053-2 or MediaTailor's format; what it was to declare is not judged.")

    /// An asset list is no JSON or lists no assets.
    public static let hlsAssetListUnread = DiagnosticCode(
        "hls.asset-list-unread", .warning, stage: "interpret",
        meaning: "An HLS interstitial's asset list could not be read.",
        remedy: "Answer with a JSON object that has an ASSETS array.")
}
