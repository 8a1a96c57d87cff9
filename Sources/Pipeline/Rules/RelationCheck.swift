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
        for relation in library.relations { try check(relation, database) }
    }

    private func check(_ relation: Relation, _ database: Database) throws(PipelineFailure) {
        let select = SQLMacros.expand(relation.select)
        for key in select.settings.sorted() where !settings.contains(key) {
            throw failure(relation, "the setting '\(key)' is not in settings.yaml")
        }
        let read = library.names(in: relation.select)
        for name in read.subtracting(relation.needs).sorted() {
            throw failure(relation, "it reads the relation \(name); say '-- needs: \(name)'")
        }
        for name in relation.needs where !read.contains(name) { throw failure(relation, "it does not read \(name)") }
        let found: [String]
        do {
            found = try database.restricted { (queries) throws(StoreFailure) in try queries.columns(of: select.sql) }
        } catch {
            throw failure(relation, error.description)
        }
        let declared = relation.columns.map(\.name)
        guard Set(found) == Set(declared), found.count == declared.count else {
            throw failure(
                relation,
                "the SELECT gives \(found.joined(separator: ", ")), and declared are \(declared.joined(separator: ", "))"
            )
        }
    }

    private func failure(_ relation: Relation, _ message: String) -> PipelineFailure {
        .file(
            RuleFileFailure(
                file: "library/\(relation.package)/\(relation.name).sql", line: 0, column: 0, message: message))
    }
}
