import Model

/// Findings of one cause. A beacon that was not sent may break three rules, and a host that takes nothing thirty: whoever
/// mends the cause mends all of them.
extension ReportModel {
    /// What a finding blames: a request, a log line, or a tracker that was declared and not fired.
    private enum Blamed: Hashable {
        case exchange(Int)
        case call(Int)
        case tracker(Int)
    }

    /// Names the cause of each finding whose rows at fault are all blamed by a worse or earlier one. Each finding of form is
    /// a cause of its own: two parameters of one request are two mistakes.
    static func naming(causesOf findings: [Finding], behaviour: Set<String>) -> [Finding] {
        var named = findings
        var causes: [Int: Set<Blamed>] = [:]
        var blaming: [Blamed: [String: [Int]]] = [:]
        for (place, finding) in findings.enumerated() where behaviour.contains(finding.rule) {
            let blamed = blamed(by: finding)
            // Of evidence that was cut nobody can say that it is all blamed by another.
            guard !blamed.isEmpty, finding.evidence.rest == 0 else { continue }
            // The row that the fewest blame leaves the fewest to compare.
            let candidates = blamed.map { blaming[$0] ?? [:] }.min { $0.total < $1.total } ?? [:]
            // Worst first: what stands before it may be its cause, and a cause has none itself.
            let cause = candidates.filter { $0.key != finding.rule }.values.compactMap { others in
                others.first { other in
                    (findings[other].waived == nil) == (finding.waived == nil)
                        && causes[other].map(blamed.isSubset) ?? false
                }
            }.min()
            if let cause {
                named[place].cause = findings[cause].fingerprint
            } else {
                causes[place] = blamed
                for row in blamed { blaming[row, default: [:]][finding.rule, default: []].append(place) }
            }
        }
        return named
    }

    private static func blamed(by finding: Finding) -> Set<Blamed> {
        Set(
            finding.evidence.listed.compactMap { row in
                switch row.role {
                case "declared": row.tracker.map(Blamed.tracker)
                case "breach": row.exchange.map(Blamed.exchange) ?? row.call.map(Blamed.call)
                default: nil
                }
            })
    }

    /// The number of the finding that one is folded under.
    func causeNumber(of finding: Finding) -> Int? {
        finding.cause.flatMap { cause in findings.first { $0.fingerprint == cause }?.number }
    }
}

extension [String: [Int]] {
    fileprivate var total: Int { values.reduce(0) { $0 + $1.count } }
}
