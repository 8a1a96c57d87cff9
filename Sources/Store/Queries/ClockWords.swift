/// The ways in which SQLite's date functions read the machine's clock or time zone.
enum ClockWords {
    private static let functions: Set<String> = [
        "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
    ]
    private static let keywords: Set<String> = ["current_date", "current_time", "current_timestamp"]
    private static let modifiers: Set<String> = ["now", "localtime", "utc"]

    /// - Parameters:
    ///   - name: a name in an SQL text.
    ///   - rest: the tokens behind it.
    /// - Returns: what asks for the clock or the zone; `nil` when nothing does.
    static func asked(by name: String, _ rest: ArraySlice<SQLTokens.Token>) -> String? {
        if keywords.contains(name) { return name }
        guard functions.contains(name), rest.first == .symbol(UInt8(ascii: "(")) else { return nil }
        var depth = 0
        var arguments = 0
        for (place, token) in zip(rest.indices, rest) {
            switch token {
            case .symbol(UInt8(ascii: "(")): depth += 1
            case .symbol(UInt8(ascii: ")")): depth -= 1
            case .symbol(UInt8(ascii: ",")) where depth == 1: arguments += 1
            case .name(let word) where modifiers.contains(word): return "\(name)('\(word)')"
            default: break
            }
            if place == rest.index(after: rest.startIndex), depth > 0 { arguments = 1 }
            if depth == 0 { break }
        }
        // Without a time these functions take the present one.
        return arguments < (name == "strftime" ? 2 : 1) ? "\(name)() without a time" : nil
    }
}
