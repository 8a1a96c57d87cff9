import CSQLite

/// Makes the schema, and brings rows of an earlier one to this version. Files of others are never changed: their rows are
/// copied first (``Copying``).
extension Schema {
    /// Creates the schema in an empty database.
    ///
    /// - Parameter version: an earlier one has its tables and no views.
    static func create(on connection: Connection, version: Int = version) throws(StoreFailure) {
        try connection.transaction { (handle) throws(StoreFailure) in
            try connection.execute("PRAGMA application_id = \(applicationID)", on: handle)
            for step in steps.prefix(version) { try connection.execute(step, on: handle) }
            if version == Schema.version { try makeViews(connection, on: handle) }
        }
    }

    /// Runs the steps that a database lacks which ``create(on:version:)`` made for an earlier version.
    static func bringUp(_ connection: Connection, from found: Int) throws(StoreFailure) {
        try connection.transaction { (handle) throws(StoreFailure) in
            for step in steps.dropFirst(found) { try connection.execute(step, on: handle) }
            try makeViews(connection, on: handle)
        }
    }

    private static func makeViews(_ connection: Connection, on handle: OpaquePointer) throws(StoreFailure) {
        for file in viewFiles + [relationFile] { try connection.execute(file, on: handle) }
        try connection.execute("PRAGMA user_version = \(version)", on: handle)
    }
}
