import Model

/// What was judged.
extension Writer {
    /// Replaces an earlier value of the same key.
    public mutating func insert(fact: FactRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(fact, RowPlace(run: run))
    }

    /// Replaces an earlier value of the same key.
    public mutating func insert(setting: SettingRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(setting, RowPlace(run: run))
    }

    /// Replaces what decided the reading of the run, or its judging, and leaves the other.
    public mutating func replace(grounds: [Ground], ofReading: Bool, run: ID<RunRecord>) throws(StoreFailure) {
        try deleteGrounds(Ground.Kind.allCases.filter { $0.isOfReading == ofReading }, run: run)
        for ground in grounds where ground.kind.isOfReading == ofReading { try insert(ground, RowPlace(run: run)) }
    }

    /// Keeps the rule as it was when it judged the run.
    public mutating func insert(rule: RuleRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(rule, RowPlace(run: run))
    }

    /// - Returns: the finding's number.
    public mutating func insert(finding: FindingRecord, run: ID<RunRecord>) throws(StoreFailure) -> ID<FindingRecord> {
        try insertNumbered(finding, run: run)
    }

    /// - Parameter ordinal: from 0, in the order to read it.
    public mutating func insert(
        evidence: EvidenceRecord, finding: ID<FindingRecord>, ordinal: Int
    ) throws(StoreFailure) {
        try insert(EvidenceRow(finding: finding, ordinal: ordinal, evidence: evidence), RowPlace())
    }

    /// Keeps what a rule said of one subject.
    public mutating func insert(verdict: VerdictRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(verdict, RowPlace(run: run))
    }

    /// Keeps how many subjects got which verdict from a rule.
    public mutating func insert(ruleSummary: RuleSummaryRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(ruleSummary, RowPlace(run: run))
    }

    /// Keeps what was said of one family.
    public mutating func insert(family: FamilyRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(family, RowPlace(run: run))
    }

    /// Keeps the outcome of one profile.
    public mutating func insert(certificate: CertificateRecord, run: ID<RunRecord>) throws(StoreFailure) {
        try insert(certificate, RowPlace(run: run))
    }

    /// Names all that the run's outcome rests on, so that a later batch can tell whether anything changed.
    public mutating func setRecipe(_ sha256: String, run: ID<RunRecord>) throws(StoreFailure) {
        try change(
            "UPDATE run_row SET recipe_sha256 = :recipe WHERE id = :run",
            ["run": SQLValue(run), "recipe": .text(sha256)])
    }

    /// Closes the audit: the verdict of the run, and the rules that gave it.
    public mutating func setRunVerdict(
        _ verdict: RunVerdict, run: ID<RunRecord>, rulesVersion: String, rulesSHA256: String
    ) throws(StoreFailure) {
        try change(
            """
            UPDATE run_row SET verdict = :verdict, certified = :certified, note = :note, due = :due, compared = :compared,
              rules_version = :version, rules_sha256 = :sha256
            WHERE id = :run
            """,
            [
                "run": SQLValue(run), "verdict": .text(verdict.verdict.rawValue),
                "certified": .integer(verdict.isCertified ? 1 : 0), "note": verdict.note.map(SQLValue.text) ?? .null,
                "due": .integer(Int64(verdict.due)), "compared": .integer(Int64(verdict.compared)),
                "version": .text(rulesVersion), "sha256": .text(rulesSHA256),
            ])
    }
}
