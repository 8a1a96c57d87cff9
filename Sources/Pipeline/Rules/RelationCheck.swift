import Audit
import Derive
import Store

/// Finds the mistakes of relations that only a database can find: SQL that does not compile, columns that are missing, needs
/// that are not named or not used.
struct RelationCheck {
    let settings: Set<String>
    let library: RelationLibrary

    /// Leaves the relations that the schema does not have in the database, for the rules that read them.
    func check(in database: Database) throws(PipelineFailure) {
        try PipelineFailure.storing { () throws(StoreFailure) in try Deriver(library).prepare(in: database) }
        for relation in library.relations {
            for part in relation.parts { try check(part, of: relation, database) }
        }
    }

    private func check(
        _ part: Relation.Part, of relation: Relation, _ database: Database
    ) throws(PipelineFailure) {
        let path = "library/\(part.package)/\(relation.name).sql"
        let select = SQLMacros.expand(part.select)
        for key in select.settings.sorted() where !settings.contains(key) {
            throw failure(path, "the setting '\(key)' is not in settings.yaml")
        }
        let read = library.names(in: part.select)
        for name in read.subtracting(part.needs).sorted() {
            throw failure(path, "it reads the relation \(name); say '-- needs: \(name)'")
        }
        for name in part.needs where !read.contains(name) { throw failure(path, "it does not read \(name)") }
        let found: [String]
        do {
            found = try database.restricted { (queries) throws(StoreFailure) in try queries.columns(of: select.sql) }
        } catch {
            throw failure(path, error.description)
        }
        let declared = relation.columns.map(\.name)
        guard Set(found) == Set(declared), found.count == declared.count else {
            throw failure(
                path,
                "the SELECT gives \(found.joined(separator: ", ")), and declared are \(declared.joined(separator: ", "))"
            )
        }
    }

    private func failure(_ path: String, _ message: String) -> PipelineFailure {
        .file(RuleFileFailure(file: path, line: 0, column: 0, message: message))
    }
}
