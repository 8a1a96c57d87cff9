import Model

/// What a name in SQL stands for, where that decides whether a statement may run.
enum SQLWord: Hashable {
    /// A documented view, or a relation that is derived from them.
    case view
    /// A private table.
    case table
    case `as`, not, materialized

    /// The meaning of a name in any case of its letters; `nil` for the names that decide nothing.
    static func meaning(of name: Span<UInt8>) -> SQLWord? { vocabulary.word(name) }

    private static let vocabulary = Vocabulary(
        (Schema.viewNames + Schema.relations).map { ($0, .view) }
            + Schema.tables.map { ($0.rowName, .table) } + [
                ("as", .as), ("not", .not), ("materialized", .materialized),
            ])
}

/// The words with a meaning, found by their bytes: the rules name tens of thousands, and a `String` of each would take longer
/// than all that SQLite does with them.
private struct Vocabulary {
    private struct Entry {
        var name: [UInt8]
        var word: SQLWord
    }

    private var buckets: [[Entry]] = Array(repeating: [], count: 256)

    init(_ words: [(name: String, word: SQLWord)]) {
        for (name, word) in words {
            let name = Array(name.utf8)
            buckets[Vocabulary.bucket(of: name.span)].append(Entry(name: name, word: word))
        }
    }

    func word(_ name: Span<UInt8>) -> SQLWord? {
        guard !name.isEmpty else { return nil }
        for entry in buckets[Vocabulary.bucket(of: name)] where Vocabulary.isSame(entry.name.span, name) {
            return entry.word
        }
        return nil
    }

    private static func bucket(of name: Span<UInt8>) -> Int {
        let first = Int(ASCII.lowercased(name[0])), last = Int(ASCII.lowercased(name[name.count - 1]))
        return (name.count &* 67 &+ first &* 31 &+ last) & 255
    }

    /// - Parameter known: in small letters, as SQLite folds the case of ASCII letters only.
    private static func isSame(_ known: Span<UInt8>, _ name: Span<UInt8>) -> Bool {
        guard known.count == name.count else { return false }
        for index in known.indices where known[index] != ASCII.lowercased(name[index]) { return false }
        return true
    }
}
