import Model
import Store

/// Judgements as the rows they become: subjects with their labels, evidence with the exchange, call or tracker behind it.
struct AuditRecord {
    private let run: Int
    private let judgements: [Judgement]
    private let labels: SubjectLabels
    private let origins: EvidenceOrigins

    init(
        run: Int, judgements: [Judgement], labels: SubjectLabels, database: Database
    ) throws(StoreFailure) {
        self.run = run
        self.judgements = judgements
        self.labels = labels
        origins = try EvidenceOrigins(judgements, database: database)
    }

    func write(into writer: inout Writer) throws(StoreFailure) {
        var fingerprints: [String: Int] = [:]
        for judgement in judgements {
            let rule = judgement.rule
            try writer.insert(
                rule: RuleRecord(
                    id: rule.id, family: rule.family, severity: rule.severity, title: rule.title, fix: rule.fix,
                    why: rule.why, sources: rule.sources.map(\.line)),
                run: run)
            try writer.insert(
                ruleSummary: RuleSummaryRecord(
                    rule: rule.id, pass: judgement.pass, fail: judgement.fail, inconclusive: judgement.inconclusive,
                    notApplicable: judgement.notApplicable),
                run: run)
            for verdict in judgement.verdicts {
                try writer.insert(
                    verdict: VerdictRecord(
                        rule: rule.id, subject: subject(rule, verdict), verdict: verdict.outcome,
                        reason: verdict.doubt, needs: verdict.needs),
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
        let evidence = finding.evidence.map(origins.record)
        // A finding nobody can look up is an opinion.
        guard evidence.contains(where: { $0.exchange != nil || $0.call != nil || $0.tracker != nil }) else { return }
        let subject = subject(rule, finding.subject)
        let key = FindingKey(rule: rule.id, subject: subject.kind, label: subject.label, item: finding.item)
        let name = key.fingerprint
        let times = fingerprints[name, default: 0] + 1
        fingerprints[name] = times
        let id = try writer.insert(
            finding: FindingRecord(
                rule: rule.id, severity: finding.severity, family: rule.family, subject: subject, item: finding.item,
                message: finding.message, expected: finding.expected, observed: finding.observed,
                at: finding.at.map(Timestamp.init(microseconds:)),
                fingerprint: times == 1 ? name : "\(name)-\(times)", assumed: finding.assumed,
                waived: finding.waiver.map {
                    FindingRecord.Waiver(owner: $0.owner, reason: $0.reason, expires: $0.expires.description)
                }),
            run: run)
        for (ordinal, row) in evidence.enumerated() {
            try writer.insert(evidence: row, finding: id, ordinal: ordinal)
        }
    }

    private func subject(_ rule: Rule, _ verdict: Judgement.SubjectVerdict) -> Subject {
        guard verdict.isWholeCapture else { return subject(rule, verdict.subject) }
        return Subject(kind: .capture, id: verdict.subject, label: labels[.capture, verdict.subject])
    }

    private func subject(_ rule: Rule, _ id: Int) -> Subject {
        Subject(kind: rule.subject, id: id, label: labels[rule.subject, id])
    }
}

/// The exchange, call and tracker behind a row that a rule gave as evidence.
private struct EvidenceOrigins {
    private struct Origin {
        var exchange: Int?
        var call: Int?
        var tracker: Int?
    }

    private var origins: [String: [Int: Origin]] = [:]

    /// How each view leads to them.
    private static let paths: [String: String] = [
        "firing": "SELECT id, exchange, call, tracker FROM firing WHERE id IN",
        "beacon": "SELECT id, exchange, call, NULL AS tracker FROM beacon WHERE id IN",
        "ping": """
        SELECT p.beacon AS id, b.exchange AS exchange, b.call AS call, NULL AS tracker
        FROM ping p JOIN beacon b ON b.id = p.beacon WHERE p.beacon IN
        """,
        "tracker": """
        SELECT t.id AS id, d.exchange AS exchange, NULL AS call, t.id AS tracker
        FROM tracker t JOIN document d ON d.id = t.document WHERE t.id IN
        """,
        "resource": """
        SELECT r.id AS id, coalesce(r.fetch, d.exchange) AS exchange, NULL AS call, NULL AS tracker
        FROM resource r JOIN document d ON d.id = r.document WHERE r.id IN
        """,
        "document": "SELECT id, exchange, NULL AS call, NULL AS tracker FROM document WHERE id IN",
        "ad": """
        SELECT a.id AS id, d.exchange AS exchange, NULL AS call, NULL AS tracker
        FROM ad a JOIN document d ON d.id = a.document WHERE a.id IN
        """,
        "exchange": "SELECT id, id AS exchange, NULL AS call, NULL AS tracker FROM exchange WHERE id IN",
        "call": "SELECT id, NULL AS exchange, id AS call, NULL AS tracker FROM call WHERE id IN",
    ]

    init(_ judgements: [Judgement], database: Database) throws(StoreFailure) {
        var wanted: [String: Set<Int>] = [:]
        for finding in judgements.flatMap(\.findings) {
            for evidence in finding.evidence {
                guard let id = evidence.id else { continue }
                wanted[evidence.view, default: []].insert(id)
            }
        }
        for (view, ids) in wanted {
            guard let path = EvidenceOrigins.paths[view] else { continue }
            let list = ids.sorted().map(String.init).joined(separator: ", ")
            var found: [Int: Origin] = [:]
            for row in try database.rows("\(path) (\(list))") {
                guard let id = row.int("id") else { continue }
                found[id] = Origin(exchange: row.int("exchange"), call: row.int("call"), tracker: row.int("tracker"))
            }
            origins[view] = found
        }
    }

    func record(_ evidence: Judgement.Evidence) -> EvidenceRecord {
        let origin = evidence.id.flatMap { origins[evidence.view]?[$0] }
        return EvidenceRecord(
            role: EvidenceRecord.Role(rawValue: evidence.role) ?? .breach, source: evidence.view, sourceID: evidence.id,
            exchange: origin?.exchange, call: origin?.call, tracker: origin?.tracker,
            at: evidence.at.map(Timestamp.init(microseconds:)))
    }
}
