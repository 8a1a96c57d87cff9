import Model

/// What a name in SQL stands for, where that decides whether a statement may run.
enum SQLWord: Hashable {
    /// A documented view, or a relation that is derived from them.
    case view
    /// A documented view that shows the rows of one table: its place in ``ShownTables/entries``.
    case shown(Int)
    /// A private table.
    case table
    /// A private table whose rows a view shows.
    case rows
    /// A column that not every table has which its view seems to have: its place in ``ShownTables/columns``.
    case column(Int)
    case `as`, not, materialized, select, with, distinct, from, join, left
    /// Joins that make NULL of more than what stands behind them.
    case intricate
    /// Begins what comes behind a thing that is joined.
    case clause

    /// Whether it names a documented view or a relation.
    var isView: Bool {
        switch self {
        case .view, .shown: true
        default: false
        }
    }

    var isKeyword: Bool {
        switch self {
        case .view, .shown, .table, .rows, .column: false
        default: true
        }
    }

    /// The meaning of a name in any case of its letters; `nil` for the names that decide nothing.
    static func meaning(of name: Span<UInt8>) -> SQLWord? { vocabulary.word(name) }

    static let vocabulary: Vocabulary = {
        let shown = ShownTables.today
        let places = Dictionary(
            shown.entries.enumerated().map { ($1.view, $0) }, uniquingKeysWith: { first, _ in first })
        var words: [(name: String, word: SQLWord)] = (Schema.viewNames + Schema.relations).map { name in
            (name, places[Array(name.utf8)].map(SQLWord.shown) ?? .view)
        }
        words += Schema.tables.map { ($0.rowName, $0.viewName == nil ? .table : .rows) }
        words += shown.columns.enumerated().map { ($1.name, .column($0)) }
        return Vocabulary(words + keywords)
    }()

    private static let keywords: [(name: String, word: SQLWord)] =
        [
            ("as", .as), ("not", .not), ("materialized", .materialized), ("select", .select), ("with", .with),
            ("distinct", .distinct), ("all", .distinct), ("from", .from), ("join", .join), ("left", .left),
            ("right", .intricate), ("full", .intricate), ("natural", .intricate),
        ]
        + [
            "on", "where", "group", "order", "union", "limit", "except", "intersect", "window", "having", "using",
            "indexed",
            "inner", "cross", "outer",
        ].map { ($0, .clause) }
}

/// The words with a meaning, found by their bytes: the rules name tens of thousands, and a `String` of each would take longer
/// than all that SQLite does with them.
struct Vocabulary: Sendable {
    private struct Entry {
        var hash: UInt32
        /// Where its name stands in ``names``.
        var name: Range<Int>
        var word: SQLWord
    }

    /// One behind the other: an array of arrays would count references for each name that is looked at.
    private var names: [UInt8] = []
    private var entries: [Entry] = []
    /// Which entry stands at a hash or, where that place was taken, behind it; -1 for none. There are more places than entries,
    /// so that what has no meaning is seldom compared with anything.
    private var places: [Int16] = Array(repeating: -1, count: Vocabulary.size)
    private static let size = 4_096

    init(_ words: [(name: String, word: SQLWord)]) {
        // A schema is far smaller; a test says that each of its names is known.
        for (name, word) in words.prefix(Vocabulary.size / 2) {
            let name = Array(name.utf8)
            guard self.word(name.span) == nil else { continue }
            let hash = Vocabulary.hash(of: name.span)
            var place = Int(hash) % Vocabulary.size
            while places[place] >= 0 { place = (place + 1) % Vocabulary.size }
            places[place] = Int16(entries.count)
            entries.append(Entry(hash: hash, name: names.count..<names.count + name.count, word: word))
            names += name
        }
    }

    func word(_ name: Span<UInt8>) -> SQLWord? {
        let hash = Vocabulary.hash(of: name)
        var place = Int(hash) % Vocabulary.size
        while places[place] >= 0 {
            let entry = entries[Int(places[place])]
            if entry.hash == hash, isSame(entry.name, name) { return entry.word }
            place = (place + 1) % Vocabulary.size
        }
        return nil
    }

    /// The same for letters of either case (FNV-1a).
    private static func hash(of name: Span<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for place in name.indices { hash = (hash ^ UInt32(name[place] | 0x20)) &* 16_777_619 }
        return hash ^ (hash >> 15)
    }

    /// - Parameter known: in small letters, as SQLite folds the case of ASCII letters only.
    private func isSame(_ known: Range<Int>, _ name: Span<UInt8>) -> Bool {
        guard known.count == name.count else { return false }
        for index in 0..<name.count where names[known.lowerBound + index] != ASCII.lowercased(name[index]) {
            return false
        }
        return true
    }
}
