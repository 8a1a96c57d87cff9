import Model
import Store

/// Wrappers write a call log to a file and to the system's log. Of two inputs that hold the same lines each counts once.
struct SharedCalls {
    let run: ID<RunRecord>
    let database: Database

    func remove(_ captures: [RunCapture]) throws(StoreFailure) {
        let logs = try database.rows(
            JoiningSQL.logs, ["run": SQLValue(run)])
        guard logs.count > 1 else { return }
        for (capture, calls) in try repeated() {
            let path = captures.first { $0.id == capture }?.path
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.remove(calls: calls)
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        .inputCallsShared, subject: path, detail: "\(calls.count) lines are in an earlier input too"),
                    run: run, capture: capture)
            }
        }
    }

    /// Calls that are in an earlier capture to the last value, by capture. Two equal lines of one capture are two calls.
    private func repeated() throws(StoreFailure) -> [(capture: ID<CaptureRecord>, calls: [ID<Call>])] {
        var found: [ID<CaptureRecord>: [ID<Call>]] = [:]
        try database.forEachRow(
            JoiningSQL.repeatedCalls, ["run": SQLValue(run)]
        ) { (row) throws(StoreFailure) in
            guard let id: ID<Call> = row.id("id"), let capture: ID<CaptureRecord> = row.id("capture") else { return }
            found[capture, default: []].append(id)
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
