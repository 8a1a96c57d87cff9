import Model
import Store

/// A run that a database holds, read as it is: nothing is decoded or judged again.
package enum StoredRun {
    /// Whether the input is a database, of whatever program.
    package static func isKept(_ path: String) throws(PipelineFailure) -> Bool {
        try InputKind.isDatabase(path)
    }

    /// - Parameter number: the run; the only one of the file unless told.
    package static func open(_ path: String, run number: ID<RunRecord>? = nil) throws(PipelineFailure)
        -> Certify.Outcome
    {
        let (database, runs) = try PipelineFailure.storing { () throws(StoreFailure) in
            let database = try Database.open(path)
            return (database, try database.runs())
        }
        if let number {
            guard runs.contains(number) else {
                throw .input(path: path, message: "holds no run \(number) (it holds \(list(runs)))")
            }
            return Certify.Outcome(database: database, run: number)
        }
        guard let first = runs.first else { throw .input(path: path, message: "holds no run") }
        guard runs.count == 1 else {
            throw .input(path: path, message: "holds \(runs.count) runs (\(list(runs))); choose one with --run")
        }
        return Certify.Outcome(database: database, run: first)
    }

    private static func list(_ runs: [ID<RunRecord>]) -> String {
        runs.prefix(20).map(\.description).joined(separator: ", ") + (runs.count > 20 ? " …" : "")
    }
}
