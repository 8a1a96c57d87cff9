import Model

/// The verdicts as JUnit XML: one suite for the run, one case per rule and subject.
///
/// A case fails when it holds an unwaived error; it is skipped, with the reason, when it could not be decided, does not
/// apply, is waived or holds warnings only. Services do not fail a job for what they read here: the exit code does.
struct JUnitReport {
    let model: ReportModel

    init(_ model: ReportModel) {
        self.model = model
    }

    func render() -> [UInt8] {
        let cases = cases
        var xml = XMLWriter()
        xml.element("testsuites", [("name", "BeaconProof")] + counts(cases)) { suite(model.run.name, cases, &$0) }
        return xml.output.bytes
    }

    /// The suite alone, for a document with one per capture.
    func renderSuite() -> [UInt8] {
        var xml = XMLWriter(partAtDepth: 1)
        suite(model.captures.first?.path ?? model.run.name, cases, &xml)
        return xml.output.bytes
    }

    private func suite(_ name: String, _ cases: [Case], _ xml: inout XMLWriter) {
        let skipped = String(cases.count { $0.result.isSkipped })
        xml.element("testsuite", [("name", name)] + counts(cases) + [("skipped", skipped)]) { xml in
            properties(&xml)
            for test in cases { write(test, &xml) }
        }
    }

    private func counts(_ cases: [Case]) -> [(name: StaticString, value: String)] {
        [
            ("tests", String(cases.count)), ("failures", String(cases.count { $0.result.isFailure })),
            ("errors", "0"), ("time", "0"),
        ]
    }

    private func properties(_ xml: inout XMLWriter) {
        xml.element("properties", []) { xml in
            func property(_ name: String, _ value: String?) {
                guard let value else { return }
                xml.element("property", [("name", name), ("value", value)])
            }
            property("beaconproof.version", model.run.toolVersion)
            property("rules.version", model.run.rulesVersion)
            property("rules.sha256", model.run.rulesSHA256)
            property("verdict", model.run.verdict?.rawValue)
            property("headline", model.headline)
            property("certified", model.run.isCertified ? "true" : "false")
            property("witnesses.due", String(model.run.witnesses.due))
            property("witnesses.compared", String(model.run.witnesses.compared))
            for (index, notice) in model.notices.enumerated() { property("notice.\(index + 1)", notice) }
            for ground in model.grounds where ground.origin != .builtIn {
                property("ground.\(ground.kind.rawValue)", ground.words)
            }
            for (index, capture) in model.captures.enumerated() {
                property("capture.\(index + 1).path", capture.path)
                property("capture.\(index + 1).sha256", capture.sha256)
            }
            for certificate in model.certificates {
                property("certificate.\(certificate.profile)", certificate.verdict.rawValue)
            }
        }
    }

    private func write(_ test: Case, _ xml: inout XMLWriter) {
        let attributes: [(name: StaticString, value: String)] = [
            ("classname", test.rule), ("name", test.name), ("time", "0"),
        ]
        switch test.result {
        case .passed: xml.element("testcase", attributes)
        case .failed(let message, let text):
            xml.element("testcase", attributes) { xml in
                xml.element("failure", [("message", message), ("type", "error")], text: text)
            }
        case .skipped(let message):
            xml.element("testcase", attributes) { $0.element("skipped", [("message", message)]) }
        }
    }
}

// MARK: - Cases

extension JUnitReport {
    private struct Case {
        enum Result {
            case passed
            case failed(message: String, text: String)
            case skipped(String)

            var isFailure: Bool { if case .failed = self { true } else { false } }
            var isSkipped: Bool { if case .skipped = self { true } else { false } }
        }

        var rule: String
        var name: String
        var result: Result
    }

    private struct Key: Hashable {
        var rule: String
        var kind: String
        var subject: Int
    }

    private static let evidenceShown = 6

