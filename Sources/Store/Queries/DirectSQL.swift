/// What SQLite is given in the place of public SQL: the tables themselves where a view shows the rows of one.
///
/// SQLite writes a view out wherever a statement names it, with all of its columns, whether they are asked for or not: a fifth of
/// what preparing a statement takes. The name behind FROM or JOIN is replaced, and a column that the view works out is
/// written as the view writes it. Whatever could mean something else stays a view, and so does all of a statement that SQLite
/// does not take so (``Statement``): the meaning is that of the views (`DirectSQLTests` compares both,
/// [decision 0029](docs/decisions/0029-a-small-run-prepares-little.md)).
struct DirectSQL {
    private let text: [UInt8]
    private let tokens: [SQLTokens.Token]
    private let shown = ShownTables.today

    /// A view behind FROM or JOIN.
    private struct Mention {
        /// Its place among the tokens.
        var place: Int
        var entry: Int
        /// What its columns are written with: its alias, or itself.
        var row: [UInt8]
        /// Where the row is named; `nil` where it has no other name.
        var alias: Int?
        /// Whether it is NULL where nothing was joined.
        var isOptional: Bool
        var isReplaced = false
    }

    private var mentions: [Mention] = []
    /// Columns that views work out, as `row.column`: the place of the row, and of the column.
    private var uses: [(row: Int, column: Int)] = []
    /// The views that stay, bit by bit.
    private var kept: UInt64 = 0
    /// The rows of which a statement asks for all columns: where `row.*` has its row.
    private var wholes: [Int] = []
    /// Whether rows that were joined may be NULL in ways that are not looked at.
    private var isIntricate = false

    private init(_ text: [UInt8], _ tokens: [SQLTokens.Token]) {
        self.text = text
        self.tokens = tokens
    }

    static func text(for sql: String) -> [UInt8]? {
        let text = Array(sql.utf8)
        return self.text(for: text, SQLTokens.all(in: text))
    }

    /// - Returns: `nil` where nothing is replaced.
    static func text(for text: [UInt8], _ tokens: [SQLTokens.Token]) -> [UInt8]? {
        var sql = DirectSQL(text, tokens)
        sql.look()
        guard !sql.mentions.isEmpty else { return nil }
        sql.decide()
        guard sql.mentions.contains(where: \.isReplaced) else { return nil }
        return sql.written
    }

    // MARK: Looking

    private mutating func look() {
        for place in tokens.indices {
            switch tokens[place] {
            case .name(let range, .shown(let number)?): mention(number, place, range)
            case .name(_, .column(let number)?): column(number, place)
            case .name(_, .intricate?): isIntricate = true
            case .symbol(UInt8(ascii: "*")): star(place)
            case .symbol(UInt8(ascii: "(")) where word(place - 1) == .join && !isQuery(place + 1): isIntricate = true
            default: continue
            }
        }
    }

    private mutating func mention(_ entry: Int, _ place: Int, _ range: Range<Int>) {
        guard !isQuoted(range), word(place - 1) == .join || word(place - 1) == .from && word(place - 2) != .distinct
        else {
            return
        }
        var row = place
        if word(place + 1) == .as {
            row = place + 2
        } else if case .name(let next, let word)? = token(place + 1), word?.isKeyword != true, !isQuoted(next) {
            row = place + 1
        }
        guard case .name(let name, _)? = token(row) else { return }
        mentions.append(
            Mention(
                place: place, entry: entry, row: Array(text[name]), alias: row == place ? nil : row,
                isOptional: isBehindLeftJoin(place - 1)))
    }

    /// `LEFT [OUTER] JOIN`, where the last word stands at a place.
    private func isBehindLeftJoin(_ join: Int) -> Bool {
        word(join) == .join && (word(join - 1) == .left || word(join - 2) == .left)
    }

    private mutating func column(_ number: Int, _ place: Int) {
        let column = shown.columns[number]
        kept |= column.hidden
        guard column.written != 0 else { return }
        if token(place - 1) == .symbol(UInt8(ascii: ".")), case .name? = token(place - 2) {
            uses.append((place - 2, place))
            // Its name would be lost, where it is the name of a column of the result.
            if beginsColumn(place - 2), endsColumn(place + 1) { kept |= column.written }
        } else if word(place - 1) != .as {
            kept |= column.written
        }
    }

