/// What a table of a relation looks like, whichever library it comes from: columns with types, a key, nothing that is worked out.
///
/// A kept file has the relations of the library that judged it. They are not compared with today's, because they are derived
/// anew where they are needed; what does not look like this is not a relation, and nobody of ours made it.
enum RelationShape {
    /// - Returns: the objects without those that belong to relations.
    static func withoutRelations(_ objects: [SchemaObject]) -> [SchemaObject] {
        let tables = Set(objects.filter { $0.type == "table" && isTable($0.sql ?? "", named: $0.name) }.map(\.name))
        return objects.filter { object in
            guard tables.contains(object.table) else { return true }
            switch object.type {
            case "table": return false
            case "index": return !isIndex(object.sql ?? "", named: object.name, of: object.table)
            default: return true
            }
        }
    }

    private static let privateTables = Set(Schema.tables.map(\.rowName))

    /// `CREATE TABLE name (column TYPE [NOT NULL] [REFERENCES table], …[, PRIMARY KEY (…)]) STRICT[, WITHOUT ROWID]`.
    static func isTable(_ sql: String, named name: String) -> Bool {
        var tokens = Tokens(sql)
        // The private tables are compared byte for byte.
        guard !privateTables.contains(name), tokens.take("CREATE", "TABLE", name, "(") else { return false }
        var columns = 0
        while !tokens.take("PRIMARY", "KEY", "(") {
            guard tokens.takeName(), tokens.take(anyOf: ["INTEGER", "TEXT", "REAL", "BLOB"]) else { return false }
            if tokens.take("NOT"), !tokens.take("NULL") { return false }
            if tokens.take("REFERENCES"), !tokens.takeName() { return false }
            columns += 1
            if tokens.take(")", "STRICT") { return tokens.isAtEnd }
            guard tokens.take(",") else { return false }
        }
        return columns > 0 && tokens.takeNames() && tokens.take(")", ")", "STRICT", ",", "WITHOUT", "ROWID")
            && tokens.isAtEnd
    }

    /// `CREATE INDEX name ON table (column, …)`.
    static func isIndex(_ sql: String, named name: String, of table: String) -> Bool {
        var tokens = Tokens(sql)
        return tokens.take("CREATE", "INDEX", name, "ON", table, "(") && tokens.takeNames() && tokens.take(")")
            && tokens.isAtEnd
    }
}

/// Words, parentheses and commas; anything else is a token that no form of ours has.
private struct Tokens {
    private var rest: ArraySlice<String>

    init(_ sql: String) {
        var tokens: [String] = []
        for line in sql.split(separator: "\n") {
            var word = ""
            var scalars = line.unicodeScalars[...]
            while let scalar = scalars.popFirst() {
                // The rest of the line is a comment.
                if scalar == "-", scalars.first == "-" { break }
                if scalar == "_" || scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar) {
                    word.unicodeScalars.append(scalar)
                    continue
                }
                if !word.isEmpty { tokens.append(word) }
                word = ""
                if scalar != " " { tokens.append(String(scalar)) }
            }
            if !word.isEmpty { tokens.append(word) }
        }
        rest = tokens[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Takes these if all of them come next.
    mutating func take(_ expected: String...) -> Bool {
        guard rest.starts(with: expected) else { return false }
        rest.removeFirst(expected.count)
        return true
    }

    mutating func take(anyOf expected: Set<String>) -> Bool {
        guard let next = rest.first, expected.contains(next) else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes a name: ours are in lower case.
    mutating func takeName() -> Bool {
        guard let next = rest.first,
            next.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) == true,
            next.utf8.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes one name or more, with commas between.
    mutating func takeNames() -> Bool {
        repeat {
            guard takeName() else { return false }
        } while take(",")
        return true
    }
}
