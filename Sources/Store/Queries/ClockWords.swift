/// The ways in which SQLite's date functions read the machine's clock or time zone.
enum ClockWords {
    /// - Parameters:
    ///   - place: of a name among the tokens.
    ///   - text: the SQL that the tokens are of.
    /// - Returns: what asks for the clock or the zone; `nil` when nothing does.
    static func asked(at place: Int, of tokens: [SQLTokens.Token], in text: [UInt8]) -> String? {
        guard case .name(let name, let word?) = tokens[place] else { return nil }
        switch word {
        case .clockKeyword: return PublicSQL.name(name, in: text)
        case .dateFunction(let needed):
            let rest = tokens[(place + 1)...]
            guard rest.first == .symbol(UInt8(ascii: "(")) else { return nil }
            return asked(by: PublicSQL.name(name, in: text), needing: needed, rest, in: text)
        default: return nil
        }
    }

    /// - Parameter rest: the tokens from the opening parenthesis on.
    private static func asked(
        by name: String, needing needed: Int, _ rest: ArraySlice<SQLTokens.Token>, in text: [UInt8]
    ) -> String? {
        var depth = 0
        var arguments = 0
        for (place, token) in zip(rest.indices, rest) {
            switch token {
            case .symbol(UInt8(ascii: "(")): depth += 1
            case .symbol(UInt8(ascii: ")")): depth -= 1
            case .symbol(UInt8(ascii: ",")) where depth == 1: arguments += 1
            case .name(let modifier, .clockModifier): return "\(name)('\(PublicSQL.name(modifier, in: text))')"
            default: break
            }
            if place == rest.index(after: rest.startIndex), depth > 0 { arguments = 1 }
            if depth == 0 { break }
        }
        // Without a time these functions take the present one.
        return arguments < needed ? "\(name)() without a time" : nil
    }
}
