import Model

/// What a batch says as a whole.
package struct BatchSummary: Sendable, Hashable {
    package var toolVersion: String
    package var rulesVersion: String
    package var rulesSHA256: String
    /// In input order.
    package var rows: [BatchRow]

    package init(toolVersion: String, rulesVersion: String, rulesSHA256: String, rows: [BatchRow]) {
        self.toolVersion = toolVersion
        self.rulesVersion = rulesVersion
        self.rulesSHA256 = rulesSHA256
        self.rows = rows
    }

    /// Whether every capture had its turn.
    package var isComplete: Bool { count(.notRun) == 0 }

    /// How many captures came to this.
    package func count(_ outcome: BatchRow.Outcome) -> Int {
        rows.count { $0.outcome == outcome }
    }

    private static let noticesListed = 20

    /// What decided verdicts although nobody named it, each sentence once.
    var notices: [String] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for notice in rows.flatMap(\.notices) {
            if counts.updateValue((counts[notice] ?? 0) + 1, forKey: notice) == nil { order.append(notice) }
        }
        let rest = order.count - BatchSummary.noticesListed
        return order.prefix(BatchSummary.noticesListed).map { notice in
            counts[notice] == rows.count ? notice : "\(notice) (\(Phrases.count(counts[notice] ?? 0, "capture")))"
        } + (rest > 0 ? ["\(Phrases.count(rest, "more notice")), in the reports of single captures."] : [])
    }

    /// One rule over all captures.
    package struct RuleLine: Sendable, Hashable {
        package var rule: String
        package var title: String
        package var fix: String
        package var severity: Severity
        package var captures: Int
        package var findings: Int
    }

    /// Worst first: severity, then the number of captures.
    package var rules: [RuleLine] {
        var lines: [String: RuleLine] = [:]
        for breach in rows.flatMap(\.breaches) {
            var line =
                lines[breach.rule]
                ?? RuleLine(
                    rule: breach.rule, title: breach.title, fix: breach.fix, severity: breach.severity, captures: 0,
                    findings: 0)
            line.severity = max(line.severity, breach.severity)
            line.captures += 1
            line.findings += breach.findings
            lines[breach.rule] = line
        }
        return lines.values.sorted {
            ($0.severity.rank, -$0.captures, $0.rule) < ($1.severity.rank, -$1.captures, $1.rule)
        }
    }

    /// 1 if any capture has 1, else 2 if any could not be read, else 3 if any is inconclusive, else 0.
    package var exitCode: Int32 {
        let codes = Set(rows.map(\.exitCode))
        return [1, 2, 3].first(where: codes.contains) ?? 0
    }

    /// `12 captures: 9 pass, 2 fail, 1 error`.
    var counts: String {
        let open = rows.count { $0.outcome == .pass && !$0.isCertified }
        let parts = BatchRow.Outcome.allCases.flatMap { outcome -> [(Int, String)] in
            outcome == .pass
                ? [(count(.pass) - open, "pass"), (open, "no fault seen")] : [(count(outcome), outcome.phrase)]
        }.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return "\(Phrases.count(rows.count, "capture")): \(parts.joined(separator: ", "))\(comparison)"
    }

    /// `; beside the baseline 1 finding new, 5 known`.
    private var comparison: String {
        let compared = rows.filter { $0.new != nil }
        if compared.isEmpty { return "" }
        let all = compared.map { $0.errors + $0.warnings + $0.infos }.reduce(0, +)
        let new = compared.compactMap { $0.new?.count }.reduce(0, +)
        return "; beside the baseline \(Phrases.count(new, "finding")) new, \(all - new) known"
    }
}

extension BatchRow.Outcome {
    var phrase: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .inconclusive: "cannot tell"
        case .error: "could not be read"
        case .notRun: "not run"
        }
    }
}