    /// Failing ones first, as far as their rules' order allows: worst first inside findings, then what passed or could not
    /// be told, then what the database counts without listing.
    private var cases: [Case] {
        var cases: [Case] = []
        var findings: [Key: [ReportModel.Finding]] = [:]
        var order: [Key] = []
        for finding in model.findings {
            let key = Key(rule: finding.rule, kind: finding.subject.kind, subject: finding.subject.id)
            if findings[key] == nil { order.append(key) }
            findings[key, default: []].append(finding)
        }
        for key in order {
            let own = findings[key] ?? []
            guard let first = own.first else { continue }
            cases.append(Case(rule: key.rule, name: name(first.subject, key.rule), result: result(own)))
        }
        var listed: [String: [Verdict: Int]] = [:]
        for verdict in model.verdicts {
            listed[verdict.rule, default: [:]][verdict.outcome, default: 0] += 1
            let key = Key(rule: verdict.rule, kind: verdict.subject.kind, subject: verdict.subject.id)
            guard findings[key] == nil else { continue }
            cases.append(Case(rule: verdict.rule, name: name(verdict.subject, verdict.rule), result: result(verdict)))
        }
        for rule in model.rules { cases += counted(rule, listed[rule.id] ?? [:]) }
        // Failing cases tell the verdict of their run; another failure would be one that nobody can fix.
        return cases.contains { $0.result.isFailure } ? cases : [verdict] + cases
    }

    /// The run as a case of its own, so that a run in which nothing could be judged does not look like success.
    private var verdict: Case {
        let result: Case.Result =
            switch model.run.verdict {
            case .pass: .passed
            case .fail: .failed(message: Verdicts.sentence(model), text: "")
            default: .skipped("\(model.headline): \(Verdicts.sentence(model))")
            }
        return Case(rule: "beaconproof", name: "verdict of the run", result: result)
    }

    private func name(_ subject: ReportModel.Subject, _ rule: String) -> String {
        let title = model.rule(rule)?.title ?? rule
        return "\(title) [\(Phrases.subject(subject))]"
    }

    private func result(_ findings: [ReportModel.Finding]) -> Case.Result {
        let errors = findings.filter { $0.severity == .error && $0.waived == nil }
        guard let first = errors.first else {
            let words = findings.map { finding in
                finding.waived.map { "\(finding.message): \(WaiverWords(waiver: $0).sentence)" }
                    ?? "\(finding.severity.word): \(finding.message)\(Phrases.server(finding).map { " (\($0))" } ?? "")"
            }
            return .skipped(words.joined(separator: "; "))
        }
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        return .failed(message: first.message + more, text: errors.map(text).joined(separator: "\n"))
    }

    private func text(_ finding: ReportModel.Finding) -> String {
        var lines = [finding.message, "  expected: \(finding.expected)", "  observed: \(finding.observed)"]
        lines += [Phrases.server(finding), Phrases.cause(finding, in: model)].compactMap { $0.map { "  \($0)" } }
        for evidence in finding.evidence.listed.prefix(Self.evidenceShown) {
            let words = EvidenceWords(evidence: evidence)
            let parts = [
                Phrases.role(evidence.role), words.offset ?? "", words.method,
                TerminalText(words.subject).shortened(to: 300).value, words.status, words.place,
            ]
            lines.append("  " + parts.filter { !$0.isEmpty }.joined(separator: "  "))
        }
        let rest = finding.evidence.total - min(finding.evidence.listed.count, Self.evidenceShown)
        if rest > 0 { lines.append("  \(Phrases.count(rest, "more row")) of evidence") }
        if let fix = model.rule(finding.rule)?.fix, !fix.isEmpty { lines.append("  fix: \(fix)") }
        lines.append("  finding: \(finding.fingerprint)")
        return lines.joined(separator: "\n")
    }

    private func result(_ verdict: ReportModel.RuleVerdict) -> Case.Result {
        switch verdict.outcome {
        case .pass: return .passed
        case .notApplicable: return .skipped("not applicable")
        case .fail: return .failed(message: "the rule failed", text: "")
        case .inconclusive:
            let because = verdict.because.map { ": \($0)" } ?? ""
            let needs = verdict.needs.map { "; to decide: \($0)" } ?? ""
            return .skipped("\(verdict.outcome.word): \(Phrases.reason(verdict.reason ?? ""))\(because)\(needs)")
        }
    }

    /// Subjects that the database counts but does not list.
    private func counted(_ rule: ReportModel.Rule, _ listed: [Verdict: Int]) -> [Case] {
        var cases: [Case] = []
        let passed = rule.pass - (listed[.pass] ?? 0)
        if passed > 0 {
            cases.append(
                Case(rule: rule.id, name: "\(rule.title) [\(Phrases.count(passed, "subject"))]", result: .passed))
        }
        let others = rule.notApplicable - (listed[.notApplicable] ?? 0)
        if others > 0 {
            cases.append(
                Case(
                    rule: rule.id, name: "\(rule.title) [\(Phrases.count(others, "other subject"))]",
                    result: .skipped("not applicable")))
        }
        return cases
    }
}
