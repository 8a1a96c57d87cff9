import Audit
import Encodings
import Model
import Reporting
import Store

/// Many captures, each judged as a run of its own, by worker processes.
///
/// Results come out in input order and are the same for any number of workers: what is done out of order waits in files.
package struct Batch {
    /// What is judged, how, and where results go.
    package struct Request: Sendable {
        package var inputs: [BatchInput]
        /// The program of this process, which is started again for the workers, and what makes it one.
        package var workerCommand: [String]
        /// What the workers find in their environment.
        package var environment: [String: String] = [:]
        package var workers = 1
        package var profiles: [String] = []
        package var ruleFolders: [String] = []
        /// A PEM file with the public key that must have signed each of them.
        package var rulesKeyPath: String?
        package var configSettings: [String: String] = [:]
        package var commandSettings: [String: String] = [:]
        /// The configuration file that the request was made with.
        package var configured: Configured?
        package var filter: String?
        package var waiversPath: String?
        /// Earlier results; what they have of a capture counts for nothing in its exit code.
        package var baselinePath: String?
        /// The day that waivers are judged on.
        package var today: CalendarDate?
        /// Whether the clock gave the day, or a person, and then one that has passed.
        package var dayOrigin: Ground.Origin = .builtIn
        /// The absolute path of the folder that paths in reports are told relative to.
        package var folder: String?
        /// `NAME=VALUE`.
        package var limits: [String] = []
        /// One key for all captures, so that what they have in common shows.
        package var redaction = Redaction.bare
        package var failOn: String?
        package var allowInconclusive = false
        /// One database with all runs.
        package var databasePath: String?
        /// A folder with a database per capture.
        package var databasesFolder: String?
        /// A folder with a page per capture.
        package var pagesFolder: String?
        /// Files that named the inputs: a manifest, a list of paths.
        package var lists: [String] = []
        /// A kept database whose runs are judged again: the inputs are these.
        package var keptPath: String?
        /// Take what still holds from the databases that are kept.
        package var resumes = false
        package var toolVersion: String

        /// Everything that the batch reads.
        package var guarded: GuardedFiles {
            GuardedFiles(
                inputs.flatMap { [$0.path] + $0.keyLogs + [$0.factsPath].compactMap(\.self) }
                    + [waiversPath, configured?.path, keptPath].compactMap(\.self) + lists, ruleFolders: ruleFolders)
        }

        package init(inputs: [BatchInput], workerCommand: [String], toolVersion: String) {
            self.inputs = inputs
            self.workerCommand = workerCommand
            self.toolVersion = toolVersion
        }
    }

    /// Where one format's bytes go.
    package struct Output {
        package var format: BatchFormat
        package var options: BatchOptions
        package var write: ([UInt8]) throws -> Void

        package init(_ format: BatchFormat, _ options: BatchOptions, write: @escaping ([UInt8]) throws -> Void) {
            self.format = format
            self.options = options
            self.write = write
        }
    }

    /// What became of the captures.
    package struct Outcome: Sendable {
        package var summary: BatchSummary
        /// Captures whose earlier run still held.
        package var unchanged: Int
        /// The signal that ended it early.
        package var signal: Int32?
    }

    private let request: Request

    package init(_ request: Request) {
        self.request = request
    }

    /// Refuses outputs in the place of inputs; every file that the batch is going to write is told.
    private func check(_ jobs: [BatchJob]) throws(PipelineFailure) {
        let guarded = request.guarded
        let index = request.pagesFolder.map { "\($0)/index.html" }
        for path in [request.databasePath, index].compactMap(\.self) { try guarded.check(path) }
        for job in jobs {
            for path in [job.page, request.databasesFolder == nil ? nil : job.database].compactMap(\.self) {
                try guarded.check(path)
            }
        }
    }

    /// - Parameter progress: called after each capture with how many are done.
    package func run(to outputs: [Output], progress: (Int) -> Void = { _ in }) throws -> Outcome {
        let interruption = Interruption()
        defer { interruption.end() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let earlier = request.resumes ? try EarlierRuns(request) : nil
        let jobs = request.inputs.enumerated().map { job(number: $0, $1, earlier, spool: scratch.path) }
        try check(jobs)
        for folder in [request.databasesFolder, request.pagesFolder].compactMap(\.self) {
            try OutputFile.makeFolder(folder)
        }
        // What is wrong with rules and options is one message, not one per capture.
        let orders = orders(outputs, spool: scratch.path)
        let pack = try BatchWorker(orders).pack
        var results = try BatchResults(outputs, merging: request.databasePath, spool: scratch.path)

        let pool = WorkerPool(
            command: request.workerCommand, size: max(1, request.workers), environment: request.environment,
            preamble: try BatchLine.encode(orders))
        var failure: (any Error)?
        var unchanged = 0
        var done = 0
        let signal: Int32?
        do {
            signal = try pool.run(
                jobs.count, interruption,
                job: { (number) throws(PipelineFailure) in try BatchLine.encode(jobs[number]) },
                reply: { (number, reply) throws(PipelineFailure) in
                    let answer = try answer(jobs[number], reply)
                    if answer.isUnchanged { unchanged += 1 }
                    do { try results.take(answer.row, number) } catch {
                        failure = error
                        throw .usage("the results cannot be written")
                    }
                    done += 1
                    progress(done)
                })
        } catch {
            // What writing the results threw says more.
            throw failure ?? error
        }
        removePartial(of: jobs)
        let rows = try results.finish(jobs, keeping: signal == nil ? nil : earlier)
        let summary = BatchSummary(
            toolVersion: request.toolVersion, rulesVersion: pack.pack.version, rulesSHA256: pack.sha256, rows: rows)
        for output in outputs { try output.write(output.format.end(summary, options: output.options)) }
        return Outcome(summary: summary, unchanged: unchanged, signal: signal)
    }

    /// The worker's answer, or the row of a capture that took its worker with it.
    private func answer(_ job: BatchJob, _ reply: WorkerPool.Reply) throws(PipelineFailure) -> BatchAnswer {
        switch reply {
        case .line(let line):
            var answer = try BatchLine.decode(BatchAnswer.self, line)
            if answer.row.message == nil {
                answer.row.report = job.page.map(InputKind.fileName)
                answer.row.database = request.databasesFolder == nil ? nil : job.database
            }
            return answer
        case .died(let how):
            let message = "the process that read it \(how)"
            let row = BatchRow(path: job.path, outcome: .error, exitCode: 2, message: message)
            return BatchAnswer(number: job.number, row: row)
        }
    }

    /// What a worker was writing when it died lies beside the finished files.
    private func removePartial(of jobs: [BatchJob]) {
        for (folder, path) in [
            (request.databasesFolder, \BatchJob.database), (request.pagesFolder, \BatchJob.page),
        ] {
            guard let folder else { continue }
            let names = Set(jobs.compactMap { $0[keyPath: path].map(InputKind.fileName) })
            FreshFile.removeAbandoned(in: folder, of: names.contains)
        }
    }

    private func orders(_ outputs: [Output], spool: String) -> BatchOrders {
        BatchOrders(
            profiles: request.profiles, ruleFolders: request.ruleFolders, rulesKeyPath: request.rulesKeyPath,
            configSettings: request.configSettings,
            commandSettings: request.commandSettings, configured: request.configured, filter: request.filter,
            waivers: request.waiversPath, baseline: request.baselinePath, kept: request.keptPath,
            today: request.today.map { "\($0)" },
            dayOrigin: request.dayOrigin,
            folder: request.folder, limits: request.limits,
            toolVersion: request.toolVersion, redaction: request.redaction, failOn: request.failOn,
            allowInconclusive: request.allowInconclusive, formats: outputs.map(\.format.name), spool: spool)
    }

    private func job(number: Int, _ input: BatchInput, _ earlier: EarlierRuns?, spool: String) -> BatchJob {
        let name = BatchNames.name(for: input.path)
        var database = request.databasesFolder.map { "\($0)/\(name).sqlite" }
        if database == nil, request.databasePath != nil {
            database = BatchSpool(folder: spool, number: number).database
        }
        return BatchJob(
            number: number, path: input.path, isFound: input.isFound, kept: input.kept, keyLogs: input.keyLogs,
            facts: input.factsPath,
            factsOrigin: input.factsOrigin, database: database,
            page: request.pagesFolder.map { "\($0)/\(name).html" }, earlier: earlier?.run(of: input.path))
    }
}
