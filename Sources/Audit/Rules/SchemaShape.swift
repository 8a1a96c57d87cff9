/// A part of a JSON Schema.
indirect enum SchemaShape: Sendable {
    case text, scalar, number, flag
    /// One text or several.
    case texts
    case words([String])
    case list(SchemaShape)
    case listOrOne(SchemaShape)
    case map(SchemaShape)
    /// A mapping with these names alone.
    case names([String], SchemaShape)
    case object([(String, SchemaShape)], required: [String] = [])
    case either([SchemaShape])
    case described(SchemaShape, String)
    case literal(String)

    /// The names and values of the schema, in their order.
    var members: [(String, SchemaShape.Value)] {
        switch self {
        case .text: [("type", .literal("string"))]
        case .scalar: [("type", .texts(["string", "number", "boolean", "null"]))]
        case .number: [("type", .literal("number"))]
        case .flag: [("type", .literal("boolean"))]
        case .texts:
            [("anyOf", .shapes([.scalar, .list(.scalar)]))]
        case .words(let words): [("enum", .texts(words))]
        case .list(let item): [("type", .literal("array")), ("items", .shape(item))]
        case .listOrOne(let item): [("anyOf", .shapes([item, .list(item)]))]
        case .map(let value): [("type", .literal("object")), ("additionalProperties", .shape(value))]
        case .names(let names, let value): SchemaShape.object(names.map { ($0, value) }).members
        case .object(let properties, let required):
            [
                ("type", .literal("object")),
                ("properties", .members(properties.map { ($0.0, .shape($0.1)) })),
            ] + (required.isEmpty ? [] : [("required", .texts(required))]) + [("additionalProperties", .no)]
        case .either(let shapes): [("anyOf", .shapes(shapes))]
        case .described(let shape, let meaning): shape.members + [("description", .literal(meaning))]
        case .literal(let text): [("const", .literal(text))]
        }
    }

    indirect enum Value: Sendable {
        case literal(String)
        case texts([String])
        case shape(SchemaShape)
        case shapes([SchemaShape])
        case members([(String, Value)])
        case no
    }

    static func text(_ members: [(String, Value)], _ depth: Int) -> String {
        let indent = String(repeating: " ", count: 2 * depth + 2)
        let lines = members.map { "\(indent)\(quoted($0.0)): \(text($0.1, depth + 1))" }
        return "{\n\(lines.joined(separator: ",\n"))\n\(String(repeating: " ", count: 2 * depth))}"
    }

    private static func text(_ value: Value, _ depth: Int) -> String {
        switch value {
        case .literal(let text): quoted(text)
        case .texts(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
        case .shape(let shape): text(shape.members, depth)
        case .shapes(let shapes): "[\(shapes.map { text($0.members, depth) }.joined(separator: ", "))]"
        case .members(let members): members.isEmpty ? "{}" : text(members, depth)
        case .no: "false"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
