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
        try database.derive(library.relations.map { $0.table(filledBy: $0.parts) }, run: 0)
    }

    /// Fills the named relations and all that they need. What nobody reads stays empty, and so does what can have no rows.
    ///
    /// - Parameters:
    ///   - presence: the rows there are.
    ///   - values: the settings and facts of the run, where they have been read.
    ///   - isCancelled: asked every now and then while a statement runs.
    /// - Returns: the relations that a limit left without their rows, and those that read them, each with the limit.
    package func derive(
        _ names: Set<String>, run: ID<RunRecord>, in database: Database, presence: Presence? = nil,
        values: [String: SQLValue]? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(StoreFailure) -> [String: StoreFailure] {
        let presence = presence ?? Presence(library.asked, relations: library.relations.map(\.name), in: database)
        let relations = try relations(needed: names, presence)
        let values = if let values { values } else { try RunValues.read(of: run, in: database) }
        var stopped: [String: StoreFailure] = [:]
        for relation in relations {
            var parts: [Relation.Part] = []
            for part in relation.parts {
                if try presence.holds(part.precondition) {
                    parts.append(part)
                } else if presence.isDoubted {
                    try check(part, of: relation, run, values, in: database, isCancelled)
                }
            }
            let count = try database.derive(
                [relation.table(filledBy: parts, values: values)], run: run, values, isCancelled: isCancelled
            ) { stopped[$0] = $1 }
            if stopped[relation.name] == nil {
                stopped[relation.name] = relation.needs.lazy.compactMap { stopped[$0] }.first
            }
            presence.note(relation.name, hasRows: stopped[relation.name] == nil ? count > 0 : nil)
        }
        return stopped
    }

    /// The named relations and all that they need. What can have no rows needs nothing, and is known to have none.
    private func relations(needed names: Set<String>, _ presence: Presence) throws(StoreFailure) -> [Relation] {
        let relations = library.needed(by: names)
        guard !presence.isDoubted else { return relations }
        for relation in relations where try filling(relation, presence).isEmpty {
            presence.note(relation.name, hasRows: false)
        }
        var wanted = names
        for relation in relations.reversed() where wanted.contains(relation.name) {
            for part in try filling(relation, presence) { wanted.formUnion(part.needs) }
        }
        return relations.filter { wanted.contains($0.name) }
    }

    /// The SELECTs of a relation that may find rows.
    private func filling(_ relation: Relation, _ presence: Presence) throws(StoreFailure) -> [Relation.Part] {
        var parts: [Relation.Part] = []
        for part in relation.parts where try presence.holds(part.precondition) { parts.append(part) }
        return parts
    }

    private func check(
        _ part: Relation.Part, of relation: Relation, _ run: ID<RunRecord>, _ values: [String: SQLValue],
        in database: Database, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(StoreFailure) {
        let count = try database.derive(
            [relation.table(filledBy: [part], values: values)], run: run, values, isCancelled: isCancelled)
        guard count == 0 else {
            throw .refused("\(relation.path): its SELECT has rows where its precondition does not hold")
        }
    }
}
