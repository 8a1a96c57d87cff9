import Store

/// A run of a kept database that is judged again.
package struct BatchKeptRun: Sendable, Codable, Hashable {
    package var number: Int
    /// What its captures had.
    package var bytes: Int
}

extension BatchInput {
    /// The runs of a kept database, each named by its first capture. The file is looked at as a whole here, once and not for
    /// each run.
    ///
    /// - Parameter factsPath: facts that hold for all of them.
    package static func runs(of path: String, factsPath: String?) throws(PipelineFailure) -> [BatchInput] {
        guard try InputKind.isDatabase(path) else {
            throw .input(path: path, message: "is no database; captures are named without --database")
        }
        var seen: Set<String> = []
        return try PipelineFailure.storing { () throws(StoreFailure) in
            try Database.open(path).rows(RunSQL.withCaptures).compactMap { row in
                guard let number = row.int("run") else { return nil }
                let capture = row.text("path") ?? path
                let name = seen.insert(capture).inserted ? capture : "\(capture) (run \(number))"
                return BatchInput(
                    path: name, factsPath: factsPath, kept: BatchKeptRun(number: number, bytes: row.int("bytes") ?? 0))
            }
        }
    }
}
