import Testing

@testable import Store

/// A schema that is put together is the one that its statements make.
@Suite struct EmptyDatabaseTests {
    @Test(arguments: [Load.small, .large])
    func isWhatTheStatementsMake(load: Load) throws {
        let made = try Connection(path: Connection.temporaryPath, readOnly: false)
        try made.access { (handle) throws(StoreFailure) in
            try made.execute(Schema.creation + Schema.relationFile, on: handle)
            for file in Schema.indexFiles { try made.execute(file, on: handle) }
        }
        let database = try Database.temporary(for: load)
        try database.finishLoading()
        #expect(try objects(of: database.connection) == objects(of: made))
    }

    @Test(arguments: [Load.small, .large])
    func isSound(load: Load) throws {
        let database = try Database.temporary(for: load)
        try database.finishLoading()
        #expect(try database.rows("PRAGMA integrity_check").map { $0.text("integrity_check") } == ["ok"])
        let header = "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
        let row = try #require(try database.rows(header).first)
        #expect(row.int("application_id") == Schema.applicationID)
        #expect(row.int("user_version") == Schema.version)
    }

    @Test func nobodyWritesTheSchemaAfterwards() throws {
        let database = try Database.temporary(for: .small)
        #expect(throws: StoreFailure.self) { try database.rows("DELETE FROM sqlite_schema RETURNING name") }
        #expect(try database.rows("SELECT 1 FROM exchange").isEmpty)
    }

    /// A kept file of a small capture is one like any other.
    @Test func isKept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.db")
        try Database.create(at: path, for: .small).publish()
        #expect(try Database.open(path).runs().isEmpty)
    }

    private func objects(of connection: Connection) throws -> Set<SchemaObject> {
        try connection.access { (handle) throws(StoreFailure) in Set(try SchemaObject.all(on: handle)) }
    }
}
