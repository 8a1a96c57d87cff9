import Model

extension ReportModel {
    /// Unwaived errors.
    package var mustFix: [Finding] {
        findings.filter { $0.waived == nil && $0.severity == .error }
    }

    /// Unwaived warnings and infos.
    package var shouldFix: [Finding] {
        findings.filter { $0.waived == nil && $0.severity != .error }
    }

    package var accepted: [Finding] {
        findings.filter { $0.waived != nil }
    }

    /// Rules that passed on at least one subject and neither failed nor were undecided on any.
    package var passed: [Rule] {
        rules.filter { $0.pass > 0 && $0.fail == 0 && $0.inconclusive == 0 }
    }

    /// The rule of that id, where it judged the run.
    package func rule(_ id: String) -> Rule? {
        rules.first { $0.id == id }
    }

    /// How many findings of this severity nobody has accepted.
    package func count(_ severity: Severity) -> Int {
        findings.count { $0.waived == nil && $0.severity == severity }
    }

    /// The earliest time any capture speaks about: the zero of offsets outside ad plays.
    package var startUs: Int64? {
        captures.compactMap(\.firstUs).min()
    }
}

extension Verdict {
    /// The word in front of everything: people must not have to read on to know.
    var word: String {
        switch self {
        case .pass: "PASS"
        case .fail: "FAIL"
        case .inconclusive: "CANNOT TELL"
        case .notApplicable: "NOT JUDGED"
        }
    }

    /// The same on the ladder of headlines: a pass that nothing certifies is no more than that no fault was seen.
    func word(isCertified: Bool) -> String { self == .pass && !isCertified ? "NO FAULT SEEN" : word }
}

extension ReportModel.Run {
    var word: String { verdict?.word(isCertified: isCertified) ?? "NOT JUDGED" }
}

extension ReportModel.Family {
    /// A family of which only form was compared is not certified by that.
    package var word: String { verdict.word(isCertified: witnesses.compared > 0) }
}

extension ReportModel {
    /// The word of the run with what was accepted: `PASS with 5 accepted errors`.
    package var headline: String {
        let accepted = findings.count { $0.waived != nil && $0.severity == .error }
        return accepted == 0 ? run.word : "\(run.word) with \(Phrases.count(accepted, "accepted error"))"
    }

    /// `5 ad plays, 34 of 34 due comparisons made`: what the verdict rests on.
    package var witnessed: String {
        let comparisons =
            run.witnesses.due == 0
            ? "nothing was due that could be compared"
            : "\(run.witnesses.compared) of \(Phrases.count(run.witnesses.due, "due comparison")) made"
        // A break that VMAP reports holds ads, and is none.
        let plays = adPlays.total - (families.first { $0.name == "vmap" }?.adPlays ?? 0)
        return plays == 0 ? comparisons : "\(Phrases.count(plays, "ad play")), \(comparisons)"
    }
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
