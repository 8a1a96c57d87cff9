import Interpret
import Model
import Store

/// The second of the five verbs: exchanges and logged calls of a run become documents, trackers, beacons, firings and ad plays.
///
/// An interpretation replaces the earlier one of its run.
package struct InterpretStage: Sendable {
    private let families: [FamilyDeclaration]
    private let budget: ProcessorBudget?

    /// - Parameters:
    ///   - families: vendors of family files.
    ///   - budget: what is not interpreted once it is spent is hidden.
    package init(families: [FamilyDeclaration], budget: ProcessorBudget? = nil) {
        self.families = families
        self.budget = budget
    }

    /// Interprets a run anew; what was interpreted before goes.
    package func interpret(run: ID<RunRecord>, in database: Database) throws(PipelineFailure) {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.finishDecoding()
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.deleteInterpretation(run: run)
                let ids = try writer.beginInterpretation()
                let keepsQueries = try database.rows(JoiningSQL.keepsQueries, ["run": SQLValue(run)]).first?.flag(
                    "kept")
                var interpreter = Interpreter(
                    declared: families, queriesAreKept: keepsQueries ?? true,
                    valuesAreKept: try !InterpretStage.valuesAreReplaced(run, database),
                    probes: try InterpretStage.probes(run, database))
                var outbox = Outbox<Interpretation>()
                var calls = CallReader(database, run: run)
                do throws(StoreFailure) {
                    try ExchangeReader(database).forEachExchange(run: run) { (id, exchange) throws(StoreFailure) in
                        while let earlier = try calls.next(until: exchange.startedAt) {
                            interpreter.interpret(earlier.call, id: earlier.id, into: &outbox)
                        }
                        try stopIfSpent(at: exchange.startedAt, hides: .both, into: &outbox)
                        interpreter.interpret(exchange, id: id, into: &outbox)
                        try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
                    }
                    while let rest = try calls.next(until: nil) {
                        try stopIfSpent(at: rest.call.at, hides: .calls, into: &outbox)
                        interpreter.interpret(rest.call, id: rest.id, into: &outbox)
                        try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
                    }
                } catch {
                    guard error == .cancelled else { throw error }
                }
                interpreter.finish(into: &outbox)
                try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
            }
            try database.finishLoading()
        }
    }

    private static func valuesAreReplaced(
        _ run: ID<RunRecord>, _ database: Database
    ) throws(StoreFailure) -> Bool {
        var values = ReplacedValues()
        do throws(StoreFailure) {
            try database.forEachRow(JoiningSQL.queries, ["run": SQLValue(run)]) { (row) throws(StoreFailure) in
                values.note(row.text("query") ?? "", host: row.text("host") ?? "")
                // Nearly always the first query tells.
                if values.areRefuted { throw .cancelled }
            }
        } catch {
            guard error == .cancelled else { throw error }
        }
        return values.areCertain
    }

    private static func probes(
        _ run: ID<RunRecord>, _ database: Database
    ) throws(StoreFailure) -> Set<ID<Exchange>> {
        Set(
            try database.rows(JoiningSQL.probes, ["run": SQLValue(run)]).compactMap { $0.id("id") })
    }

    /// Ends the reading with ``StoreFailure/cancelled`` once the budget is spent: all that comes later is hidden.
    private func stopIfSpent(
        at time: Timestamp, hides: Blind.Hides, into outbox: inout Outbox<Interpretation>
    ) throws(StoreFailure) {
        guard let budget, budget.isSpent else { return }
        // With the requests, whatever calls are left go unread too.
        for hidden in hides == .calls ? [hides] : [hides, .calls] {
            outbox.report(
                Diagnostic(
                    .interpretTimeLimit, at: time, detail: budget.reason, blind: Blind(from: time, hides: hidden)))
        }
        throw .cancelled
    }

    private static func write(
        _ outbox: inout Outbox<Interpretation>, run: ID<RunRecord>, ids: IDMap, into writer: inout Writer
    ) throws(StoreFailure) {
        for item in outbox.items {
            switch item {
            case .event(let row): try writer.insert(row, run: run, ids: ids)
            case .diagnostic(let diagnostic): try writer.insert(diagnostic: diagnostic, run: run, capture: nil)
            }
        }
        outbox.removeAll()
    }
}
