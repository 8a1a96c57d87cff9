import Model
import Store

/// Judgements as the rows they become: subjects with their labels, evidence with the exchange, call or tracker behind it.
struct AuditRecord {
    private let run: ID<RunRecord>
    private let judgements: [Judgement]
    private let labels: SubjectLabels

    init(run: ID<RunRecord>, judgements: [Judgement], labels: SubjectLabels) {
        self.run = run
        self.judgements = judgements
        self.labels = labels
    }

    func write(into writer: inout Writer) throws(StoreFailure) {
        var fingerprints: [String: Int] = [:]
        for judgement in judgements {
            let rule = judgement.rule
            try writer.insert(
                rule: RuleRecord(
                    id: rule.id, family: rule.family, severity: rule.severity, title: rule.title, fix: rule.fix,
                    why: rule.why, sources: rule.sources.map(\.line),
                    witness: rule.witness?.rawValue),
                run: run)
            try writer.insert(
                ruleSummary: RuleSummaryRecord(
                    rule: rule.id, pass: judgement.pass, fail: judgement.fail, inconclusive: judgement.inconclusive,
                    notApplicable: judgement.notApplicable, notCompared: judgement.notCompared,
                    due: judgement.witnesses.due, compared: judgement.witnesses.compared),
                run: run)
            for verdict in judgement.verdicts {
                try writer.insert(
                    verdict: VerdictRecord(
                        rule: rule.id, subject: subject(rule, verdict), verdict: verdict.outcome,
                        reason: verdict.doubt, needs: verdict.needs, because: verdict.because),
                    run: run)
            }
            for finding in judgement.findings {
                try write(finding, of: rule, into: &writer, &fingerprints)
            }
        }
    }

    private func write(
        _ finding: Judgement.Finding, of rule: Rule, into writer: inout Writer, _ fingerprints: inout [String: Int]
    ) throws(StoreFailure) {
        let subject = subject(rule, finding.subject)
        let key = FindingKey(rule: rule.lastingID, subject: subject.kind, label: subject.label, item: finding.item)
        let name = key.fingerprint
        let times = fingerprints[name, default: 0] + 1
        fingerprints[name] = times
        let id = try writer.insert(
            finding: FindingRecord(
                rule: rule.id, severity: finding.severity, family: rule.family, subject: subject, item: finding.item,
                message: finding.message, expected: finding.expected, observed: finding.observed,
                at: finding.at.map(Timestamp.init(microseconds:)),
                fingerprint: times == 1 ? name : "\(name)-\(times)", assumed: finding.assumed, server: finding.server,
                waived: finding.waiver.map {
                    FindingRecord.Waiver(owner: $0.owner, reason: $0.reason, expires: $0.expires.description)
                }),
            run: run)
        for (ordinal, evidence) in finding.evidence.enumerated() {
            try writer.insert(evidence: record(evidence), finding: id, ordinal: ordinal)
        }
    }

    private func record(_ evidence: Judgement.Evidence) -> EvidenceRecord {
        EvidenceRecord(
            role: EvidenceRecord.Role(rawValue: evidence.role) ?? .breach, source: evidence.view, sourceID: evidence.id,
            exchange: evidence.origin?.exchange, call: evidence.origin?.call, tracker: evidence.origin?.tracker,
            at: evidence.at.map(Timestamp.init(microseconds:)))
    }

    private func subject(_ rule: Rule, _ verdict: Judgement.SubjectVerdict) -> Subject {
        guard verdict.isWholeRun else { return subject(rule, verdict.subject) }
        return Subject(kind: .run, id: verdict.subject, label: labels[.run, verdict.subject])
    }

    private func subject(_ rule: Rule, _ id: Int) -> Subject {
        Subject(kind: rule.subject, id: id, label: labels[rule.subject, id])
    }
}
