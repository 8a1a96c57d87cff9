import Audit
import Derive
import Interpret
import Model
import Store

/// Runs one example of one rule through Interpret, Store and Audit, like any capture.
struct ExampleRunner {
    private let settings: [SettingDefault]
    private let library: RelationLibrary
    private let families: [FamilyDeclaration]
    /// Cleared before each example.
    private let database: Database

    init(
        settings: [SettingDefault], library: RelationLibrary, families: [FamilyDeclaration]
    ) throws(PipelineFailure) {
        self.settings = settings
        self.library = library
        // An example asks for its rule's verdict, whether or not a run would.
        self.families = families.map { family in
            var family = family
            family.isJudgedWhenExpected = false
            return family
        }
        database = try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary(for: .small) }
        database.keepStatements()
    }

    /// What of the preconditions is wrong for the example that ran last.
    func proof(_ prove: (inout PreconditionProof) throws(StoreFailure) -> Void) throws(PipelineFailure)
        -> PreconditionProof
    {
        try PipelineFailure.storing { () throws(StoreFailure) in
            var proof = PreconditionProof(try database.runs().last ?? 0, in: database)
            try prove(&proof)
            return proof
        }
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
        let (run, indexes) = try audit(capture, example, [rule])
        return try PipelineFailure.storing { () throws(StoreFailure) in try read(run, indexes) }
    }

    /// One finding, with the names of events that it speaks of.
    struct NamedFinding: Sendable, Hashable {
        var rule: String
        var severity: String
        /// Words of the item and the message, and the events of the evidence.
        var words: Set<String> = []
    }

    /// What several rules find in one capture.
    func findings(
        of rules: [Rule], in capture: ExampleCapture, _ example: Example
    ) throws(PipelineFailure) -> [NamedFinding] {
        let (run, _) = try audit(capture, example, rules)
        return try PipelineFailure.storing { () throws(StoreFailure) in
            var findings: [Int: NamedFinding] = [:]
            for row in try database.rows(RunSQL.evidence, ["run": SQLValue(run)]) {
                var finding =
                    findings[row.int("finding") ?? 0]
                    ?? NamedFinding(rule: row.text("rule") ?? "", severity: row.text("severity") ?? "")
                for text in ["item", "message", "event"] {
                    let words = (row.text(text) ?? "").split { !$0.isLetter && !$0.isNumber }
                    finding.words.formUnion(words.map(String.init))
                }
                findings[row.int("finding") ?? 0] = finding
            }
            return Array(findings.values)
        }
    }

    /// The rows of a relation, as its examples write them.
    func rows(
        of relation: Relation, _ columns: [String], _ capture: ExampleCapture, _ example: Example
    ) throws(PipelineFailure) -> [[String]] {
        let (run, indexes) = try audit(capture, example, [.reader(of: relation)])
        return try PipelineFailure.storing { () throws(StoreFailure) in
            try RelationRows(relation, columns, zero: capture.zero, exchanges: indexes.exchanges, calls: indexes.calls)
                .read(run, database)
        }
    }

    private func audit(
        _ capture: ExampleCapture, _ example: Example, _ rules: [Rule]
    ) throws(PipelineFailure) -> (run: ID<RunRecord>, ExampleCapture.Indexes) {
        let facts = capture.facts(example)
        let contents = RulePack.Contents(
            version: "example", settings: settings, library: library, families: families)
        let pack = RulePack(contents, rules: rules)
        let auditor = try PipelineFailure.reading { () throws(RuleFileFailure) in
            var auditor = try Auditor(
                pack: pack, packSHA256: "", facts: facts, settings: .init(command: example.settings))
            auditor.doubtsPreconditions = true
            return auditor
        }
        let (run, indexes) = try capture.store(in: database)
        try InterpretStage(families: families).interpret(run: run, in: database)
        try PipelineFailure.storing { () throws(StoreFailure) in try auditor.audit(run: run, in: database) }
        return (run, indexes)
    }

    private func read(_ run: ID<RunRecord>, _ indexes: ExampleCapture.Indexes) throws(StoreFailure) -> Observation {
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
