import Audit
import Model
import Store

/// An example as the rows of a run.
extension ExampleCapture {
    /// The index in the example of each exchange and call, by its number in the database.
    struct Indexes {
        var exchanges: [ID<Exchange>: Int] = [:]
        var calls: [ID<Call>: Int] = [:]
    }

    /// Clears the database and writes the example as its only run.
    ///
    /// - Returns: the run, and where its rows stand in the example.
    func store(in database: Database) throws(PipelineFailure) -> (run: ID<RunRecord>, Indexes) {
        try PipelineFailure.storing { () throws(StoreFailure) in try database.clear() }
        return try database.writing { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "example", toolVersion: "")
            let times = exchanges.map(\.startedAt)
            let record = CaptureRecord(
                path: "example", format: "har", sha256: "", bytes: 0, first: times.min(), last: ends ?? times.max())
            let stored = try writer.insert(capture: record, run: run)
            var indexes = Indexes()
            for exchange in exchanges {
                let id = try writer.insert(exchange: exchange, run: run, capture: stored)
                if case .entry(let index) = exchange.locator { indexes.exchanges[id] = index }
            }
            if !calls.isEmpty {
                let times = calls.map(\.at)
                let log = try writer.insert(
                    capture: CaptureRecord(
                        path: "example.jsonl", format: "calls", sha256: "", bytes: 0, first: times.min(),
                        last: ends ?? times.max()), run: run)
                for call in calls {
                    let id = try writer.insert(call: call, run: run, capture: log)
                    if case .line(let index) = call.locator { indexes.calls[id] = index }
                }
            }
            for (blind, reason) in blind {
                try writer.insert(blind: blind, run: run, capture: stored, reason: reason)
            }
            return (run, indexes)
        }
    }

    /// The facts of the example. Without an end of its own it is a complete recording.
    func facts(_ example: Example) -> Facts {
        var facts = Facts()
        for (key, value) in example.facts.sorted(by: { $0.key < $1.key }) { facts.declare(key, value, source: "file") }
        if ends == nil { facts.declare("capture.complete", "true", source: "file") }
        return facts
    }
}
