import Audit
import Capture
import Encodings
import Model
import Store
import Wire

/// The main job: decode, interpret, audit; the report is made from the database by whoever asks.
package struct Certify: Sendable {
    /// What is certified and how.
    package struct Request: Sendable {
        /// All inputs of one run, as they were named.
        package var inputs: [String]
        /// A kept database whose exchanges are judged again, in the place of inputs.
        package var kept: Kept?
        /// TLS key logs; plain inputs that are key logs count too.
        package var keyLogs: [String] = []
        /// Call and event logs; plain inputs that are recognised as such count too.
        package var callLogs: [String] = []
        /// The app that the traffic came from: an .app folder, an .ipa or an .xcarchive.
        package var bundlePath: String?
        /// A BPF expression, as tcpdump takes it.
        package var filter: String?
        /// A facts file; YAML or JSON.
        package var factsPath: String?
        /// Whether it was given for the run or found beside a capture.
        package var factsOrigin: Ground.Origin = .given
        /// A waivers file.
        package var waiversPath: String?
        /// The day that waivers are judged on.
        package var today: CalendarDate?
        /// Whether the clock gave the day, or a person, and then one that has passed.
        package var dayOrigin: Ground.Origin = .builtIn
        package var profiles: [String] = []
        /// Folders of a person's own rules.
        package var ruleFolders: [String] = []
        /// A PEM file with the public key that must have signed each of them.
        package var rulesKeyPath: String?
        /// The configuration file that the request was made with.
        package var configured: Configured?
        package var configSettings: [String: String] = [:]
        package var commandSettings: [String: String] = [:]
        /// Where the database is kept; `nil` for a temporary one.
        package var databasePath: String?
        /// The name of everything that the outcome rests on, to be kept with it.
        var recipeSHA256: String?
        package var limits = Limits()
        /// With more than one, stages that wait for one another as little as possible have threads of their own; what comes
        /// out is the same.
        package var jobs = 1
        package var toolVersion: String
        /// What ``Limits/cpuSeconds`` is measured by, in microseconds.
        var processorClock = ProcessorBudget.ofProcess

        /// Whether all that it names together is a few megabytes.
        package var isSmall: Bool { load == .small }

        /// What the database is made for. Standard input, and a kept file, may be of any size.
        var load: Load {
            var size = 0
            for path in inputs + callLogs {
                guard let bytes = FileTree.size(of: path), kept == nil else { return .large }
                size += bytes
            }
            return size <= Load.most ? .small : .large
        }

        package init(inputs: [String], toolVersion: String) {
            self.inputs = inputs
            self.toolVersion = toolVersion
        }
    }

    /// A run of a kept database.
    package struct Kept: Sendable, Hashable {
        package var path: String
        /// The only one of the file unless told.
        package var run: ID<RunRecord>?

        package init(path: String, run: ID<RunRecord>? = nil) {
            self.path = path
            self.run = run
        }
    }

    /// A run in a database, ready for a report.
    package struct Outcome: Sendable {
        package var database: Database
        package var run: ID<RunRecord>
    }

    private let request: Request
    private let rules: ShippedRules
    /// The rules, where somebody has loaded them already.
    private var loaded: LoadedPack?
    /// A private database to judge in, whose statements are prepared already; what it holds is removed first.
    private var room: Database?
    /// The kept database, where many of its runs are judged one after another.
    private var kept: Database?

    package init(_ request: Request, rules: ShippedRules) {
        self.request = request
        self.rules = rules
    }

    init(_ request: Request, pack: LoadedPack, room: Database? = nil, kept: Database? = nil) {
        self.init(request, rules: ShippedRules())
        loaded = pack
        self.room = room
        self.kept = kept
    }

    /// Runs decode, interpret and audit. Nothing is left behind when it fails.
    package func certify() throws(PipelineFailure) -> Outcome {
        let budget = budget
        // Making the tables takes as long as reading the rules, and neither needs the other.
        let empty = request.databasePath == nil && room == nil ? Ahead(temporaryDatabase) : nil
        let (facts, factsSHA256) = try facts()
        let (waivers, waiversSHA256) = try waivers()
        let pack = try pack()
        let auditor = try auditor(pack, facts, waivers)
        let grounds = request.groundsOfJudging(facts: factsSHA256, waivers: waiversSHA256, pack)
        let (database, run) = try prepared(facts, .whole, budget, empty)
        try InterpretStage(families: pack.pack.families, budget: budget, jobs: request.jobs)
            .interpret(run: run, in: database)
        try PipelineFailure.storing { () throws(StoreFailure) in
            try auditor.audit(run: run, in: database, limit: budget.forRules)
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.replace(grounds: grounds, ofReading: false, run: run)
                if let recipe = request.recipeSHA256 { try writer.setRecipe(recipe, run: run) }
            }
            if request.databasePath != nil { try database.publish() }
        }
        return Outcome(database: database, run: run)
    }

    /// Says what is wrong with profiles, settings, rules, waivers or the filter, without any input.
    func check() throws(PipelineFailure) {
        _ = try auditor(try pack(), Facts(), try waivers().waivers)
        _ = try filter()
    }

    /// Runs decode alone.
    ///
    /// - Parameter detail: what the database is to hold.
    package func decode(_ detail: DecodeStage.Detail = .whole) throws(PipelineFailure) -> Outcome {
        let (database, run) = try prepared(try facts().facts, detail, budget)
        if request.databasePath != nil {
            try PipelineFailure.storing { () throws(StoreFailure) in try database.publish() }
        }
        return Outcome(database: database, run: run)
    }

    private var budget: ProcessorBudget {
        ProcessorBudget(seconds: request.limits.cpuSeconds, clock: request.processorClock)
    }

    private func facts() throws(PipelineFailure) -> (facts: Facts, sha256: String?) {
        guard let path = request.factsPath else { return (Facts(), nil) }
        let (text, sha256) = try TextFile.content(path)
        return (try PipelineFailure.reading { () throws(RuleFileFailure) in try Facts(text, file: path) }, sha256)
    }

    private func pack() throws(PipelineFailure) -> LoadedPack {
        if let loaded { return loaded }
        return try rules.pack(adding: request.ruleFolders, signedBy: request.rulesKeyPath)
    }

    private func waivers() throws(PipelineFailure) -> (waivers: [Waiver], sha256: String?) {
        guard let path = request.waiversPath else { return ([], nil) }
        guard let today = request.today else { throw .usage("waivers need the day they are judged on") }
        let (file, sha256) = try WaiverFile.content(path, today: today)
        return (file.waivers, sha256)
    }

    private func auditor(
        _ pack: LoadedPack, _ facts: Facts, _ waivers: [Waiver]
    ) throws(PipelineFailure) -> Auditor {
        try PipelineFailure.reading { () throws(RuleFileFailure) in
            try Auditor(
                pack: pack.pack, packSHA256: pack.sha256, profiles: request.profiles, facts: facts,
                settings: Auditor.GivenSettings(config: request.configSettings, command: request.commandSettings),
                waivers: waivers)
        }
    }

    /// A new database with all that was decoded of the inputs, or of a kept database.
    private func prepared(
        _ facts: Facts, _ detail: DecodeStage.Detail, _ budget: ProcessorBudget, _ empty: Ahead<Database>? = nil
    ) throws(PipelineFailure) -> (Database, ID<RunRecord>) {
        guard let kept = request.kept else {
            guard !request.inputs.isEmpty else { throw .usage("name at least one input") }
            let database = try newDatabase(empty)
            return (database, try decodeAll(facts, detail, budget, into: database))
        }
        guard request.inputs.isEmpty, request.keyLogs.isEmpty, request.callLogs.isEmpty, request.bundlePath == nil,
            request.filter == nil
        else {
            throw .usage(
                "a kept database is judged alone: inputs, --keylog, --calls, --bundle and --filter are for captures")
        }
        let stored = try stored(kept)
        let database = try newDatabase(empty)
        try PipelineFailure.storing { () throws(StoreFailure) in
            try database.appendDecoded(run: stored.run, from: stored.database)
        }
        return (database, stored.run)
    }

    private func stored(_ kept: Kept) throws(PipelineFailure) -> Outcome {
        if let database = self.kept, let run = kept.run { return Outcome(database: database, run: run) }
        guard try InputKind.isDatabase(kept.path) else {
            throw .input(path: kept.path, message: "is no database; captures are named without --database")
        }
        let stored = try StoredRun.open(kept.path, run: kept.run)
        try checkNoOtherRunIsLost(kept, stored)
        return stored
    }

    /// The new database holds the chosen run alone.
    private func checkNoOtherRunIsLost(_ kept: Kept, _ stored: Outcome) throws(PipelineFailure) {
        guard let path = request.databasePath, FileIdentity(path) == FileIdentity(kept.path) else { return }
        let runs = try PipelineFailure.storing { () throws(StoreFailure) in
            try stored.database.rows(RunSQL.count).first?.int("n") ?? 0
        }
        guard runs == 1 else {
            throw .input(path: path, message: "holds other runs, which would be lost; name another file with --db")
        }
    }

    /// - Parameter empty: one that was begun ahead.
    private func newDatabase(_ empty: Ahead<Database>?) throws(PipelineFailure) -> Database {
        if let empty { return try empty.value() }
        if let path = request.databasePath { try request.guarded.check(path) }
        return try PipelineFailure.storing { () throws(StoreFailure) in
            if let path = request.databasePath {
                return try Database.create(at: path, replacing: true, for: request.load)
            }
            guard let room else { return try Database.temporary(for: request.load) }
            try room.clear()
            return room
        }
    }

    @Sendable private func temporaryDatabase() throws(PipelineFailure) -> Database {
        try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary(for: request.load) }
    }

    private func filter() throws(PipelineFailure) -> PacketFilter? {
        guard let expression = request.filter else { return nil }
        do {
            return try PacketFilter(expression)
        } catch {
            throw .usage("--filter '\(error.expression)': \(error.message)")
        }
    }

    private func decodeAll(
        _ facts: Facts, _ detail: DecodeStage.Detail, _ budget: ProcessorBudget, into database: Database
    ) throws(PipelineFailure) -> ID<RunRecord> {
        let name = request.inputs.first.map(InputKind.fileName) ?? ""
        let run = try database.writing { (writer: inout Writer) throws(StoreFailure) in
            try writer.insert(run: name, toolVersion: request.toolVersion)
        }
        let sorted = try InputKind.sort(request.inputs)
        let given = request.keyLogs + sorted.keyLogs
        let beside = given.isEmpty ? try KeyLogs.beside(sorted.captures) : []
        let (secrets, keyLogs) = try KeyLogs.read(given + beside, limits: request.limits)
        let decode = DecodeStage(
            run: run, database: database,
            options: DecodeStage.Options(
                limits: request.limits, secrets: secrets, filter: try filter(), detail: detail, budget: budget,
                jobs: request.jobs))
        let captures = sorted.captures.map { (path: $0, format: CaptureFormat?.none) }
        let logs = request.callLogs.map { (path: $0, format: CaptureFormat?.some(.callLog)) }
        for (path, format) in captures + logs {
            var clock = DecodeStage.Clock()
            if let milliseconds = facts.clockOffsets[InputKind.fileName(path)] {
                clock = DecodeStage.Clock(offsetUs: Int64(milliseconds * 1_000), method: .declared)
            }
            try decode.decode(path, as: format, clock: clock)
        }
        try JoinStage(run: run, database: database).join()
        if let path = request.bundlePath {
            try BundleDecoding(run: run, database: database, limits: request.limits).decode(path)
        }
        try PipelineFailure.storing { () throws(StoreFailure) in
            let captures = try database.rows(
                RunSQL.captureHashes, ["run": SQLValue(run)]
            ).map { (path: $0.text("path") ?? "", sha256: $0.text("sha256") ?? "") }
            let grounds = request.groundsOfReading(
                keyLogs: keyLogs, origin: beside.isEmpty ? .given : .found, captures: captures)
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.replace(grounds: grounds, ofReading: true, run: run)
            }
        }
        return run
    }
}
