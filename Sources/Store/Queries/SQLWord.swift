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

    private static let vocabulary: Vocabulary = {
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
private struct Vocabulary {
    private struct Entry {
        /// Where its name stands in ``names``.
        var name: Range<Int>
        var word: SQLWord
    }

    /// One behind the other: a bucket of arrays would count references for each name that is looked at.
    private var names: [UInt8] = []
    /// Bucket by bucket.
    private var entries: [Entry] = []
    /// Where each bucket begins, and the last one ends.
    private var starts: [Int] = [0]

    init(_ words: [(name: String, word: SQLWord)]) {
        var buckets: [[(name: [UInt8], word: SQLWord)]] = Array(repeating: [], count: 256)
        for (name, word) in words {
            let name = Array(name.utf8)
            buckets[Vocabulary.bucket(of: name.span)].append((name, word))
        }
        for bucket in buckets {
            for (name, word) in bucket {
                entries.append(Entry(name: names.count..<names.count + name.count, word: word))
                names += name
            }
            starts.append(entries.count)
        }
    }

    func word(_ name: Span<UInt8>) -> SQLWord? {
        guard !name.isEmpty else { return nil }
        let bucket = Vocabulary.bucket(of: name)
        for place in starts[bucket]..<starts[bucket + 1] where isSame(entries[place].name, name) {
            return entries[place].word
        }
        return nil
    }

    private static func bucket(of name: Span<UInt8>) -> Int {
        let first = Int(ASCII.lowercased(name[0])), last = Int(ASCII.lowercased(name[name.count - 1]))
        return (name.count &* 67 &+ first &* 31 &+ last) & 255
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
