import SchemaLibrary

/// The schema of this version, and what the file header says about it.
enum Schema {
    /// `BPrf`: marks the file as ours (sqlite.org/pragma.html, application_id).
    static let applicationID = 0x4250_7266

    /// The file's `user_version`: that of the last schema in ``history``, which is today's.
    static var version: Int { history.count }

    /// The private tables, in the order of ``contents``.
    static let tables: [TableDescription] = contents.compactMap { content in
        guard case .rows(let type) = content else { return nil }
        return description(of: type)
    }

    /// The types whose values are the rows of ``tables``.
    static let rows: [any TableRow.Type] = contents.compactMap { content in
        guard case .rows(let type) = content else { return nil }
        return type
    }

    /// The names of all views.
    static let viewNames: [String] = contents.map { content in
        switch content {
        case .view(let name): name
        case .rows(let type): description(of: type).viewName ?? description(of: type).name
        }
    }

    /// The views that work something out, with the comments that document them.
    static let viewFiles = files(schema_views)
    /// Made after a stage's rows are in: those of decoding, then the rest.
    static let indexFiles = files(schema_indexes)

    /// Makes the tables and the views of today.
    static let creation =
        tables.map { "\($0.createTable);\n" }.joined(separator: "\n")
        + tables.compactMap { table in table.createView.map { "\n-- \(table.meaning)\n\($0);\n" } }.joined()
        + viewFiles.map { "\n\($0)" }.joined()

    /// The tables of the relation library with their indexes: derived from the views, and no part of a version.
    static let relationFile = files { $0 == 0 ? schema_relations() : schema_history(.max) }.joined()

    /// The same, one by one.
    static let relationDefinitions = Set(blocks(of: relationFile))

    /// The tables of the relation library: as public as the views.
    static let relations = relationObjects.filter { $0.type == "table" }.map(\.name)
    private static let relationObjects = SchemaObject.all(in: relationFile)

    /// The parts of a text between empty lines, each with the end of its last line.
    private static func blocks(of text: String) -> [String] {
        var blocks: [String] = []
        var block = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                block += line + "\n"
            } else if !block.isEmpty {
                blocks.append(block)
                block = ""
            }
        }
        return blocks
    }

    /// All of the schema as one text: what the last file of ``history`` says.
    static var snapshot: String {
        "-- The whole schema, made from its descriptions (Sources/Store/Tables) by `RECORD=1 swift test --filter DocumentationTests`.\n\n"
            + creation + indexFiles.map { "\n\($0)" }.joined()
    }

    private static func description<Row: TableRow>(of type: Row.Type) -> TableDescription { TableDescription(of: type) }

    private static func files(_ file: (Int) -> schema_file) -> [String] {
        var texts: [String] = []
        while let start = file(texts.count).text {
            let bytes = UnsafeRawBufferPointer(start: start, count: file(texts.count).length)
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return texts
    }
}

// MARK: - Earlier versions

extension Schema {
    /// The schemas of all versions, by which kept files are recognised. Up to ``lastOfSteps`` each has what was added to the
    /// tables; from then on each is a whole ``snapshot``.
    static let history = files(schema_history)
    static let lastOfSteps = 6
    /// One text: the views that versions up to ``lastOfSteps`` had and later ones of them replaced.
    static let formerViews = files { $0 == 0 ? schema_former_views() : schema_history(.max) }.joined()
}

// MARK: - Making it

extension Schema {
    /// What there is today, without the indexes that are made late.
    static let objects = SchemaObject.all(in: creation) + relationObjects
    /// The indexes that are made late.
    static let lateIndexes = indexFiles.flatMap(SchemaObject.all)

    /// Makes what a file of an earlier version holds: up to ``lastOfSteps`` its tables, from then on everything.
    static func create(version: Int, on connection: Connection) throws(StoreFailure) {
        let texts = version > lastOfSteps ? history[version - 1...version - 1] : history[..<version]
        try connection.transaction { (handle) throws(StoreFailure) in
            for text in texts { try connection.execute(text, on: handle) }
        }
    }
}
