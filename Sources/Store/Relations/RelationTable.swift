import CSQLite
import Model

/// A table that is filled from the views, as the store sees it: what it is filled with is the business of whoever derives.
public struct RelationTable: Sendable, Hashable {
    public var name: String
    /// Without `run`, which comes first.
    public var columns: [String]
    /// SELECTs with a value for each column, for the run `:run`.
    public var selects: [String]
    /// The statements that make the table and its indexes, as they stand in the schema where it is a part of that; `nil` where
    /// it surely is.
    public var definition: String?
    /// The same for one connection only.
    public var temporaryDefinition: String

    public init(name: String, columns: [String], selects: [String], definition: String?, temporaryDefinition: String) {
        self.name = name
        self.columns = columns
        self.selects = selects
        self.definition = definition
        self.temporaryDefinition = temporaryDefinition
    }

    /// Whether the schema of every database has it.
    fileprivate var isInSchema: Bool { definition.map { Schema.relationDefinitions.contains($0) } ?? true }

    /// The values come by name, so that the order in the SELECT is the writer's own.
    fileprivate func fill(_ select: String) -> String {
        let (before, after) = around
        return before + select + after
    }

    /// The same with what SQLite prepares sooner.
    fileprivate func fill(_ select: [UInt8]) -> [UInt8] {
        let (before, after) = around
        return Array(before.utf8) + select + Array(after.utf8)
    }

    private var around: (before: String, after: String) {
        let columns = columns.joined(separator: ", ")
        return ("INSERT INTO \(name) (run, \(columns)) SELECT :run, \(columns) FROM (", "\n)")
    }
}

/// The statements that fill relations, prepared once for a connection: a batch judges many small captures in one.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class Derivations: @unchecked Sendable {
    /// By the table, each with its SELECT.
    private var prepared: [String: [(select: String, statement: Statement)]] = [:]

    /// - Throws: `.refused` for a SELECT that reads anything but views and relations.
    func statement(
        _ select: String, for relation: RelationTable, on handle: OpaquePointer
    ) throws(StoreFailure) -> Statement {
        if let known = prepared[relation.name]?.first(where: { $0.select == select }) { return known.statement }
        let direct = try PublicSQL.checked(select)
        let statement = try Statement(relation.fill(select), as: direct.map { relation.fill($0) }, on: handle)
        prepared[relation.name, default: []].append((select, statement))
        return statement
    }

    /// SQLite closes no connection whose statements are still there.
    func removeAll() {
        prepared = [:]
    }
}

extension Database {
    /// Fills relations with the rows of one run, each in a transaction. What they held of that run before must be gone
    /// (``Writer/deleteAudit(run:)``).
    ///
    /// - Parameters:
    ///   - relations: each behind those that it reads.
    ///   - arguments: the values of parameters besides `:run`.
    ///   - stepLimit: of SQLite's machine, for each relation by itself.
    ///   - isCancelled: asked every now and then while a statement runs.
    ///   - stopped: called for each relation that a limit left empty.
    /// - Returns: how many rows they got.
    @discardableResult
    public func derive(
        _ relations: [RelationTable], run: ID<RunRecord>, _ arguments: [String: SQLValue] = [:],
        stepLimit: Int = 20_000_000_000,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        stopped: (_ relation: String, StoreFailure) -> Void = { _, _ in }
    ) throws(StoreFailure) -> Int {
        let connection = connection
        let arguments = arguments.merging(["run": SQLValue(run)]) { $1 }
        var count = 0
        try add(temporary: relations.filter { !$0.isInSchema })
        for relation in relations where !relation.selects.isEmpty {
            connection.inserts.filled.note(relation: relation.name)
            do throws(StoreFailure) {
                // Each by itself: SQLite rolls back the whole of a transaction in which it was interrupted.
                try connection.transaction { (handle) throws(StoreFailure) in
                    try connection.authorizer.restrict(
                        on: handle, filling: relation.name, isDirect: true, stepLimit: stepLimit,
                        isCancelled: isCancelled
                    ) { () throws(StoreFailure) in
                        for select in relation.selects {
                            let statement = try connection.derivations.statement(select, for: relation, on: handle)
                            defer { statement.reset() }
                            try statement.bind(arguments)
                            _ = try statement.step()
                            count += Int(sqlite3_changes(handle))
                        }
                    }
                }
            } catch {
                guard error.isLimit else { throw error }
                stopped(relation.name, error)
            }
        }
        return count
    }

    /// Makes relations that are not a part of the schema, or differ from those that are: they hide these, and are gone with
    /// the connection.
    private func add(temporary relations: [RelationTable]) throws(StoreFailure) {
        let connection = connection
        try connection.access { (handle) throws(StoreFailure) in
            for relation in relations where !connection.authorizer.temporaryRelations.contains(relation.name) {
                try connection.execute(relation.temporaryDefinition, on: handle)
                connection.authorizer.temporaryRelations.insert(relation.name)
            }
        }
    }
}
