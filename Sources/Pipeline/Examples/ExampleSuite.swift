import Audit
import Derive
import Model
import Store

/// All examples of some rule files, each run as it stands and in its mutations.
package struct ExampleSuite: Sendable {
    /// How many examples ran, and what went wrong.
    package struct Outcome: Sendable {
        package var rules = 0
        package var relations = 0
        package var examples = 0
        /// Of the contract of events.
        package var cells = 0
        package var mutations = 0
        package var switchedOff = 0
        /// How often rows were taken away that a SELECT's precondition asks for.
        package var preconditionTrials = 0
        /// One line each: file, example, what was expected and seen.
        package var failures: [String] = []

        package var summary: String {
            let off = switchedOff == 0 ? "" : ", \(switchedOff) mutations switched off by rule files"
            let cells = cells == 0 ? "" : ", \(cells) cells of the contract of events"
            return
                "\(rules) rules, \(relations) relations, \(examples) examples, \(mutations) mutations\(off)\(cells): "
                + (failures.isEmpty ? "all pass" : "\(failures.count) failed")
        }
    }

    private let files: [RuleFile]
    private let settings: [SettingDefault]
    private let library: RelationLibrary
    private let relationFiles: [RelationExamples]
    private let families: [FamilyDeclaration]
    /// Of the folder, if it has one.
    private let contract: EventContract?

    /// - Parameter path: a rule file or a folder of them; `nil` for the shipped rules.
    package init(path: String?) throws(PipelineFailure) {
        let shipped = ShippedRules()
        var settings = try shipped.pack().pack.settings
        let files: [RuleFile]
        let library: RelationLibrary
        if let path {
            let folder = try RuleFolder(path)
            let own = try folder.settings()
            settings = settings.filter { known in !own.contains { $0.key == known.key } } + own
            let vendors = try folder.families()
            files =
                try folder.ruleFiles()
                + PipelineFailure.reading { () throws(RuleFileFailure) in try vendors.contractRules() }
            families = try ExampleSuite.families(shipped.pack().pack.families, with: vendors.map(\.declaration))
            library = try folder.library(in: shipped.pack().pack.library)
            relationFiles = try folder.relationExamples()
            contract = try folder.contract()
            try RuleCheck(settings: settings, library: library).check(files)
        } else {
            files = try shipped.files()
            library = try shipped.pack().pack.library
            families = try shipped.pack().pack.families
            relationFiles = try shipped.relationExamples()
            contract = try shipped.contract()
        }
        self.settings = settings
        let preconditions = SQLPreconditions(library)
        self.library = library.withPreconditions
        self.files = files.map { file in
            var file = file
            file.rule = file.rule.with(preconditions)
            return file
        }
    }

    private static func families(
        _ shipped: [FamilyDeclaration], with own: [FamilyDeclaration]
    ) -> [FamilyDeclaration] {
        shipped.filter { family in !own.contains { $0.name == family.name } } + own
    }

    /// Runs every example with its mutations.
    package func run() throws(PipelineFailure) -> Outcome {
        var outcome = Outcome()
        let runner = try ExampleRunner(settings: settings, library: library, families: families)
        for file in relationFiles { try run(file, with: runner, into: &outcome) }
        for file in files {
            outcome.rules += 1
            outcome.switchedOff += file.mutations.count
            outcome.failures += ExampleSuite.gaps(of: file)
            for example in file.examples { try run(example, of: file, with: runner, into: &outcome) }
        }
        if let contract {
            let proof = ContractProof(contract, files, families, runner)
            outcome.cells = contract.cellCount
            outcome.failures += try proof.failures()
        }
        return outcome
    }

    /// A rule without a passing and a failing example proves nothing.
    private static func gaps(of file: RuleFile) -> [String] {
        let wanted: [Verdict] = [.pass, .fail]
        return wanted.filter { verdict in !file.examples.contains { $0.expect == verdict } }.map {
            "\(file.file): no example that must \($0.rawValue)"
        }
    }

    private func run(
        _ example: Example, of file: RuleFile, with runner: ExampleRunner, into outcome: inout Outcome
    ) throws(PipelineFailure) {
        outcome.examples += 1
        let capture = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try ExampleCapture(example, file: file.file, families: families)
        }
        let plain = try runner.observe(capture, example, rule: file.rule)
        let place = "\(file.file):\(example.line): \(example.name)"
        outcome.failures += ExampleExpectation(example, capture, file.rule).mistakes(in: plain).map {
            "\(place): \($0)"
        }
        let proof = try runner.proof { (proof) throws(StoreFailure) in try proof.prove(file.rule) }
        outcome.preconditionTrials += proof.trials
        outcome.failures += proof.mistakes.map { "\(place): \($0)" }
        for mutation in ExampleMutation.allCases where file.mutations[mutation.rawValue] == nil {
            for mutant in mutation.mutants(of: capture, file.rule.blindness) {
                outcome.mutations += 1
                let seen = try runner.observe(mutant.capture, example, rule: file.rule)
                outcome.failures += mutant.mistakes(plain, seen).map { "\(place) [\(mutation.rawValue)]: \($0)" }
            }
        }
    }

    private func run(
        _ file: RelationExamples, with runner: ExampleRunner, into outcome: inout Outcome
    ) throws(PipelineFailure) {
        guard let relation = library[file.relation] else {
            throw .file(
                RuleFileFailure(file: file.file, line: 1, column: 1, message: "there is no relation \(file.relation)"))
        }
        outcome.switchedOff += file.mutations.count
        outcome.relations += 1
        for expected in file.examples {
            outcome.examples += 1
            let example = expected.example
            let capture = try PipelineFailure.reading { () throws(RuleFileFailure) in
                try ExampleCapture(example, file: file.file, families: families)
            }
            let place = "\(file.file):\(example.line): \(example.name)"
            let plain = try runner.rows(of: relation, expected.columns, capture, example)
            if plain != expected.rows {
                outcome.failures.append("\(place): expected \(expected.rows), got \(plain)")
            }
            let proof = try runner.proof { (proof) throws(StoreFailure) in try proof.prove(relation) }
            outcome.preconditionTrials += proof.trials
            outcome.failures += proof.mistakes.map { "\(place): \($0)" }
            for mutation in ExampleMutation.allCases where file.mutations[mutation.rawValue] == nil {
                for mutant in mutation.mutants(of: capture, nil) {
                    outcome.mutations += 1
                    let seen = try runner.rows(of: relation, expected.columns, mutant.capture, example)
                    outcome.failures += mutant.mistakes(.init(rows: plain), .init(rows: seen)).map {
                        "\(place) [\(mutation.rawValue)]: \($0)"
                    }
                }
            }
        }
    }
}

extension ExampleRunner.Observation {
    /// Rows in the place of findings: a mutation must leave them as they are in the same sense.
    fileprivate init(rows: [[String]]) {
        self.init()
        findings = rows.map { $0.joined(separator: " | ") }
    }
}
