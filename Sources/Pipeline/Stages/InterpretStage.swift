import Interpret
import Model
import Store

/// The second of the four verbs: exchanges and logged calls of a run become documents, trackers, beacons, firings and ad plays.
///
/// An interpretation replaces the earlier one of its run.
public struct InterpretStage: Sendable {
    public init() {}

    public func interpret(run: Int, in database: Database) throws(PipelineFailure) {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.finishDecoding()
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.deleteInterpretation(run: run)
                let ids = try writer.beginInterpretation()
                var interpreter = Interpreter()
                var outbox = Outbox<Interpretation>()
                var calls = CallReader(database, run: run)
                try ExchangeReader(database).forEachExchange(run: run) { (id, exchange) throws(StoreFailure) in
                    while let earlier = try calls.next(until: exchange.startedAt) {
                        interpreter.interpret(earlier.call, id: earlier.id, into: &outbox)
                    }
                    interpreter.interpret(exchange, id: id, into: &outbox)
                    try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
                }
                while let rest = try calls.next(until: nil) {
                    interpreter.interpret(rest.call, id: rest.id, into: &outbox)
                    try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
                }
                interpreter.finish(into: &outbox)
                try InterpretStage.write(&outbox, run: run, ids: ids, into: &writer)
            }
            try database.finishLoading()
        }
    }

    private static func write(
        _ outbox: inout Outbox<Interpretation>, run: Int, ids: IDMap, into writer: inout Writer
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
