import Store

/// The statements of a relation.
extension Relation {
    /// `CREATE TABLE` with the meaning of the table and of each column, and its indexes. Rows with a key lie in the order of
    /// the key.
    package var definition: String {
        var lines = ["-- \(meaning)", "CREATE TABLE \(name) (", "  run INTEGER NOT NULL, -- The run."]
        for (place, column) in columns.enumerated() {
            let comma = place == columns.count - 1 && key.isEmpty ? "" : ","
            lines.append("  \(column.declaration)\(comma) -- \(column.meaning)")
        }
        if !key.isEmpty { lines.append("  PRIMARY KEY (\((["run"] + key).joined(separator: ", ")))") }
        lines.append(key.isEmpty ? ") STRICT;" : ") STRICT, WITHOUT ROWID;")
        return lines.joined(separator: "\n") + "\n" + indexDefinitions(in: "main")
    }

    private func indexDefinitions(in schema: String) -> String {
        indexes.map { columns in
            let name = (["by", self.name] + columns).joined(separator: "_")
            let prefix = schema == "main" ? "" : "\(schema)."
            return "CREATE INDEX \(prefix)\(name) ON \(self.name) (\((["run"] + columns).joined(separator: ", ")));\n"
        }.joined()
    }

    /// The same without words, for one connection only.
    private var temporaryDefinition: String {
        let declared = ["run INTEGER NOT NULL"] + columns.map(\.declaration)
        let constraint = key.isEmpty ? "" : ", PRIMARY KEY (\((["run"] + key).joined(separator: ", ")))"
        let options = key.isEmpty ? "STRICT" : "STRICT, WITHOUT ROWID"
        return "CREATE TEMP TABLE \(name) (\(declared.joined(separator: ", "))\(constraint)) \(options);\n"
            + indexDefinitions(in: "temp")
    }

    /// Filled by some of the SELECTs, or all.
    ///
    /// - Parameter values: of the parameters that the SELECTs may have.
    func table(filledBy parts: [Part], values: [String: SQLValue] = [:]) -> RelationTable {
        RelationTable(
            name: name, columns: columns.map(\.name),
            selects: parts.map { SQLMacros.expand($0.select, values: values).sql },
            definition: isShipped ? nil : definition,
            temporaryDefinition: isShipped ? "" : temporaryDefinition)
    }
}

extension Relation.Column {
    fileprivate var declaration: String {
        "\(name) \(kind.rawValue)\(isRequired ? " NOT NULL" : "")\(references.map { " REFERENCES \($0)" } ?? "")"
    }
}
