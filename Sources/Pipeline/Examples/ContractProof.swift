import Audit
import Model

/// Whether the contract of events is kept by the rules that it names: each play of it is altered in one event, and each rule
/// that is said to find that must find it, as gravely as the contract says. What no altered play can show, an example of the
/// rule's own file shows, which names event and fault.
package struct ContractProof {
    private let contract: EventContract
    private let files: [String: RuleFile]
    private let families: [FamilyDeclaration]
    private let runner: ExampleRunner

    init(
        _ contract: EventContract, _ files: [RuleFile], _ families: [FamilyDeclaration], _ runner: ExampleRunner
    ) {
        self.contract = contract
        self.files = Dictionary(files.map { ($0.rule.id, $0) }, uniquingKeysWith: { $1 })
        self.families = families
        self.runner = runner
    }

    /// Of the shipped rules.
    ///
    /// - Parameter contract: `nil` for the shipped one.
    package init(ofShippedRulesBy contract: EventContract? = nil) throws(PipelineFailure) {
        let shipped = ShippedRules()
        let pack = try shipped.pack().pack
        let kept = try shipped.contract()
        self.init(
            contract ?? kept, try shipped.files(), pack.families,
            try ExampleRunner(settings: pack.settings, library: pack.library, families: pack.families))
    }

    /// One line for each thing that is not as the contract says.
    package func failures() throws(PipelineFailure) -> [String] {
        var failures = contract.gaps
        for part in contract.parts {
            failures += try alarms(in: part)
            for event in part.events {
                for fault in EventContract.Fault.allCases { failures += try unproven(fault, of: event, in: part) }
            }
        }
        return failures
    }

    /// What the rules of a part find in its plays, in which nothing is wrong.
    private func alarms(in part: EventContract.Part) throws(PipelineFailure) -> [String] {
        let names = Set(part.events.flatMap { $0.cells.values.flatMap(\.rules) })
        var alarms: [String] = []
        for play in part.plays {
            for finding in try findings(of: names, in: play) {
                alarms.append("\(part.title), \(play.name): nothing is wrong, and \(finding.rule) finds something")
            }
        }
        return alarms.sorted()
    }

    private func unproven(
        _ fault: EventContract.Fault, of event: EventContract.Event, in part: EventContract.Part
    ) throws(PipelineFailure) -> [String] {
        guard let cell = event.cells[fault], let severity = cell.severity else { return [] }
        let place = "\(part.title), \(event.name), \(fault.rawValue)"
        var failures: [String] = []
        var open: Set<String> = []
        for rule in cell.rules where files[rule] != nil { open.insert(rule) }
        for rule in cell.rules where files[rule] == nil { failures.append("\(place): there is no rule \(rule)") }
        for play in part.plays {
            for variant in FaultyPlay(play, event, of: part).variants(fault) where !open.isEmpty {
                for finding in try findings(of: open, in: variant)
                where finding.severity == severity.rawValue && finding.words.contains(event.name) {
                    open.remove(finding.rule)
                }
            }
        }
        for rule in open.sorted() where try !shows(rule, fault, of: event, severity) {
            failures.append("\(place): nothing shows that \(rule) finds it as \(severity.rawValue)")
        }
        return failures
    }

    /// Whether an example of the rule shows the fault.
    private func shows(
        _ rule: String, _ fault: EventContract.Fault, of event: EventContract.Event, _ severity: Severity
    ) throws(PipelineFailure) -> Bool {
        for example in files[rule]?.examples ?? [] where example.faults[event.name] == fault && example.expect == .fail
        {
            let found = try findings(of: [rule], in: example)
            if found.contains(where: { $0.severity == severity.rawValue }) { return true }
        }
        return false
    }

    private func findings(
        of names: Set<String>, in example: Example
    ) throws(PipelineFailure) -> [ExampleRunner.NamedFinding] {
        let rules = names.sorted().compactMap { files[$0]?.rule }
        let capture = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try ExampleCapture(example, file: EventContractFile.path, families: families)
        }
        return try runner.findings(of: rules, in: capture, example)
    }
}
