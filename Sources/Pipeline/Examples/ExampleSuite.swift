import Audit
import Model

/// All examples of some rule files, each run as it stands and in its mutations.
public struct ExampleSuite: Sendable {
    /// How many examples ran, and what went wrong.
    public struct Outcome: Sendable {
        public var rules = 0
        public var examples = 0
        public var mutations = 0
        public var switchedOff = 0
        /// One line each: file, example, what was expected and seen.
        public var failures: [String] = []

        public var summary: String {
            let off = switchedOff == 0 ? "" : ", \(switchedOff) mutations switched off by rule files"
            return "\(rules) rules, \(examples) examples, \(mutations) mutations\(off): "
                + (failures.isEmpty ? "all pass" : "\(failures.count) failed")
        }
    }

    private let files: [RuleFile]
    private let settings: [SettingDefault]

    /// - Parameter path: a rule file or a folder of them; `nil` for the shipped rules.
    public init(path: String?) throws(PipelineFailure) {
        let shipped = ShippedRules()
        var settings = try shipped.pack().pack.settings
        if let path {
            let folder = try RuleFolder(path)
            let own = try folder.settings()
            settings = settings.filter { known in !own.contains { $0.key == known.key } } + own
            files = try folder.ruleFiles()
            try RuleCheck(settings: settings).check(files)
        } else {
            files = try shipped.files()
        }
        self.settings = settings
    }

    /// Runs every example with its mutations.
    public func run() throws(PipelineFailure) -> Outcome {
        var outcome = Outcome()
        let runner = try ExampleRunner(settings: settings)
        for file in files {
            outcome.rules += 1
            outcome.switchedOff += file.mutations.count
            outcome.failures += ExampleSuite.gaps(of: file)
            for example in file.examples { try run(example, of: file, with: runner, into: &outcome) }
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
            try ExampleCapture(example, file: file.file)
        }
        let plain = try runner.observe(capture, example, rule: file.rule)
        let place = "\(file.file):\(example.line): \(example.name)"
        outcome.failures += ExampleExpectation(example, capture, file.rule).mistakes(in: plain).map {
            "\(place): \($0)"
        }
        for mutation in ExampleMutation.allCases where file.mutations[mutation.rawValue] == nil {
            guard let mutant = mutation.apply(to: capture, of: file.rule) else { continue }
            outcome.mutations += 1
            let seen = try runner.observe(mutant.capture, example, rule: file.rule)
            outcome.failures += mutant.mistakes(plain, seen).map { "\(place) [\(mutation.rawValue)]: \($0)" }
        }
    }
}
