/// A reason for which rules could not be judged, as every format tells it.
struct UndecidedWords {
    let reason: ReportModel.UndecidedReason

    /// `traffic it looks at was hidden, cut, or outside the capture: 5305 bytes … cannot be read`.
    var why: String {
        let why = Phrases.reason(reason.reason)
        // Files that were kept before say what was hidden where others say what would decide.
        guard let because = reason.because ?? (reason.reason == "blind" ? reason.needs : nil), !because.isEmpty
        else { return why }
        return "\(why): \(because)"
    }

    var decide: String? {
        reason.reason == "blind" ? "a capture in which that traffic can be read" : reason.needs
    }

    /// `2 rules on ad play 1 "A1001"`, `1 rule on 5 subjects`.
    var scope: String {
        "\(Phrases.count(reason.rules.count, "rule")) on \(Self.whom(Set(reason.rules.flatMap(\.subjects))))"
    }

    /// The subjects of one rule, where they are not those of all.
    func subjects(of rule: ReportModel.UndecidedGroup) -> String? {
        let own = Set(rule.subjects)
        return reason.rules.allSatisfy { Set($0.subjects) == own } ? nil : Self.whom(own)
    }

    private static func whom(_ subjects: Set<ReportModel.Subject>) -> String {
        guard let only = subjects.first, subjects.count == 1 else { return Phrases.count(subjects.count, "subject") }
        return Phrases.subject(only)
    }
}
