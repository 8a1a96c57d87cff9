/// An element of an ad document: what the readers need of XML, and no more.
struct XMLNode: Sendable, Hashable {
    /// Local name in lower case: documents in the field spell `Vast` and `vmap:AdBreak` in many ways.
    var name: String
    /// Names in lower case, without prefix.
    var attributes: [String: String] = [:]
    /// Character data and CDATA sections of the element itself, joined in document order.
    var text = ""
    var children: [XMLNode] = []
    /// The line of the start tag, from 1.
    var line = 0

    init(name: String) {
        self.name = name
    }

    /// The text without white space at its ends.
    var trimmedText: String { TrackerTemplate.trim(text) }

    func first(_ name: String) -> XMLNode? {
        children.first { $0.name == name }
    }

    func all(_ name: String) -> [XMLNode] {
        children.filter { $0.name == name }
    }

    /// The first element at the end of a path of names.
    func first(_ path: String...) -> XMLNode? {
        path.reduce(self as XMLNode?) { node, name in node?.first(name) }
    }

    /// Descendants with this name, in document order, not looking inside one that was found.
    func descendants(_ name: String) -> [XMLNode] {
        children.flatMap { $0.name == name ? [$0] : $0.descendants(name) }
    }
}

/// Where and why a document is not well-formed.
struct XMLFault: Error, Sendable, Hashable {
    var line: Int
    var column: Int
    var reason: String

    var description: String { "line \(line), column \(column): \(reason)" }
}
