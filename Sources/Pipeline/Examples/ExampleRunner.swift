import Audit
import Derive
import Interpret
import Model
import Store

/// Runs one example of one rule through Interpret, Store and Audit, like any capture.
struct ExampleRunner {
    private let settings: [SettingDefault]
    private let library: RelationLibrary
    /// Cleared before each example.
    private let database: Database

    init(settings: [SettingDefault], library: RelationLibrary) throws(PipelineFailure) {
        self.settings = settings
        self.library = library
        database = try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary() }
        database.keepStatements()
    }

    /// What the rule said.
    struct Observation: Sendable, Equatable {
        /// One per subject, sorted: verdict and reason.
        var verdicts: [String] = []
        /// Severity and evidence of each finding, sorted, as indexes of exchanges and calls and URLs of trackers.
        var findings: [String] = []
        var notApplicable = 0
        /// Exchanges and calls in the role of a breach, or a document in that of a declaration.
        var breaching: Set<ExampleCapture.Place> = []
        /// Every exchange and call named by any evidence row.
        var named: Set<ExampleCapture.Place> = []
        var declared: Set<String> = []
        var severities: Set<String> = []
    }

    func observe(
        _ capture: ExampleCapture, _ example: Example, rule: Rule
    ) throws(PipelineFailure) -> Observation {
        let (run, indexes) = try audit(capture, example, rule)
        return try PipelineFailure.storing { () throws(StoreFailure) in try read(run, indexes) }
    }

    /// The rows of a relation, as its examples write them.
    func rows(
        of relation: Relation, _ columns: [String], _ capture: ExampleCapture, _ example: Example
    ) throws(PipelineFailure) -> [[String]] {
        let (run, indexes) = try audit(capture, example, .reader(of: relation))
        return try PipelineFailure.storing { () throws(StoreFailure) in
            try RelationRows(relation, columns, zero: capture.zero, exchanges: indexes.exchanges, calls: indexes.calls)
                .read(run, database)
        }
    }

    private func audit(
        _ capture: ExampleCapture, _ example: Example, _ rule: Rule
    ) throws(PipelineFailure) -> (run: ID<RunRecord>, Indexes) {
        let facts = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try ExampleRunner.facts(example, capture)
        }
        let pack = RulePack(version: "example", rules: [rule], profiles: [], settings: settings, library: library)
        let auditor = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try Auditor(pack: pack, packSHA256: "", facts: facts, settings: .init(command: example.settings))
        }
        try PipelineFailure.storing { () throws(StoreFailure) in try database.clear() }
        let (run, indexes) = try store(capture)
        try InterpretStage().interpret(run: run, in: database)
        try PipelineFailure.storing { () throws(StoreFailure) in try auditor.audit(run: run, in: database) }
        return (run, indexes)
    }

    private static func facts(_ example: Example, _ capture: ExampleCapture) throws(RuleFileFailure) -> Facts {
        var facts = Facts()
        for (key, value) in example.facts.sorted(by: { $0.key < $1.key }) { facts.declare(key, value, source: "file") }
        if capture.ends == nil { facts.declare("capture.complete", "true", source: "file") }
        return facts
    }

    /// The index in the example of each exchange and call, by its number in the database.
    private struct Indexes {
        var exchanges: [ID<Exchange>: Int] = [:]
        var calls: [ID<Call>: Int] = [:]
    }

    /// - Returns: the run, and where its rows stand in the example.
    private func store(_ capture: ExampleCapture) throws(PipelineFailure) -> (ID<RunRecord>, Indexes) {
        try database.writing { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "example", toolVersion: "")
            let times = capture.exchanges.map(\.startedAt)
            let record = CaptureRecord(
                path: "example", format: "har", sha256: "", bytes: 0, first: times.min(),
                last: capture.ends ?? times.max())
            let stored = try writer.insert(capture: record, run: run)
            var indexes = Indexes()
            for exchange in capture.exchanges {
                let id = try writer.insert(exchange: exchange, run: run, capture: stored)
                if case .entry(let index) = exchange.locator { indexes.exchanges[id] = index }
            }
            if !capture.calls.isEmpty {
                let times = capture.calls.map(\.at)
                let log = try writer.insert(
                    capture: CaptureRecord(
                        path: "example.jsonl", format: "calls", sha256: "", bytes: 0, first: times.min(),
                        last: capture.ends ?? times.max()), run: run)
                for call in capture.calls {
                    let id = try writer.insert(call: call, run: run, capture: log)
                    if case .line(let index) = call.locator { indexes.calls[id] = index }
                }
            }
            for (blind, reason) in capture.blind {
                try writer.insert(blind: blind, run: run, capture: stored, reason: reason)
            }
            return (run, indexes)
        }
    }

    private func read(_ run: ID<RunRecord>, _ indexes: Indexes) throws(StoreFailure) -> Observation {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        var observation = Observation()
        for row in try database.rows(RunSQL.verdicts, arguments) {
            let reason = row.text("reason").map { " (\($0))" } ?? ""
            observation.verdicts.append((row.text("verdict") ?? "") + reason)
        }
        observation.verdicts.sort()
        observation.notApplicable =
            try database.rows(RunSQL.notApplicable, arguments).first?
            .int("n") ?? 0
        let sql = RunSQL.evidence
        var findings: [Int: String] = [:]
        for row in try database.rows(sql, arguments) {
            let role = row.text("role") ?? ""
            let index =
                row.id("exchange").flatMap { indexes.exchanges[$0] }.map(ExampleCapture.Place.exchange)
                ?? row.id("call").flatMap { indexes.calls[$0] }.map(ExampleCapture.Place.call)
            if let index {
                observation.named.insert(index)
                if role == "breach" { observation.breaching.insert(index) }
            }
            if role == "declared", row.text("source") == "tracker", let url = row.text("url") {
                observation.declared.insert(url)
            }
            observation.severities.insert(row.text("severity") ?? "")
            let place = role == "declared" ? row.text("url") ?? "" : index.map { "\($0)" } ?? ""
            findings[row.int("finding") ?? 0, default: "\(row.text("severity") ?? "") \(row.text("message") ?? "")"] +=
                " [\(role) \(place)]"
        }
        observation.findings = findings.values.sorted()
        return observation
    }
}
