import CSQLite

/// Brings a file's schema to this version, or says why it cannot.
extension Schema {
    /// Creates the schema in an empty database.
    static func create(on connection: Connection) throws(StoreFailure) {
        try connection.transaction { (handle) throws(StoreFailure) in
            try connection.execute("PRAGMA application_id = \(applicationID)", on: handle)
            try bringUp(connection, on: handle, from: 0)
        }
    }

    /// Checks whose file it is and of which version, and runs the steps it lacks.
    static func adopt(_ connection: Connection, path: String, readOnly: Bool) throws(StoreFailure) {
        let found = try connection.access { (handle) throws(StoreFailure) in
            guard try number("PRAGMA application_id", on: handle) == applicationID else {
                throw .notBeaconProof(path: path)
            }
            return try number("PRAGMA user_version", on: handle)
        }
        if found == version { return }
        if found > version { throw .newerFile(path: path, found: found, known: version) }
        if readOnly { throw .olderFile(path: path, found: found, known: version) }
        try connection.transaction { (handle) throws(StoreFailure) in
            try bringUp(connection, on: handle, from: found)
        }
    }

    private static func bringUp(
        _ connection: Connection, on handle: OpaquePointer, from found: Int
    ) throws(StoreFailure) {
        for step in steps.dropFirst(found) { try connection.execute(step, on: handle) }
        for view in try names(ofType: "view", on: handle) { try connection.execute("DROP VIEW \(view)", on: handle) }
        for file in viewFiles { try connection.execute(file, on: handle) }
        try connection.execute("PRAGMA user_version = \(version)", on: handle)
    }

    private static func number(_ sql: String, on handle: OpaquePointer) throws(StoreFailure) -> Int {
        let statement = try Statement(sql, on: handle)
        return try statement.step() ? statement.int(0) ?? 0 : 0
    }

    private static func names(ofType type: String, on handle: OpaquePointer) throws(StoreFailure) -> [String] {
        let statement = try Statement("SELECT name FROM sqlite_schema WHERE type = :type ORDER BY name", on: handle)
        try statement.bind(["type": .text(type)])
        var names: [String] = []
        while try statement.step() { names.append("\"\(statement.text(0) ?? "")\"") }
        return names
    }
}
