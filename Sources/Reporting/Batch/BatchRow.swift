import Model

/// What became of one capture of a batch.
package struct BatchRow: Sendable, Hashable, Codable {
    /// What became of the capture.
    package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        case pass, fail, inconclusive
        /// It could not be read, or the process that read it died.
        case error
        /// The batch was interrupted before its turn.
        case notRun = "not-run"
    }

    /// The verdict of a family of rules.
    package struct Family: Sendable, Hashable, Codable {
        package var family: String
        package var verdict: String
    }

    /// The verdict of a profile.
    package struct Certificate: Sendable, Hashable, Codable {
        package var profile: String
        package var verdict: String
    }

    /// How many unwaived findings one rule has.
    package struct Breach: Sendable, Hashable, Codable {
        package var rule: String
        package var title: String
        package var fix: String
        package var severity: Severity
        package var findings: Int
    }

    /// As it was named or found.
    package var path: String
    package var outcome: Outcome
    /// What `certify` would have ended with, or, with a baseline, what is new.
    package var exitCode: Int32
    /// Why there is no result.
    package var message: String?
    package var sha256: String?
    /// At least one certificate applies, and all that apply pass.
    package var isCertified = false
    package var due = 0
    package var compared = 0
    /// Accepted findings of severity error.
    package var acceptedErrors = 0
    package var errors = 0
    package var warnings = 0
    package var infos = 0
    package var accepted = 0
    package var undecided = 0
    package var exchanges = 0
    package var beacons = 0
    package var adPlays = 0
    package var families: [Family] = []
    package var certificates: [Certificate] = []
    package var breaches: [Breach] = []
    /// What decided although nobody named it for this run.
    package var notices: [String] = []
    /// Fingerprints of the findings that a baseline does not have; `nil` without one.
    package var new: [String]?
    /// The verdict that the baseline has; `nil` without one, or for a capture that it does not know.
    package var verdictBefore: String?
    /// The page about it, relative to the folder of the pages.
    package var report: String?
    /// The database that was kept of it.
    package var database: String?
    /// The verdict is the one that an earlier batch kept; nothing was judged now.
    package var isTakenOver = false

    /// A row without a result.
    package init(path: String, outcome: Outcome, exitCode: Int32, message: String) {
        self.path = path
        self.outcome = outcome
        self.exitCode = exitCode
        self.message = message
    }

    /// The row of a run that was judged.
    package init(path: String, exitCode: Int32, of model: ReportModel) {
        self.path = path
        self.exitCode = exitCode
        outcome =
            switch model.run.verdict {
            case .pass: .pass
            case .fail: .fail
            default: .inconclusive
            }
        sha256 = model.captures.first?.sha256
        errors = model.count(.error)
        warnings = model.count(.warning)
        infos = model.count(.info)
        accepted = model.accepted.count
        acceptedErrors = model.accepted.count { $0.severity == .error }
        isCertified = model.run.isCertified
        due = model.run.witnesses.due
        compared = model.run.witnesses.compared
        undecided = model.undecidedGroups.count
        exchanges = model.captures.map(\.exchanges).reduce(0, +)
        beacons = model.captures.map(\.beacons).reduce(0, +)
        adPlays = model.adPlays.total
        families = model.families.map { Family(family: $0.name, verdict: $0.verdict.rawValue) }
        certificates = model.certificates.map { Certificate(profile: $0.profile, verdict: $0.verdict.rawValue) }
        let open = model.findings.filter { $0.waived == nil }
        let byRule = Dictionary(grouping: open, by: \.rule)
        breaches = byRule.map { rule, findings in
            let described = model.rule(rule)
            return Breach(
                rule: rule, title: described?.title ?? rule, fix: described?.fix ?? "",
                severity: findings.map(\.severity).max() ?? .info, findings: findings.count)
        }
        notices = model.notices
        isTakenOver = model.run.kept.map { !$0.isJudgedAgain } ?? false
        breaches.sort { ($0.severity.rank, $0.rule) < ($1.severity.rank, $1.rule) }
    }
}

extension BatchRow.Outcome {
    var word: String {
        switch self {
        case .pass: "PASS"
        case .fail: "FAIL"
        case .inconclusive: "CANNOT TELL"
        case .error: "ERROR"
        case .notRun: "NOT RUN"
        }
    }
}

extension BatchRow {
    /// The same headline as in the capture's own report.
    var headline: String {
        let word = outcome == .pass && !isCertified ? Verdict.pass.word(isCertified: false) : outcome.word
        return acceptedErrors == 0 ? word : "\(word) with \(Phrases.count(acceptedErrors, "accepted error"))"
    }

    /// All findings, accepted ones too: the results that SARIF has of it.
    package var findings: Int { errors + warnings + infos + accepted }

    /// Everything but the path, in a few words.
    var remark: String {
        if let message { return message }
        var parts: [String] = []
        if errors > 0 { parts.append(Phrases.count(errors, "error")) }
        if warnings > 0 { parts.append(Phrases.count(warnings, "warning")) }
        if accepted > 0 { parts.append("\(accepted) accepted") }
        if let new, errors + warnings + infos > 0 { parts.append("\(new.count) new") }
        if undecided > 0 { parts.append("\(undecided) undecided") }
        parts.append(Phrases.count(beacons, "beacon"))
        if due > 0 { parts.append("\(compared) of \(due) due compared") }
        if isTakenOver { parts.append("taken over") }
        return parts.joined(separator: ", ")
    }
}
