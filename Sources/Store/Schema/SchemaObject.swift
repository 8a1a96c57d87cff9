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

/// What a file of one schema version may hold: what the shipped steps make, byte for byte.
struct ExpectedSchema: Sendable {
    /// What must be there.
    private let required: Set<SchemaObject>
    /// What may be there besides: indexes, which are made late, and views of an earlier version.
    private let allowed: Set<SchemaObject>

    /// - Parameter version: of the file.
    static func of(version: Int) throws(StoreFailure) -> ExpectedSchema {
        let today = try current.get()
        guard version < Schema.version else { return today }
        let tables = try made(version: version).filter { $0.type != "view" }
        let later = today.required.filter { $0.type == "view" }
        return ExpectedSchema(
            required: tables, allowed: today.allowed.union(later).union(Schema.earlierViews))
    }

    /// - Returns: the first thing that is missing or nobody shipped, in words; `nil` when there is none.
    func difference(from found: [SchemaObject]) -> String? {
        var missing = required
        var seen: Set<SchemaObject> = []
        for object in found {
            guard missing.remove(object) != nil || allowed.contains(object), seen.insert(object).inserted else {
                return "\(object.type) '\(object.name)' is not as beaconproof makes it"
            }
        }
        return missing.map { "\($0.type) '\($0.name)' is missing, or is not as beaconproof makes it" }.min()
    }

    private static let current: Result<ExpectedSchema, StoreFailure> = {
        do throws(StoreFailure) {
            let made = try made(version: Schema.version)
            return .success(
                ExpectedSchema(
                    required: made.filter { !isMadeLate($0) }, allowed: made.filter(isMadeLate)))
        } catch {
            return .failure(error)
        }
    }()

    private static func isMadeLate(_ object: SchemaObject) -> Bool {
        object.type == "index" && object.sql != nil
    }

    /// The steps up to a version, run in a database of their own.
    private static func made(version: Int) throws(StoreFailure) -> Set<SchemaObject> {
        let connection = try Connection.fresh(at: Connection.temporaryPath, version: version)
        return try connection.access { (handle) throws(StoreFailure) in
            if version == Schema.version {
                for file in Schema.indexFiles { try connection.execute(file, on: handle) }
            }
            return Set(try SchemaObject.all(on: handle))
        }
    }
}

extension Schema {
    /// Views of earlier versions that are different today.
    fileprivate static let earlierViews: Set<SchemaObject> = Set(
        earlierViewTexts.map { text in
            let name = String(text.dropFirst("CREATE VIEW ".count).prefix { $0 != " " })
            return SchemaObject(type: "view", name: name, table: name, sql: text)
        })

    /// The statements of the file, as SQLite keeps them: without the semicolon and what stands before them.
    static var earlierViewTexts: [String] {
        var texts: [String] = []
        var lines: [Substring] = []
        for line in earlierViewFile.split(separator: "\n") {
            if line.hasPrefix("CREATE VIEW ") { lines = [] } else if lines.isEmpty { continue }
            lines.append(line)
            guard line.hasSuffix(";") else { continue }
            texts.append(String(lines.joined(separator: "\n").dropLast()))
            lines = []
        }
        return texts
    }
}
