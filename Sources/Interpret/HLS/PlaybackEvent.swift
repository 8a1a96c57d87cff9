/// Event names of server-side inserted ads. They are free text in playlists; the usual ones are spelt as VAST spells them
/// so that one rule reads both.
enum PlaybackEvent {
    /// The canonical spelling of a known event, whatever case or separators the document used; else the text itself.
    static func canonical(_ name: String) -> String { known(name) ?? name }

    /// The same, and `nil` for other texts.
    static func known(_ name: String) -> String? {
        let letters = name.filter { $0 != "_" && $0 != "-" && $0 != " " }
        return EventName.standard(letters) ?? ofServers[letters.lowercased()]
    }

    /// What only servers that insert ads name.
    private static let ofServers = ["clickthrough": "clickThrough", "podstart": "podStart", "podend": "podEnd"]
}
