import Store

/// What an earlier batch kept: per capture its run and what that rested on.
struct EarlierRuns {
    private var runs: [String: BatchJob.Earlier] = [:]

    init(_ request: Batch.Request) throws(PipelineFailure) {
        guard request.databasePath != nil || request.databasesFolder != nil else {
            throw .usage(
                "--resume takes what still holds from the databases of the last batch: name --db or --databases")
        }
        if let path = request.databasePath { try read(path) }
        if let folder = request.databasesFolder {
            for input in request.inputs { try read("\(folder)/\(BatchNames.name(for: input.path)).sqlite") }
        }
    }

    func run(of path: String) -> BatchJob.Earlier? { runs[path] }

    /// A file that is not there yet holds nothing.
    private mutating func read(_ path: String) throws(PipelineFailure) {
        guard FileTree.exists(path) else { return }
        let rows = try PipelineFailure.storing { () throws(StoreFailure) in
            try Database.open(path).rows(
                RunSQL.judgedRuns)
        }
        for row in rows {
            guard let run = row.int("run"), let recipe = row.text("recipe"), let capture = row.text("path") else {
                continue
            }
            runs[capture] = BatchJob.Earlier(database: path, run: run, recipe: recipe)
        }
    }
}
