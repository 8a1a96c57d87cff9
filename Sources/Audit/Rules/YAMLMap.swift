import Model
import YAML

/// A mapping of a YAML file whose values are read by type, once each; a mistake names file, line and column.
///
/// Scalars are taken as written: `no`, `1.10` and dates stay text, so that none of YAML's surprises reaches a rule.
struct YAMLMap: Sendable {
    let file: String
    let node: Node
    private let entries: [(key: String, keyNode: Node, value: Node)]

    static func parse(_ text: String, file: String) throws(RuleFileFailure) -> YAMLMap {
        let composed: Node?
        do throws(YAMLFailure) {
            composed = try Node(yaml: text)
        } catch {
            throw failure(at: error.mark, file: file, error.message)
        }
        guard let composed else {
            throw RuleFileFailure(file: file, line: 1, column: 1, message: "expected a mapping, found an empty file")
        }
        return try YAMLMap(composed, file: file)
    }

    init(_ node: Node, file: String) throws(RuleFileFailure) {
        self.file = file
        self.node = node
        guard case .mapping(let mapping) = node else {
            throw YAMLMap.failure(at: node.mark, file: file, "expected a mapping, found \(YAMLMap.kind(of: node))")
        }
        var entries: [(key: String, keyNode: Node, value: Node)] = []
        for pair in mapping.pairs {
            guard case .scalar(let scalar) = pair.key else {
                let found = YAMLMap.kind(of: pair.key)
                throw YAMLMap.failure(at: pair.key.mark, file: file, "expected a plain key, found \(found)")
            }
            entries.append((scalar.string, pair.key, pair.value))
        }
        self.entries = entries
    }

    private init(_ entries: [(key: String, keyNode: Node, value: Node)], node: Node, file: String) {
        self.file = file
        self.node = node
        self.entries = entries
    }

    /// The same with a list of names under a key.
    func listing(_ names: [String], under key: String) throws(RuleFileFailure) -> YAMLMap {
        let text = "\(key): [\(names.joined(separator: ", "))]"
        let list = try YAMLMap.parse(text, file: file).value(key)
        return YAMLMap(
            entries.map { $0.key == key ? ($0.key, $0.keyNode, list ?? $0.value) : $0 }, node: node, file: file)
    }

    var keys: [String] { entries.map(\.key) }

    /// Refuses keys that nobody reads, with the nearest one that somebody does.
    func allow(_ known: Set<String>) throws(RuleFileFailure) {
        for entry in entries where !known.contains(entry.key) {
            let hint = Spelling.nearest(to: entry.key, in: known.sorted()).map { "; did you mean '\($0)'?" } ?? ""
            throw failure(at: entry.keyNode, "unknown key '\(entry.key)'\(hint)")
        }
    }

    func contains(_ key: String) -> Bool {
        entries.contains { $0.key == key }
    }

    func value(_ key: String) -> Node? {
        entries.first { $0.key == key }?.value
    }

    func keyNode(_ key: String) -> Node? {
        entries.first { $0.key == key }?.keyNode
    }

    func text(_ key: String) throws(RuleFileFailure) -> String {
        guard let text = try optionalText(key) else { throw failure(at: node, "the key '\(key)' is missing") }
        return text
    }

    func optionalText(_ key: String) throws(RuleFileFailure) -> String? {
        guard let value = value(key) else { return nil }
        return try scalar(value, "'\(key)'")
    }

    func flag(_ key: String) throws(RuleFileFailure) -> Bool {
        guard let value = value(key) else { return false }
        switch try scalar(value, "'\(key)'") {
        case "true": return true
        case "false": return false
        case let other: throw failure(at: value, "'\(key)' is true or false, not '\(other)'")
        }
    }

    func number(_ key: String) throws(RuleFileFailure) -> Double? {
        guard let value = value(key) else { return nil }
        let text = try scalar(value, "'\(key)'")
        guard let number = Double(text) else { throw failure(at: value, "'\(key)' is a number, not '\(text)'") }
        return number
    }

    /// One of a closed set of words.
    func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type) throws(RuleFileFailure) -> Word
    where Word.RawValue == String {
        let text = try text(key)
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue)
            throw failure(
                at: value(key) ?? node,
                "'\(key)' is one of \(known.joined(separator: ", ")), not '\(text)'")
        }
        return word
    }

    /// A list of words of a closed set.
    func words<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type) throws(RuleFileFailure)
        -> [Word]
    where Word.RawValue == String {
        var words: [Word] = []
        for text in try list(key) {
            guard let word = Word(rawValue: text) else {
                let known = Word.allCases.map(\.rawValue)
                throw failure(
                    at: value(key), "'\(key)' names \(known.joined(separator: ", ")), not '\(text)'")
            }
            words.append(word)
        }
        return words
    }

    /// The key `subject`. A run was called a capture once; files that still say so mean the same.
    func subject() throws(RuleFileFailure) -> SubjectKind {
        try text("subject") == "capture" ? .run : try word("subject", SubjectKind.self)
    }

    /// A list of scalars, written as a sequence; a single scalar counts as a list of one.
    func list(_ key: String) throws(RuleFileFailure) -> [String] {
        guard let value = value(key) else { return [] }
        switch value {
        case .scalar(let scalar): return [scalar.string]
        case .sequence(let sequence):
            var result: [String] = []
            for item in sequence.items { result.append(try scalar(item, "an item of '\(key)'")) }
            return result
        default: throw failure(at: value, "'\(key)' is a list, not \(YAMLMap.kind(of: value))")
        }
    }

    func map(_ key: String) throws(RuleFileFailure) -> YAMLMap? {
        guard let value = value(key) else { return nil }
        return try YAMLMap(value, file: file)
    }

    /// A list of mappings.
    func maps(_ key: String) throws(RuleFileFailure) -> [YAMLMap] {
        guard let value = value(key) else { return [] }
        guard case .sequence(let sequence) = value else {
            throw failure(at: value, "'\(key)' is a list, not \(YAMLMap.kind(of: value))")
        }
        var result: [YAMLMap] = []
        for item in sequence.items { result.append(try YAMLMap(item, file: file)) }
        return result
    }

    /// A mapping of scalars, in file order.
    func pairs(_ key: String) throws(RuleFileFailure) -> [(key: String, value: String)] {
        guard let map = try map(key) else { return [] }
        var result: [(key: String, value: String)] = []
        for entry in map.entries { result.append((entry.key, try scalar(entry.value, "'\(entry.key)'"))) }
        return result
    }

    func scalar(_ value: Node, _ what: String) throws(RuleFileFailure) -> String {
        guard case .scalar(let scalar) = value else {
            throw failure(at: value, "\(what) is text, not \(YAMLMap.kind(of: value))")
        }
        return scalar.string
    }

    func failure(at node: Node?, _ message: String) -> RuleFileFailure {
        YAMLMap.failure(at: (node ?? self.node).mark, file: file, message)
    }

    private static func failure(at mark: Mark, file: String, _ message: String) -> RuleFileFailure {
        RuleFileFailure(file: file, line: mark.line, column: mark.column, message: message)
    }

    static func kind(of node: Node) -> String {
        switch node {
        case .scalar: "text"
        case .mapping: "a mapping"
        case .sequence: "a list"
        }
    }
}
