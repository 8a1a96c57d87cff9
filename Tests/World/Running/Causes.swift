/// Disagreements by cause: the fault, or for a correct app the choice that sets its script apart.
struct Causes {
    private let groups: [(key: [String], lines: [LongRun.Line])]
    private let common: [String: Shares]

    init(_ lines: [LongRun.Line]) {
        let wrong = Dictionary(grouping: lines.filter { $0.outcome.isWrong }) { line in
            [line.outcome.rawValue, line.kind, line.truth == .clean ? "" : line.fault ?? "", line.said]
        }
        groups = wrong.map { ($0.key, $0.value.sorted { $0.seed < $1.seed }) }
            .sorted { ($1.lines.count, $0.key.joined()) < ($0.lines.count, $1.key.joined()) }
        common = Dictionary(grouping: lines, by: \.kind).mapValues(Shares.init)
    }

    var rows: [String] {
        groups.map { key, lines in
            let seeds = lines.prefix(4).map { String($0.seed) }.joined(separator: " ")
            let cause = key[2].isEmpty ? "a correct \(key[1]) app\(distinction(of: lines))" : "\(key[1]): \(key[2])"
            return [String(lines.count), key[0], cause, key[3], seeds].joined(separator: " | ")
        }
    }

    /// What these scripts have chosen and others of their kind have not.
    private func distinction(of lines: [LongRun.Line]) -> String {
        guard let all = common[lines[0].kind] else { return "" }
        let own = Shares(lines)
        let best = own.byChoice.map { ($0.key, $0.value - (all.byChoice[$0.key] ?? 0)) }
            .max { ($0.1, $1.0) < ($1.1, $0.0) }
        guard let best, best.1 > 0.4 else { return "" }
        return ": " + best.0
    }

    /// How many of some lines have made a choice.
    private struct Shares {
        var byChoice: [String: Double] = [:]

        init(_ lines: [LongRun.Line]) {
            for line in lines {
                for (knob, value) in line.choices {
                    byChoice["\(knob)=\(value)", default: 0] += 1 / Double(lines.count)
                }
            }
        }
    }
}
