/// One row of `sqlite_schema`: a table, index, view or trigger as SQLite keeps it.
struct SchemaObject: Hashable {
    var type: String
    var name: String
    var table: String
    /// `nil` for the indexes that SQLite makes for keys.
    var sql: String?

    /// More than the schema ever has. A file with more is not read to the end.
    private static let most = 1_000

    static func all(on handle: OpaquePointer) throws(StoreFailure) -> [SchemaObject] {
        let statement = try Statement("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT \(most)", on: handle)
        var objects: [SchemaObject] = []
        while try statement.step() {
            objects.append(
                SchemaObject(
                    type: statement.text(0) ?? "", name: statement.text(1) ?? "", table: statement.text(2) ?? "",
                    sql: statement.text(3)))
        }
        return objects
    }
}

/// What a file of one schema version may hold: what that version makes, byte for byte, and relations (``RelationShape``).
struct ExpectedSchema: Sendable {
    /// What must be there.
    private let required: Set<SchemaObject>
    /// What may be there besides: indexes, which are made late, and views of an earlier version.
    private let allowed: Set<SchemaObject>

    /// - Parameter version: of the file.
    static func of(version: Int) throws(StoreFailure) -> ExpectedSchema {
        if version == Schema.version { return today }
        let made = try objects { (connection) throws(StoreFailure) in
            try Schema.create(version: version, on: connection)
        }
        guard version <= Schema.lastOfSteps else { return ExpectedSchema(made) }
        // Views were made anew whenever the version rose, so that a file may hold the last ones of that time or former ones.
        let last = try objects { (connection) throws(StoreFailure) in
            try Schema.create(version: Schema.lastOfSteps + 1, on: connection)
        }
        let late = RelationShape.withoutRelations(Array(last)).filter { $0.type == "view" || $0.isMadeLate }
        return ExpectedSchema(required: made, allowed: Set(late).union(Schema.formerViewObjects))
    }

    private init(required: Set<SchemaObject>, allowed: Set<SchemaObject>) {
        self.required = required
        self.allowed = allowed
    }

    private init(_ objects: Set<SchemaObject>) {
        let objects = Set(RelationShape.withoutRelations(Array(objects)))
        self.init(required: objects.filter { !$0.isMadeLate }, allowed: objects.filter(\.isMadeLate))
    }

    /// - Returns: the first thing that is missing or nobody shipped, in words; `nil` when there is none.
    func difference(from found: [SchemaObject]) -> String? {
        var missing = required
        var seen: Set<SchemaObject> = []
        for object in RelationShape.withoutRelations(found) {
            guard missing.remove(object) != nil || allowed.contains(object), seen.insert(object).inserted else {
                return "\(object.type) '\(object.name)' is not as beaconproof makes it"
            }
        }
        return missing.map { "\($0.type) '\($0.name)' is missing, or is not as beaconproof makes it" }.min()
    }

    private static let today = ExpectedSchema(Set(Schema.objects + Schema.lateIndexes))

    /// What `make` makes in a database of its own.
    private static func objects(
        _ make: (Connection) throws(StoreFailure) -> Void
    ) throws(StoreFailure) -> Set<SchemaObject> {
        let connection = try Connection(path: Connection.temporaryPath, readOnly: false)
        try make(connection)
        return try connection.access { (handle) throws(StoreFailure) in Set(try SchemaObject.all(on: handle)) }
    }
}

extension SchemaObject {
    fileprivate var isMadeLate: Bool { type == "index" && sql != nil }
}

extension Schema {
    fileprivate static let formerViewObjects: Set<SchemaObject> = Set(
        formerViewTexts.map { text in
            let name = String(text.dropFirst("CREATE VIEW ".count).prefix { $0 != " " })
            return SchemaObject(type: "view", name: name, table: name, sql: text)
        })

    /// The statements of the file, as SQLite keeps them: without the semicolon and what stands before them.
    static var formerViewTexts: [String] {
        var texts: [String] = []
        var lines: [Substring] = []
        for line in formerViews.split(separator: "\n") {
            if line.hasPrefix("CREATE VIEW ") { lines = [] } else if lines.isEmpty { continue }
            lines.append(line)
            guard line.hasSuffix(";") else { continue }
            texts.append(String(lines.joined(separator: "\n").dropLast()))
            lines = []
        }
        return texts
    }
}
