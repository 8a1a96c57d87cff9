import Model

/// What was judged.
extension Writer {
    /// Replaces an earlier value of the same key.
    public mutating func insert(fact: FactRecord, run: Int) throws(StoreFailure) {
        try insert(into: .fact) { row in
            row.add(run)
            row.add(fact.key)
            row.add(fact.value)
            row.add(fact.source.rawValue)
        }
    }

    /// Replaces an earlier value of the same key.
    public mutating func insert(setting: SettingRecord, run: Int) throws(StoreFailure) {
        try insert(into: .setting) { row in
            row.add(run)
            row.add(setting.key)
            row.add(setting.value)
            row.add(setting.unit)
            row.add(setting.source)
        }
    }

    /// Replaces what decided the reading of the run, or its judging, and leaves the other.
    public mutating func replace(grounds: [Ground], ofReading: Bool, run: Int) throws(StoreFailure) {
        try deleteGrounds(Ground.Kind.allCases.filter { $0.isOfReading == ofReading }, run: run)
        for ground in grounds where ground.kind.isOfReading == ofReading {
            try insert(into: .ground) { row in
                row.add(run)
                row.add(ground.kind.rawValue)
                row.add(ground.name)
                row.add(ground.value)
                row.add(ground.sha256)
                row.add(ground.origin.rawValue)
                row.add(ground.place)
            }
        }
    }

    public mutating func insert(rule: RuleRecord, run: Int) throws(StoreFailure) {
        try insert(into: .rule) { row in
            row.add(run)
            row.add(rule.id)
            row.add(rule.family)
            row.add(rule.severity.rawValue)
            row.add(rule.title)
            row.add(rule.fix)
            row.add(rule.why)
            row.add(rule.sources.joined(separator: "\n"))
        }
    }

    /// - Returns: the finding's number.
    public mutating func insert(finding: FindingRecord, run: Int) throws(StoreFailure) -> Int {
        let id = try nextID(of: .finding)
        try insert(into: .finding) { row in
            row.add(id)
            row.add(run)
            row.add(finding.rule)
            row.add(finding.severity.rawValue)
            row.add(finding.family)
            row.add(finding.subject)
            row.add(finding.item)
            row.add(finding.message)
            row.add(finding.expected)
            row.add(finding.observed)
            row.add(finding.at?.microseconds)
            row.add(finding.fingerprint)
            row.add(finding.assumed)
            row.add(finding.waived?.reason)
            row.add(finding.waived?.owner)
            row.add(finding.waived?.expires)
        }
        return id
    }

    /// - Parameter ordinal: from 0, in the order to read it.
    public mutating func insert(evidence: EvidenceRecord, finding: Int, ordinal: Int) throws(StoreFailure) {
        try insert(into: .evidence) { row in
            row.add(finding)
            row.add(ordinal)
            row.add(evidence.role.rawValue)
            row.add(evidence.source)
            row.add(evidence.sourceID)
            row.add(evidence.exchange)
            row.add(evidence.call)
            row.add(evidence.tracker)
            row.add(evidence.at?.microseconds)
        }
    }

    public mutating func insert(verdict: VerdictRecord, run: Int) throws(StoreFailure) {
        try insert(into: .verdict) { row in
            row.add(run)
            row.add(verdict.rule)
            row.add(verdict.subject)
            row.add(verdict.verdict.rawValue)
            row.add(verdict.reason?.rawValue)
            row.add(verdict.needs)
        }
    }

    public mutating func insert(ruleSummary: RuleSummaryRecord, run: Int) throws(StoreFailure) {
        try insert(into: .ruleSummary) { row in
            row.add(run)
            row.add(ruleSummary.rule)
            row.add(ruleSummary.pass)
            row.add(ruleSummary.fail)
            row.add(ruleSummary.inconclusive)
            row.add(ruleSummary.notApplicable)
        }
    }

    public mutating func insert(family: FamilyRecord, run: Int) throws(StoreFailure) {
        try insert(into: .family) { row in
            row.add(run)
            row.add(family.family)
            row.add(family.verdict.rawValue)
        }
    }

    public mutating func insert(certificate: CertificateRecord, run: Int) throws(StoreFailure) {
        try insert(into: .certificate) { row in
            row.add(run)
            row.add(certificate.profile)
            row.add(certificate.dated)
            row.add(certificate.verdict.rawValue)
            row.add(certificate.reasons.joined(separator: "\n"))
        }
    }

    /// Names all that the run's outcome rests on, so that a later batch can tell whether anything changed.
    public mutating func setRecipe(_ sha256: String, run: Int) throws(StoreFailure) {
        try change(
            "UPDATE run_row SET recipe_sha256 = :recipe WHERE id = :run",
            ["run": SQLValue(run), "recipe": .text(sha256)])
    }

    public mutating func setRunVerdict(
        run: Int, _ verdict: Verdict, rulesVersion: String, rulesSHA256: String
    ) throws(StoreFailure) {
        try change(
            "UPDATE run_row SET verdict = :verdict, rules_version = :version, rules_sha256 = :sha256 WHERE id = :run",
            [
                "run": SQLValue(run), "verdict": .text(verdict.rawValue), "version": .text(rulesVersion),
                "sha256": .text(rulesSHA256),
            ])
    }
}

extension RowBuffer {
    fileprivate mutating func add(_ subject: Subject) {
        add(subject.kind.rawValue)
        add(subject.id)
        add(subject.label)
    }
}
