/// A JSON value as captured: numbers keep their spelling, objects their order and repeated names.
public indirect enum JSONValue: Sendable, Hashable {
    /// A name of an object with its value, in the order of the text.
    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSONValue
    }

    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// The object that a text is; `nil` when it is something else, or holds a name twice with two values.
    public static func object(in text: String) -> JSONValue? {
        do {
            let value = try JSONReader.readDocument(Array(text.utf8))
            guard case .object = value else { return nil }
            return value
        } catch {
            return nil
        }
    }

    /// The first member of that name; `nil` on other values than objects.
    public subscript(_ name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    public var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    public var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The text of a string; `nil` on other values.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The text of a scalar: a string's content, a number as spelt, `true`, `false`, `null`; `nil` on arrays and objects.
    public var scalar: String? {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: nil
        }
    }

    /// More scalars of one document are not given out, and longer names are cut in paths: a small document could else
    /// give paths without bound.
    public static let mostScalars = 4_096
    private static let longestName = 128

    /// The scalars with the path of member names and indices that leads to each, in document order: `ads.0.id`.
    public var scalars: [(path: String, value: String)] {
        var found: [(path: String, value: String)] = []
        collect(path: "", into: &found)
        return found
    }

    private func collect(path: String, into found: inout [(path: String, value: String)]) {
        guard found.count < Self.mostScalars else { return }
        let prefix = path.isEmpty ? "" : path + "."
        switch self {
        case .object(let members):
            for member in members {
                member.value.collect(path: prefix + member.name.prefix(Self.longestName), into: &found)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() { element.collect(path: "\(prefix)\(index)", into: &found) }
        case .null, .bool, .number, .string:
            if let text = scalar { found.append((path, text)) }
        }
    }
}
