import Model
import Store

/// One breach as it stands before blindness is weighed: the rows with the same subject and item.
struct Breach {
    var finding: Judgement.Finding
    var doubt: Doubt?
    /// What would decide a doubt, in the rule's own words.
    var needs: String?
    /// Evidence on both sides of it carries it, whatever was assumed.
    var isCarried: Bool
    /// From when, and by when, the missing thing was due: they narrow the window in which blindness matters.
    var since: Int64?
    var until: Int64?
    var last: Int64?

    mutating func add(_ evidence: Judgement.Evidence) {
        if let at = evidence.at { last = max(last ?? at, at) }
        guard finding.evidence.count < Judge.evidenceLimit else { return }
        finding.evidence.append(evidence)
    }
}

/// The breaches of one subject, in the order they were found, and where each item is.
struct SubjectBreaches {
    var breaches: [Breach] = []
    var places: [String: Int] = [:]

    mutating func locate(by origins: EvidenceOrigins) {
        for breach in breaches.indices {
            for row in breaches[breach].finding.evidence.indices {
                breaches[breach].finding.evidence[row].origin = origins[breaches[breach].finding.evidence[row]]
            }
        }
    }

    /// Names the server that sent what is at fault.
    mutating func blame(_ hosts: [ID<Exchange>: String]) {
        for breach in breaches.indices {
            let exchange = breaches[breach].finding.evidence.lazy.compactMap { $0.origin?.exchange }.first
            breaches[breach].finding.server = exchange.flatMap { hosts[$0] } ?? ""
        }
    }
}

/// What breaches a rule, as its SELECT found it.
extension Judge {
    /// The breaches of each subject; rows of one subject with one item are one breach.
    func breaches(of rule: Rule) throws(StoreFailure) -> [Int: SubjectBreaches] {
        var result: [Int: SubjectBreaches] = [:]
        let rows = try database.restricted(isCancelled: limit.isReached) { (queries) throws(StoreFailure) in
            try queries.rows(rule.breaches, arguments)
        }
        for row in rows {
            guard let subject = row.int("subject_id") else { continue }
            let item = row.words("item")
            let evidence = evidence(of: rule, in: row)
            if let known = result[subject]?.places[item] {
                for evidence in evidence { result[subject]?.breaches[known].add(evidence) }
                continue
            }
            let most = rule.party == .server ? min(rule.severity, .warning) : rule.severity
            let severity = row.text("severity").flatMap(Severity.init(rawValue:)).map { min($0, most) }
            let finding = Judgement.Finding(
                subject: subject, item: item, severity: severity ?? most,
                message: MessageTemplate.fill(rule.message, from: row), expected: row.words("expected"),
                observed: row.words("observed"), at: evidence.first?.at, assumed: assumption(of: rule),
                evidence: evidence)
            let breach = Breach(
                finding: finding, doubt: row.text("doubt").flatMap(Doubt.init(rawValue:)), needs: row.text("needs"),
                isCarried: row.int("is_carried") == 1,
                since: row.microseconds("since_us"), until: row.microseconds("until_us"),
                last: evidence.compactMap(\.at).max())
            result[subject, default: SubjectBreaches()].places[item] = result[subject]?.breaches.count ?? 0
            result[subject]?.breaches.append(breach)
        }
        let origins = try EvidenceOrigins(
            result.values.lazy.flatMap(\.breaches).flatMap(\.finding.evidence), database: database)
        let servers = rule.party == .server ? try origins.hosts(database) : [:]
        for subject in result.keys {
            result[subject]?.locate(by: origins)
            if rule.party == .server { result[subject]?.blame(servers) }
        }
        return result
    }

    private func evidence(of rule: Rule, in row: Row) -> [Judgement.Evidence] {
        guard rule.evidence.isEmpty else { return rule.evidence.compactMap { $0.evidence(in: row) } }
        return [
            Judgement.Evidence(
                view: row.text("evidence_table") ?? "", id: row.int("evidence_id"), role: row.text("role") ?? "breach",
                at: row.integer("at_us"))
        ]
    }

    private func assumption(of rule: Rule) -> String? {
        let taken = rule.assume.keys.sorted().filter { facts[$0]?.source == "assumed" }
        guard !taken.isEmpty else { return nil }
        return taken.map { "\($0): \(facts[$0]?.value ?? "")" }.joined(separator: ", ")
    }
}

extension Row {
    /// A value as people read it; empty for none.
    func words(_ name: String) -> String { MessageTemplate.text(self[name]) }

    /// A time that SQL may have made a real number by adding a setting to it.
    func microseconds(_ name: String) -> Int64? {
        switch self[name] {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value.rounded())
        case .null, .text, .blob: nil
        }
    }
}
