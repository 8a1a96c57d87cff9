import Audit
import Encodings
import Model
import Reporting
import Store

/// One worker process of a batch: reads jobs, judges them one after another, answers each with a line.
///
/// It keeps nothing from one capture to the next but the rules and their prepared statements, and whatever kills it costs one
/// capture.
package struct BatchWorker {
    private let orders: BatchOrders
    let pack: LoadedPack
    private let recipe: Recipe
    private let request: Certify.Request
    private let baseline: Baseline?
    /// Where captures are judged one after another that leave no database behind.
    private let room: Database
    /// The database whose runs are judged again: opened once for all of them.
    private let kept: Database?

    /// Serves until there are no more lines.
    ///
    /// - Parameters:
    ///   - nextLine: the next line of standard input; `nil` at the end.
    ///   - answer: writes to standard output.
    package static func serve(nextLine: () -> String?, answer: ([UInt8]) throws -> Void) throws {
        guard let first = nextLine() else { return }
        let worker = try BatchWorker(BatchLine.decode(BatchOrders.self, first.utf8))
        while let line = nextLine() {
            try answer(BatchLine.encode(try worker.answer(BatchLine.decode(BatchJob.self, line.utf8))))
        }
    }

    init(_ orders: BatchOrders) throws(PipelineFailure) {
        self.orders = orders
        pack = try ShippedRules().pack(adding: orders.ruleFolders, signedBy: orders.rulesKeyPath)
        recipe = try Recipe(orders, pack: pack)
        if let path = orders.baseline { baseline = try Baseline(reading: path) } else { baseline = nil }
        var request = Certify.Request(inputs: [], toolVersion: orders.toolVersion)
        request.profiles = orders.profiles
        request.ruleFolders = orders.ruleFolders
        request.configSettings = orders.configSettings
        request.commandSettings = orders.commandSettings
        request.configured = orders.configured
        request.dayOrigin = orders.dayOrigin
        request.filter = orders.filter
        request.waiversPath = orders.waivers
        request.today = orders.today.flatMap(CalendarDate.init)
        for limit in orders.limits { try request.limits.set(limit) }
        self.request = request
        room = try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary(for: .small) }
        room.keepStatements()
        kept = try orders.kept.map { (path) throws(PipelineFailure) in
            try PipelineFailure.storing { () throws(StoreFailure) in try Database.open(path, isExamined: true) }
        }
        try Certify(request, pack: pack).check()
    }

    /// A capture that cannot be judged is a row that says why; only what concerns all captures is thrown.
    private func answer(_ job: BatchJob) throws(PipelineFailure) -> BatchAnswer {
        do throws(PipelineFailure) {
            return try judge(job)
        } catch {
            let row = BatchRow(path: job.path, outcome: .error, exitCode: 2, message: error.description)
            return BatchAnswer(number: job.number, row: row)
        }
    }

    private func judge(_ job: BatchJob) throws(PipelineFailure) -> BatchAnswer {
        if let run = job.kept { return try judgeAgain(run, job) }
        guard job.path != "-" else { throw .usage("batch reads files; certify reads standard input") }
        // Who names a pipe knows what comes through it.
        guard !job.isFound || !FileTree.isSpecial(job.path) else {
            throw .input(path: job.path, message: "is a pipe, socket or device; audit reads files only")
        }
        guard FileTree.exists(job.path) || !job.path.unicodeScalars.contains("\u{FFFD}") else {
            throw .input(path: job.path, message: "has a name that is not UTF-8; rename the file")
        }
        guard try !InputKind.isDatabase(job.path) else {
            throw InputKind.isNoCapture(job.path)
        }
        var sha256: String?
        if job.database != nil || job.earlier != nil { sha256 = try recipe.sha256(of: job) }
        if let earlier = job.earlier, earlier.recipe == sha256 {
            let outcome = Certify.Outcome(database: try unchanged(earlier, job), run: 1)
            let row = try report(outcome, job, takenFrom: earlier.database)
            return BatchAnswer(number: job.number, row: row, isUnchanged: true)
        }
        var request = request
        request.inputs = [job.path]
        request.keyLogs = job.keyLogs
        request.factsPath = job.facts
        request.factsOrigin = job.factsOrigin
        request.databasePath = job.database
        if job.database != nil { request.recipeSHA256 = sha256 }
        let outcome = try Certify(request, pack: pack, room: request.load == .small ? room : nil).certify()
        return BatchAnswer(number: job.number, row: try report(outcome, job))
    }

    private func judgeAgain(_ run: BatchKeptRun, _ job: BatchJob) throws(PipelineFailure) -> BatchAnswer {
        guard let kept, let path = orders.kept else { throw .usage("a run is judged again in its database") }
        var request = request
        request.kept = Certify.Kept(path: path, run: ID(run.number))
        request.factsPath = job.facts
        request.factsOrigin = job.factsOrigin
        request.databasePath = job.database
        let room = run.bytes <= Load.most ? room : nil
        let outcome = try Certify(request, pack: pack, room: room, kept: kept).certify()
        return BatchAnswer(number: job.number, row: try report(outcome, job))
    }

    /// The database of a run that still holds: where it is, or a copy of it alone out of many. Numbers are those it had
    /// when it was judged, so that reports of it say the same.
    private func unchanged(_ earlier: BatchJob.Earlier, _ job: BatchJob) throws(PipelineFailure) -> Database {
        try PipelineFailure.storing { () throws(StoreFailure) in
            // `EarlierRuns` has looked at it as a whole, once and not for each capture.
            let kept = try Database.open(earlier.database, isExamined: true)
            if earlier.database == job.database { return kept }
            let database: Database
            if let path = job.database {
                database = try Database.create(at: path, replacing: true)
            } else {
                database = try Database.temporary()
            }
            _ = try database.append(run: ID(earlier.run), from: kept)
            try database.finishLoading()
            if job.database != nil { try database.publish() }
            return database
        }
    }

    /// Writes what the formats and the page need of the run, and sums it up.
    ///
    /// - Parameter takenFrom: the database that kept the verdict, where it was not judged now.
    private func report(
        _ outcome: Certify.Outcome, _ job: BatchJob, takenFrom path: String? = nil
    ) throws(PipelineFailure) -> BatchRow {
        let formats = BatchFormat.all.filter { $0.hasParts && orders.formats.contains($0.name) }
        let page = job.page.flatMap { path in ReportFormat.named("html").map { (path, $0) } }
        var detail = formats.reduce(page?.1.detail ?? []) { $0.union($1.detail) }
        if page != nil || !formats.isEmpty { detail.insert(.identifiers) }
        var model = try Report.model(of: outcome, detail: detail)
        if let path { model.run.kept = KeptSource(path: path) }
        let spool = BatchSpool(folder: orders.spool, number: job.number)
        var options = ReportOptions()
        options.redaction = orders.redaction
        options.folder = orders.folder
        for format in formats {
            try OutputFile.write(
                format.part(of: model, options: options), to: spool.part(format.name), clears: false,
                isDurable: false)
        }
        if let (path, html) = page {
            options.databasePath = job.database.flatMap { $0.hasPrefix(orders.spool) ? nil : $0 }
            try OutputFile.write(html.render(model, options: options), to: path, clears: false)
        }
        let failOn = orders.failOn.flatMap(Severity.init(rawValue:))
        let code = try ExitStatus(run: outcome.run, in: outcome.database, profiles: orders.profiles)
            .code(failOn: failOn, allowInconclusive: orders.allowInconclusive)
        var row = BatchRow(path: job.path, exitCode: code, of: model)
        if let baseline {
            row.exitCode = baseline.exitCode(
                code, of: model, at: job.path, failOn: failOn, allowInconclusive: orders.allowInconclusive)
            row.new = baseline.new(in: model, at: job.path)
            row.verdictBefore = baseline.verdict(at: job.path)
        }
        return row
    }
}
