import SchemaLibrary

/// The SQL files of the schema (Sources/SchemaLibrary), and what the file header says about them.
enum Schema {
    /// `BPrf`: marks the file as ours (sqlite.org/pragma.html, application_id).
    static let applicationID = 0x4250_7266

    /// Forward-only; the number of the last one is the file's `user_version`. Any change of a view is a step too, because
    /// views are made anew whenever the version rises.
    static let steps = files(schema_step)
    static let viewFiles = files(schema_views)
    /// Made after a stage's rows are in: those of decoding, then the rest.
    static let indexFiles = files(schema_indexes)

    /// One text: the views that a later step replaced.
    static let earlierViewFile = files { $0 == 0 ? schema_earlier() : schema_step(.max) }.joined()

    /// The tables of the relation library with their indexes: derived from the views, and made anew rather than brought up.
    static let relationFile = files { $0 == 0 ? schema_relations() : schema_step(.max) }.joined()

    /// The same, one by one.
    static let relationDefinitions = Set(blocks(of: relationFile))

    static var version: Int { steps.count }

    /// The documented views.
    static let views = Set(viewFiles.flatMap { created("VIEW", in: $0) })

    /// The tables of the relation library: as public as the views.
    static let relations = created("TABLE", in: relationFile)

    /// The private tables: not for rules, users or reports.
    static let tables = Set(steps.flatMap { created("TABLE", in: $0) })

    /// The names in lines that begin with `CREATE VIEW` or `CREATE TABLE`. Each process reads them, so that bytes are compared.
    private static func created(_ kind: String, in sql: String) -> [String] {
        let start = Array("CREATE \(kind) ".utf8)
        return sql.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: start) }
            .map { String(decoding: $0.dropFirst(start.count).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) }
    }

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

    private static func files(_ file: (Int) -> schema_file) -> [String] {
        var texts: [String] = []
        while let start = file(texts.count).text {
            let bytes = UnsafeRawBufferPointer(start: start, count: file(texts.count).length)
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return texts
    }
}
