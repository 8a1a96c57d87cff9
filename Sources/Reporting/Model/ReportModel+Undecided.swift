/// What could not be told, in the two ways in which people ask for it: what became of a rule, and what a reason hides.
extension ReportModel {
    package var undecided: [RuleVerdict] {
        // By place: most are not, and a copy of each costs more than the question.
        verdicts.indices.filter { verdicts[$0].outcome == .inconclusive }.map { verdicts[$0] }
    }

    /// Undecided verdicts of one rule for one reason, told together.
    package struct UndecidedGroup: Sendable, Hashable {
        package var rule: String
        package var reason: String
        /// What would decide it; the first one where subjects differ.
        package var needs: String?
        /// Why it is open; the first one where subjects differ.
        package var because: String?
        package var subjects: [Subject]
    }

    /// In the order of the rules; what was hidden comes before what nobody supplied.
    package var undecidedGroups: [UndecidedGroup] {
        Self.groups(undecided) { [$0.rule, $0.reason ?? ""] }
    }

    /// One reason for which rules could not be judged, with all the rules that it hides.
    package struct UndecidedReason: Sendable, Hashable {
        package var reason: String
        /// What would decide it.
        package var needs: String?
        /// What was hidden, or what may be read in two ways, in words.
        package var because: String?
        /// One per rule, in the order of the rules.
        package var rules: [UndecidedGroup]
    }

    /// In the order of their first rules; what was hidden comes before what nobody supplied.
    package var undecidedReasons: [UndecidedReason] {
        var reasons: [UndecidedReason] = []
        var index: [[String]: Int] = [:]
        for group in Self.groups(undecided, by: { [$0.rule, $0.reason ?? "", $0.needs ?? "", $0.because ?? ""] }) {
            let key = [group.reason, group.needs ?? "", group.because ?? ""]
            if let known = index[key] {
                reasons[known].rules.append(group)
            } else {
                index[key] = reasons.count
                reasons.append(
                    UndecidedReason(
                        reason: group.reason, needs: group.needs, because: group.because, rules: [group]))
            }
        }
        return reasons
    }

    private static func groups(
        _ verdicts: [RuleVerdict], by key: (RuleVerdict) -> [String]
    ) -> [UndecidedGroup] {
        var groups: [UndecidedGroup] = []
        var index: [[String]: Int] = [:]
        for verdict in verdicts {
            if let known = index[key(verdict)] {
                groups[known].subjects.append(verdict.subject)
            } else {
                index[key(verdict)] = groups.count
                groups.append(
                    UndecidedGroup(
                        rule: verdict.rule, reason: verdict.reason ?? "", needs: verdict.needs,
                        because: verdict.because, subjects: [verdict.subject]))
            }
        }
        return groups.filter { !$0.isMissingInput } + groups.filter(\.isMissingInput)
    }
}

extension ReportModel.UndecidedGroup {
    /// Nobody supplied what the rule needs; the capture itself is not at fault.
    package var isMissingInput: Bool { reason.hasPrefix("needs-") }
}

extension ReportModel.UndecidedReason {
    package var isMissingInput: Bool { reason.hasPrefix("needs-") }
}
