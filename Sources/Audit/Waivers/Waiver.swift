import Encodings
import Model

/// Findings that somebody has accepted until a day: the report lists them apart and no verdict counts them.
package struct Waiver: Sendable, Hashable {
    package var key: FindingKey
    /// Who answers for it.
    package var owner: String
    package var reason: String
    /// The last day on which it holds.
    package var expires: CalendarDate
    /// Where it stands in its file, from 1.
    package var line: Int

    /// Whether its last day has passed.
    package func isExpired(on today: CalendarDate) -> Bool { expires < today }
}

extension [Waiver] {
    /// The same with today's ids of rules.
    package func naming(rules pack: RulePack) throws(RuleFileFailure) -> [Waiver] {
        var waivers = self
        for place in indices { waivers[place].key.rule = try pack.currentID(self[place].key.rule) }
        return waivers
    }
}

extension [Judgement] {
    /// The same judgements with the findings that waivers speak of marked.
    func accepting(_ waivers: [Waiver], _ labels: SubjectLabels) -> [Judgement] {
        guard !waivers.isEmpty else { return self }
        let byKey = Dictionary(waivers.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return map { judgement in
            var judgement = judgement
            for index in judgement.findings.indices {
                let finding = judgement.findings[index]
                let subject = judgement.rule.subject
                let key = FindingKey(
                    rule: judgement.rule.id, subject: subject, label: labels[subject, finding.subject],
                    item: finding.item)
                judgement.findings[index].waiver = byKey[key]
            }
            return judgement
        }
    }
}
