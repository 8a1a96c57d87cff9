/// docs/records.schema.json: the JSON Schema of the records as NDJSON holds them.
package enum RecordSchema {
    package static var json: String {
        let kinds = RecordKind.all.map(object)
        let references = RecordKind.all.map { "    { \"$ref\": \"#/$defs/\($0.name)\" }" }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Records of beaconproof export",
              "description": "Frozen: fields are added only with a new version of a schema. Identifiers are as captured unless --redact was given.",
              "oneOf": [
            \(references.joined(separator: ",\n"))
              ],
              "$defs": {
            \(kinds.joined(separator: ",\n"))
              }
            }

            """
    }

    private static func object(_ kind: RecordKind) -> String {
        let names = (["schema"] + kind.columns.map(\.name)).map { "\"\($0)\"" }.joined(separator: ", ")
        let fields = kind.columns.map { column in
            let type = column.isOptional ? "[\"\(type(column))\", \"null\"]" : "\"\(type(column))\""
            let format = column.kind == .timestamp ? ", \"format\": \"date-time\"" : ""
            return "        \"\(column.name)\": { \"type\": \(type)\(format), \"description\": \"\(column.meaning)\" }"
        }
        return """
                "\(kind.name)": {
                  "type": "object",
                  "description": "\(kind.meaning)",
                  "additionalProperties": false,
                  "required": [\(names)],
                  "properties": {
                    "schema": { "const": "\(kind.schema)" },
            \(fields.joined(separator: ",\n"))
                  }
                }
            """
    }

    private static func type(_ column: RecordColumn) -> String {
        switch column.kind {
        case .text, .timestamp: "string"
        case .integer: "integer"
        case .boolean: "boolean"
        }
    }
}
