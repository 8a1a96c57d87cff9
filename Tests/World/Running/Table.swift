/// What a run showed: family × fault × recorder, the correct apps, and the disagreements by what they have in common.
struct Table {
    var lines: [LongRun.Line]

    /// For a terminal.
    var text: String {
        ([shares, "", Self.faultHead(recorders)] + faults + ["", "correct app | recorder | right | wrong"] + clean + [
            ""
        ]
            + ["seeds | outcome | cause | said | among them"] + Causes(lines).rows).joined(separator: "\n")
    }

    /// For the page of the documentation.
    var markdown: String {
        func table(_ head: String, _ rows: [String]) -> String {
            let rule = "|" + String(repeating: "---|", count: head.split(separator: "|").count)
            return (["| \(head) |", rule] + rows.map { "| \($0) |" }).joined(separator: "\n")
        }
        return """
            \(shares).

            ### Faults

            *Seeds* are those in which the fault made a difference; *found* says in how many of those in which it could
            be seen it was found and named. Below each recorder: right, open, wrong.

            \(table(Self.faultHead(recorders), faults))

            ### Correct apps

            \(table("app | recorder | right | wrong", clean))

            ### Disagreements by cause

            For a correct app and for what could not be seen, the cause is the choice that these scripts share and others
            of the kind do not.

            \(table("seeds | outcome | cause | said | among them", Causes(lines).rows))
            """
    }

    var shares: String {
        func share(_ test: (LongRun.Line) -> Bool) -> String {
            let count = lines.count(where: test)
            return "\(count) (\(lines.isEmpty ? 0 : count * 100 / lines.count) %)"
        }
        return "\(lines.count) seeds: faulty \(share { $0.truth != .clean }), open \(share { $0.truth == .open }), "
            + "invisible \(share { $0.truth == .invisibleFault }), wrong \(share { $0.outcome.isWrong })"
    }

    private static func faultHead(_ recorders: [String]) -> String {
        (["family", "fault", "seeds", "found"] + recorders).joined(separator: " | ")
    }

    private var recorders: [String] { Set(lines.map(\.recorder)).sorted() }

    private var faults: [String] {
        let byFault = Dictionary(grouping: lines.filter { $0.truth != .clean }) { $0.fault ?? "" }
        return Catalogue.faults.map { ($0.family, $0.id) }.sorted { $0 < $1 }.map { family, id in
            let lines = byFault[id] ?? []
            let visible = lines.filter { $0.truth == .visibleFault }
            let found = visible.count { $0.outcome == .right }
            let rate = visible.isEmpty ? "" : "\(found) of \(visible.count) (\(found * 100 / visible.count) %)"
            let cells = recorders.map { recorder in Self.outcomes(lines.filter { $0.recorder == recorder }) }
            return ([family, id, String(lines.count), rate] + cells).joined(separator: " | ")
        }
    }

    /// Right, open, wrong.
    private static func outcomes(_ lines: [LongRun.Line]) -> String {
        guard !lines.isEmpty else { return "" }
        return [
            lines.count { $0.outcome == .right }, lines.count { $0.outcome == .open },
            lines.count { $0.outcome.isWrong },
        ].map(String.init).joined(separator: ", ")
    }

    private var clean: [String] {
        let groups = Dictionary(grouping: lines.filter { $0.truth == .clean }) { [$0.kind, $0.recorder] }
        return groups.sorted { $0.key.joined(separator: " ") < $1.key.joined(separator: " ") }.map { key, lines in
            (key + [String(lines.count { $0.outcome == .right }), String(lines.count { $0.outcome.isWrong })])
                .joined(separator: " | ")
        }
    }
}
