/// What a run showed: kind × fault × recorder, and the disagreements grouped by what they have in common.
struct Table {
    var lines: [LongRun.Line]

    var text: String {
        ([shares, "", "kind | fault | recorder | right | open | wrong | found", "---|---|---|---|---|---|---"]
            + rows + ["", "Disagreements"] + disagreements).joined(separator: "\n")
    }

    private var shares: String {
        func share(_ test: (LongRun.Line) -> Bool) -> String {
            let count = lines.count(where: test)
            return "\(count) (\(lines.isEmpty ? 0 : count * 100 / lines.count) %)"
        }
        return "\(lines.count) seeds: faulty \(share { $0.truth != .clean }), open \(share { $0.truth == .open }), "
            + "invisible \(share { $0.truth == .invisibleFault }), wrong \(share { $0.outcome.isWrong })"
    }

    private var rows: [String] {
        let groups = Dictionary(grouping: lines) { line in
            [line.kind, line.truth == .clean ? "(none)" : line.fault ?? "(none)", line.recorder]
        }
        return groups.sorted { $0.key.joined(separator: " ") < $1.key.joined(separator: " ") }.map { key, lines in
            let visible = lines.filter { $0.truth == .visibleFault }
            let found = visible.count { $0.outcome == .right }
            let rate = visible.isEmpty ? "" : "\(found) of \(visible.count)"
            let counts = [
                lines.count { $0.outcome == .right }, lines.count { $0.outcome == .open },
                lines.count { $0.outcome.isWrong },
            ]
            return (key + counts.map(String.init) + [rate]).joined(separator: " | ")
        }
    }

    private var disagreements: [String] {
        let groups = Dictionary(grouping: lines.filter { $0.outcome.isWrong }) { line in
            [line.outcome.rawValue, line.kind, line.truth == .clean ? "-" : line.fault ?? "-", line.said]
                .joined(separator: " | ")
        }
        return groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { key, lines in
            "\(lines.count) | \(key) | seeds \(lines.prefix(5).map { String($0.seed) }.joined(separator: " "))"
        }
    }
}
