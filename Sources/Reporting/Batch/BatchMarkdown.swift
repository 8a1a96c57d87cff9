import Model

/// The batch for a step summary: the worst captures first, then the rules that were broken.
enum BatchMarkdown {
    /// Step summaries are cut at a size; captures beyond these are counted.
    private static let listed = 500

    static func page(_ summary: BatchSummary, _ options: BatchOptions) -> [UInt8] {
        var text = MarkdownWriter()
        text.raw("# ")
        text.text(summary.counts)
        text.raw("\n")
        if !summary.isComplete { text.raw("\nThe batch was interrupted: this is a part of it.\n") }
        for notice in summary.notices {
            text.raw("\n")
            text.text(notice)
            text.raw("\n")
        }
        if !summary.rows.isEmpty {
            text.raw("\n| | capture | |\n|---|---|---|\n")
            let rows = summary.worstFirst
            for row in rows.prefix(listed) {
                text.raw("| **")
                text.text(row.headline)
                text.raw("** | ")
                text.code(row.path)
                text.raw(" | ")
                text.text(row.remark)
                text.raw(" |\n")
            }
            if rows.count > listed {
                text.raw("\n")
                text.text(Phrases.count(rows.count - listed, "more capture"))
                text.raw("\n")
            }
        }
        if !summary.rules.isEmpty {
            text.raw("\n## Rules broken\n\n| rule | severity | captures | findings |\n|---|---|---|---|\n")
            for line in summary.rules {
                text.raw("| ")
                text.code(line.rule)
                text.raw(" | ")
                text.text(line.severity.rawValue)
                text.raw(" | ")
                text.number(line.captures)
                text.raw(" | ")
                text.number(line.findings)
                text.raw(" |\n")
            }
        }
        return text.output.bytes
    }
}

extension BatchSummary {
    /// Failures, then what could not be read or decided, then the rest; input order within each.
    var worstFirst: [BatchRow] {
        let order: [BatchRow.Outcome] = [.fail, .error, .inconclusive, .notRun, .pass]
        return order.flatMap { outcome in rows.filter { $0.outcome == outcome } }
    }
}
