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

    static var version: Int { steps.count }

    /// The documented views in file order.
    static let documents: [SchemaDocument.View] = viewFiles.flatMap { SchemaDocument.views(in: $0) }
    static let views = Set(documents.map(\.name))

    /// The private tables: not for rules, users or reports.
    static let tables = Set(
        steps.flatMap { step in
            step.split(separator: "\n").filter { $0.hasPrefix("CREATE TABLE ") }
                .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
        })

    private static func files(_ file: (Int) -> schema_file) -> [String] {
        var texts: [String] = []
        while let start = file(texts.count).text {
            let bytes = UnsafeRawBufferPointer(start: start, count: file(texts.count).length)
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return texts
    }
}