    private func beginsColumn(_ place: Int) -> Bool {
        token(place - 1) == .symbol(UInt8(ascii: ",")) || word(place - 1) == .select || word(place - 1) == .distinct
    }

    private func endsColumn(_ place: Int) -> Bool {
        switch token(place) {
        case .symbol(UInt8(ascii: ","))?, .symbol(UInt8(ascii: ")"))?, .symbol(UInt8(ascii: ";"))?, nil: true
        case .symbol?: false
        case .name(_, let word)?: word != .as
        }
    }

    /// `*` and `row.*` are other columns where a view does not show all of its table.
    private mutating func star(_ place: Int) {
        if token(place - 1) == .symbol(UInt8(ascii: ".")) { wholes.append(place - 2) }
        if beginsColumn(place) { kept = .max }
    }

    // MARK: Deciding

    private mutating func decide() {
        for place in mentions.indices {
            let mention = mentions[place]
            mentions[place].isReplaced = shown.entries[mention.entry].isWhole || isKnown(mention)
        }
    }

    /// Whether all columns that are asked for can be written for the table itself.
    private func isKnown(_ mention: Mention) -> Bool {
        guard kept & (1 << UInt64(mention.entry)) == 0, !wholes.contains(where: { isName($0, mention.row) }) else {
            return false
        }
        return !uses.contains { isName($0.row, mention.row) } || isCertain(mention)
    }

    /// Whether the row's name stands for rows of this view wherever it stands, none of which is NULL where nothing was joined.
    private func isCertain(_ mention: Mention) -> Bool {
        guard !isIntricate else { return false }
        for place in tokens.indices where isName(place, mention.row) {
            if token(place + 1) == .symbol(UInt8(ascii: ".")) { continue }
            let known = mentions.first { ($0.alias ?? $0.place) == place }
            guard let known, known.entry == mention.entry, !known.isOptional else { return false }
        }
        return true
    }

    // MARK: Writing

    private var written: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 256)
        var start = 0
        var mentions = mentions.filter(\.isReplaced)[...]
        var uses = uses[...]
        for place in tokens.indices {
            guard case .name(let range, _) = tokens[place] else { continue }
            if let mention = mentions.first, mention.place == place {
                mentions.removeFirst()
                result += text[start..<range.lowerBound] + shown.entries[mention.entry].table
                if mention.alias == nil { result += Array(" AS ".utf8) + mention.row }
                start = range.upperBound
            }
            while let use = uses.first, use.row < place { uses.removeFirst() }
            if let use = uses.first, use.row == place, let column = expression(use) {
                result += text[start..<range.lowerBound] + column
                if case .name(let end, _) = tokens[use.column] { start = end.upperBound }
            }
        }
        return result + text[start...]
    }

    /// How a view writes the column, for the row that has it.
    private func expression(_ use: (row: Int, column: Int)) -> [UInt8]? {
        guard let column = text(of: use.column),
            let mention = mentions.first(where: { $0.isReplaced && isName(use.row, $0.row) }),
            let pieces = shown.entries[mention.entry].written[String(decoding: column, as: UTF8.self)]
        else { return nil }
        return [UInt8(ascii: "(")] + pieces.joined(separator: mention.row + [UInt8(ascii: ".")]) + [UInt8(ascii: ")")]
    }

    // MARK: Tokens

    private func token(_ place: Int) -> SQLTokens.Token? { tokens.indices.contains(place) ? tokens[place] : nil }

    private func word(_ place: Int) -> SQLWord? {
        guard case .name(_, let word)? = token(place) else { return nil }
        return word
    }

    private func text(of place: Int) -> ArraySlice<UInt8>? {
        guard case .name(let range, _)? = token(place) else { return nil }
        return text[range]
    }

    private func isQuery(_ place: Int) -> Bool { word(place) == .select || word(place) == .with }

    private func isName(_ place: Int, _ name: [UInt8]) -> Bool {
        guard case .name(let range, _)? = token(place), range.count == name.count else { return false }
        return text[range].elementsEqual(name)
    }

    private func isQuoted(_ range: Range<Int>) -> Bool {
        guard range.lowerBound > 0 else { return false }
        return switch text[range.lowerBound - 1] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["): true
        default: false
        }
    }
}
