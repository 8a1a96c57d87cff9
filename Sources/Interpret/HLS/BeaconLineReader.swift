import Encodings

/// Reads what follows `#EXT-X-BEACON:`.
///
/// The tag has no published grammar but the guide that introduced it, so this is lenient: attributes in any order, quotes
/// or none, and a URL that may itself hold commas and equals signs. A URL therefore ends only where an attribute begins
/// that the line has not had yet.
enum BeaconLineReader {
    private static let names = ["EVENT", "URL", "AD_LENGTH"]

    /// `nil` when the line names neither an event nor a length.
    static func read(_ text: Substring, at place: Playlist.Place) -> BeaconLine? {
        var line = BeaconLine(place: place)
        var isKnown = false
        for (name, value) in attributes(text) {
            let unquoted = PlaylistAttribute.unquoted(PlaylistAttribute.trimmed(value))
            switch name {
            case "EVENT": line.event = unquoted
            case "URL": line.url = unquoted
            default: line.adLengthUs = DecimalSeconds.microseconds(unquoted[...])
            }
            isKnown = isKnown || name != "URL"
        }
        return isKnown ? line : nil
    }

    private static func attributes(_ text: Substring) -> [(name: String, value: Substring)] {
        var found: [(name: String, value: Substring)] = []
        var open = names
        var rest = text
        while let next = firstName(of: open, in: rest) {
            open.removeAll { $0 == next.name }
            let valueStart = next.end
            let following = firstName(of: open, in: text[valueStart...])
            let value = text[valueStart..<(following?.comma ?? text.endIndex)]
            found.append((next.name, value))
            rest = text[(following?.comma ?? text.endIndex)...]
        }
        return found
    }

    /// The first of `names` that stands at the beginning or after a comma and is followed by `=` or `:` (or nothing).
    private static func firstName(
        of names: [String], in text: Substring
    ) -> (name: String, comma: Substring.Index, end: Substring.Index)? {
        let comma = UInt8(ascii: ",")
        var index = text.startIndex
        while index < text.endIndex {
            let rest = text.utf8[index...]
            let piece = (rest.first == comma ? rest.dropFirst() : rest).drop { $0 == 0x20 }
            for name in names where piece.starts(with: name.utf8) {
                let end = piece.index(piece.startIndex, offsetBy: name.utf8.count)
                if end == piece.endIndex { return (name, index, end) }
                if piece[end] == UInt8(ascii: "=") || piece[end] == UInt8(ascii: ":") {
                    return (name, index, piece.index(after: end))
                }
            }
            guard let next = rest.dropFirst().firstIndex(of: comma) else { return nil }
            index = next
        }
        return nil
    }
}
