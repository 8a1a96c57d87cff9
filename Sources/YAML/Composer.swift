/// Builds the tree of one document from libyaml's events.
///
/// An alias stands for its anchor's node. Trees are bounded in depth and in size, aliases counted in full, so that a few
/// lines of aliases of aliases cannot cost more than a file of that size.
struct Composer: ~Copyable {
    static let maximumDepth = 64
    static let maximumNodes = 1_000_000
    private static let smallMapping = 16

    private let events: EventReader
    private var anchors: [String: (node: Node, size: Int)] = [:]
    private var size = 0

    init(_ text: String) throws(YAMLFailure) {
        events = try EventReader(text)
    }

    /// - Returns: `nil` for a text without a document.
    mutating func document() throws(YAMLFailure) -> Node? {
        var event = try events.next()
        if case .streamStart = event.kind { event = try events.next() }
        guard case .documentStart = event.kind else { return nil }
        let root = try node(from: try events.next(), depth: 0)
        // The document's end, then the next document or the end of the stream.
        _ = try events.next()
        let following = try events.next()
        guard case .streamEnd = following.kind else {
            throw YAMLFailure(message: "expected one document, found another", mark: following.mark)
        }
        return root
    }

    private mutating func node(from event: Event, depth: Int) throws(YAMLFailure) -> Node {
        guard depth < Composer.maximumDepth else {
            throw YAMLFailure(message: "nested more than \(Composer.maximumDepth) levels deep", mark: event.mark)
        }
        let before = size
        try count(1, at: event.mark)
        switch event.kind {
        case .scalar(let text, let isBlock, let anchor):
            return keep(.scalar(.init(string: text, isBlock: isBlock, mark: event.mark)), anchor, since: before)
        case .sequenceStart(let anchor):
            var items: [Node] = []
            while let item = try nextItem(depth) { items.append(item) }
            return keep(.sequence(.init(items: items, mark: event.mark)), anchor, since: before)
        case .mappingStart(let anchor):
            return keep(.mapping(try mapping(at: event.mark, depth: depth)), anchor, since: before)
        case .alias(let name):
            guard let anchor = anchors[name] else {
                throw YAMLFailure(message: "the alias '\(name)' has no anchor before it", mark: event.mark)
            }
            try count(anchor.size - 1, at: event.mark)
            return anchor.node
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .collectionEnd, .nothing:
            throw YAMLFailure(message: "expected a value", mark: event.mark)
        }
    }

    /// The next part of a sequence or mapping, `nil` at its end.
    private mutating func nextItem(_ depth: Int) throws(YAMLFailure) -> Node? {
        let event = try events.next()
        if case .collectionEnd = event.kind { return nil }
        return try node(from: event, depth: depth + 1)
    }

    private mutating func mapping(at mark: Mark, depth: Int) throws(YAMLFailure) -> Node.Mapping {
        var pairs: [Node.Pair] = []
        // Most mappings are small: a set is worth its cost only for the others.
        var keys: Set<String> = []
        while let key = try nextItem(depth) {
            if pairs.count == Composer.smallMapping { keys = Set(pairs.compactMap(\.key.string)) }
            let isTaken =
                key.string.map { string in
                    pairs.count < Composer.smallMapping
                        ? pairs.contains { $0.key.string == string } : !keys.insert(string).inserted
                } ?? false
            if isTaken, case .scalar(let scalar) = key {
                throw YAMLFailure(message: "the key '\(scalar.string)' is given twice", mark: key.mark)
            }
            guard let value = try nextItem(depth) else {
                throw YAMLFailure(message: "expected a value", mark: key.mark)
            }
            pairs.append(Node.Pair(key: key, value: value))
        }
        return Node.Mapping(pairs: pairs, mark: mark)
    }

    private mutating func keep(_ node: Node, _ anchor: String?, since before: Int) -> Node {
        if let anchor { anchors[anchor] = (node, size - before) }
        return node
    }

    private mutating func count(_ nodes: Int, at mark: Mark) throws(YAMLFailure) {
        size += nodes
        guard size <= Composer.maximumNodes else {
            throw YAMLFailure(message: "more than \(Composer.maximumNodes) values", mark: mark)
        }
    }
}

extension Node {
    /// Reads a YAML text (JSON is YAML too) that holds one document.
    ///
    /// - Returns: `nil` for a text without a value.
    package init?(yaml text: String) throws(YAMLFailure) {
        var composer = try Composer(text)
        guard let root = try composer.document() else { return nil }
        self = root
    }
}
