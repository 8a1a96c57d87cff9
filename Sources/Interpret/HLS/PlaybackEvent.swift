/// Event names of server-side inserted ads. They are free text in playlists; the usual ones are spelt as VAST spells them
/// so that one rule reads both.
enum PlaybackEvent {
    /// The canonical spelling of a known event, whatever case or separators the document used; else the text itself.
    static func canonical(_ name: String) -> String { known(name) ?? name }

    /// The same, and `nil` for other texts.
    static func known(_ name: String) -> String? {
        spellings[name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }]
    }

    private static let spellings: [String: String] = {
        let names = [
            "impression", "creativeView", "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
            "mute", "unmute", "pause", "resume", "rewind", "skip", "progress", "fullscreen", "exitFullscreen",
            "playerExpand", "playerCollapse", "clickTracking", "clickThrough", "error", "closeLinear",
            "acceptInvitation", "breakStart", "breakEnd", "podStart", "podEnd",
        ]
        return Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    }()
}
