import Model
extension ReportModel {
    /// Unwaived errors.
    public var mustFix: [Finding] {
        findings.filter { $0.waived == nil && $0.severity == .error }
    }

    /// Unwaived warnings and infos.
    public var shouldFix: [Finding] {
        findings.filter { $0.waived == nil && $0.severity != .error }
    }

    public var accepted: [Finding] {
        findings.filter { $0.waived != nil }
    }

    public var undecided: [RuleVerdict] {
        verdicts.filter { $0.outcome == .inconclusive }
    }

    /// Rules that passed on at least one subject and neither failed nor were undecided on any.
    public var passed: [Rule] {
        rules.filter { $0.pass > 0 && $0.fail == 0 && $0.inconclusive == 0 }
    }

    public func rule(_ id: String) -> Rule? {
        rules.first { $0.id == id }
    }

    public func count(_ severity: Severity) -> Int {
        findings.count { $0.waived == nil && $0.severity == severity }
    }

    /// The earliest time any capture speaks about: the zero of offsets outside ad plays.
    public var startUs: Int64? {
        captures.compactMap(\.firstUs).min()
    }

    /// Undecided verdicts of one rule for one reason, told together.
    public struct UndecidedGroup: Sendable, Hashable {
        public var rule: String
        public var reason: String
        /// What would decide it; the first one where subjects differ.
        public var needs: String?
        public var subjects: [Subject]
    }

    /// In the order of the rules; what was hidden comes before what nobody supplied.
    public var undecidedGroups: [UndecidedGroup] {
        var groups: [UndecidedGroup] = []
        var index: [[String]: Int] = [:]
        for verdict in undecided {
            let key = [verdict.rule, verdict.reason ?? ""]
            if let known = index[key] {
                groups[known].subjects.append(verdict.subject)
            } else {
                index[key] = groups.count
                groups.append(
                    UndecidedGroup(
                        rule: verdict.rule, reason: verdict.reason ?? "", needs: verdict.needs,
                        subjects: [verdict.subject]))
            }
        }
        return groups.filter { !$0.isMissingInput } + groups.filter(\.isMissingInput)
    }
}

extension ReportModel.UndecidedGroup {
    /// Nobody supplied what the rule needs; the capture itself is not at fault.
    public var isMissingInput: Bool { reason.hasPrefix("needs-") }
}

extension Verdict {
    /// The word in front of everything: people must not have to read on to know.
    var word: String {
        switch self {
        case .pass: "PASS"
        case .fail: "FAIL"
        case .inconclusive: "CANNOT TELL"
        case .notApplicable: "NOT APPLICABLE"
        }
    }
}

extension ReportModel.Run {
    var word: String { verdict?.word ?? "NOT JUDGED" }
}

extension Severity {
    /// 0 is worst.
    var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        }
    }

    var word: String { rawValue.uppercased() }
}
