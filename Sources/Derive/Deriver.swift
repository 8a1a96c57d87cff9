import Model
import Store

/// The third of the five verbs: fills the relations that some rules read with the rows of one run.
package struct Deriver: Sendable {
    private let library: RelationLibrary

    package init(_ library: RelationLibrary) {
        self.library = library
    }

    /// Makes the tables of relations that the schema does not have, without rows: for statements that are only compiled.
    package func prepare(in database: Database) throws(StoreFailure) {
        try database.derive(library.relations.map(\.table), run: 0)
    }

    /// Fills the named relations and all that they need. What nobody reads stays empty.
    ///
    /// - Parameter isCancelled: asked every now and then while a statement runs.
    /// - Returns: the relations that a limit left without their rows, and those that read them, each with the limit.
    package func derive(
        _ names: Set<String>, run: ID<RunRecord>, in database: Database,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(StoreFailure) -> [String: StoreFailure] {
        let relations = library.needed(by: names)
        guard !relations.isEmpty else { return [:] }
        var stopped: [String: StoreFailure] = [:]
        try database.derive(relations.map(\.table), run: run, isCancelled: isCancelled) { stopped[$0] = $1 }
        for relation in relations where stopped[relation.name] == nil {
            stopped[relation.name] = relation.needs.lazy.compactMap { stopped[$0] }.first
        }
        return stopped
    }
}
