import Interpret
import Model
import Store

/// The second of the five verbs: exchanges and logged calls of a run become documents, trackers, beacons, firings and ad plays.
///
/// An interpretation replaces the earlier one of its run.
package struct InterpretStage: Sendable {
    private let families: [FamilyDeclaration]
    private let budget: ProcessorBudget?
    private let jobs: Int

    /// - Parameters:
    ///   - families: vendors of family files.
    ///   - budget: what is not interpreted once it is spent is hidden.
    ///   - jobs: more than one: the rows of what is interpreted already are written meanwhile.
    package init(families: [FamilyDeclaration], budget: ProcessorBudget? = nil, jobs: Int = 1) {
        self.families = families
        self.budget = budget
        self.jobs = jobs
    }

    /// Interprets a run anew; what was interpreted before goes.
    package func interpret(run: ID<RunRecord>, in database: Database) throws(PipelineFailure) {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.finishDecoding()
            var silences = Silences()
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.deleteInterpretation(run: run)
                let ids = try writer.beginInterpretation()
                let keepsQueries = try database.rows(JoiningSQL.keepsQueries, ["run": SQLValue(run)]).first?.flag(
                    "kept")
                let interpreter = Interpreter(
                    declared: families, queriesAreKept: keepsQueries ?? true,
                    valuesAreKept: try !InterpretStage.valuesAreReplaced(run, database),
                    recordedURLs: try InterpretStage.recordedURLs(run, database),
                    probes: try InterpretStage.probes(run, database))
                var interpreting = Interpreting(by: interpreter, isBeside: jobs > 1)
                var calls = CallReader(database, run: run)
                func take(_ observed: Interpreting.Observed) throws(StoreFailure) {
                    guard let outbox = interpreting.take(observed) else { return }
                    try InterpretStage.write(outbox, run: run, ids: ids, into: &writer)
                }
                do throws(StoreFailure) {
                    try ExchangeReader(database).forEachExchange(run: run) { (id, exchange) throws(StoreFailure) in
                        silences.end(at: exchange.startedAt)
                        while let earlier = try calls.next(until: exchange.startedAt) {
                            try take(.call(earlier.call, earlier.id))
                        }
                        if let end = end(at: exchange.startedAt, hides: .both) {
                            try take(end)
                            throw .cancelled
                        }
                        try take(.exchange(exchange, id))
                    }
                    while let rest = try calls.next(until: nil) {
                        if let end = end(at: rest.call.at, hides: .calls) {
                            try take(end)
                            throw .cancelled
                        }
                        try take(.call(rest.call, rest.id))
                    }
                } catch {
                    guard error == .cancelled else { throw error }
                }
                try InterpretStage.write(interpreting.finish(), run: run, ids: ids, into: &writer)
            }
            try database.finishLoading()
            try PausedRecordings(run: run, silences: silences.stretches, database: database).report()
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

    private static func recordedURLs(
        _ run: ID<RunRecord>, _ database: Database
    ) throws(StoreFailure) -> RecordedURLs {
        var longest: [String: RecordedURLs.Longest] = [:]
        for row in try database.rows(JoiningSQL.longestURLs, ["run": SQLValue(run)]) {
            guard let host = row.text("host"), let bytes = row.integer("bytes"), let urls = row.integer("urls") else {
                continue
            }
            longest[host] = RecordedURLs.Longest(length: Int(bytes), count: Int(urls))
        }
        return RecordedURLs(longest: longest)
    }

    private static func probes(
        _ run: ID<RunRecord>, _ database: Database
    ) throws(StoreFailure) -> Set<ID<Exchange>> {
        Set(
            try database.rows(JoiningSQL.probes, ["run": SQLValue(run)]).compactMap { $0.id("id") })
    }

    /// Once the budget is spent all that comes later is hidden.
    private func end(at time: Timestamp, hides: Blind.Hides) -> Interpreting.Observed? {
        guard let budget, budget.isSpent else { return nil }
        // With the requests, whatever calls are left go unread too.
        return .end(
            (hides == .calls ? [hides] : [hides, .calls]).map { hidden in
                Diagnostic(
                    .interpretTimeLimit, at: time, detail: budget.reason, blind: Blind(from: time, hides: hidden))
            })
    }

    private static func write(
        _ outbox: Outbox<Interpretation>, run: ID<RunRecord>, ids: IDMap, into writer: inout Writer
    ) throws(StoreFailure) {
        for item in outbox.items {
            switch item {
            case .event(let row): try writer.insert(row, run: run, ids: ids)
            case .diagnostic(let diagnostic): try writer.insert(diagnostic: diagnostic, run: run, capture: nil)
            }
        }
    }
}
