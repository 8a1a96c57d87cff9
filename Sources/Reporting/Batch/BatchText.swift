import Model

/// The batch for a terminal or a log: a line per capture as it is done, then the rules and the counts.
enum BatchText {
    /// Paths and messages stay on one line each, so that lines can be searched.
    static func line(_ row: BatchRow, _ options: BatchOptions) -> [UInt8] {
        var text = TerminalWriter(width: .max, colour: options.colour)
        let word = row.headline
        let padding = String(repeating: " ", count: max(0, 13 - word.count))
        text.line(
            (TerminalText(word + padding), style(row.outcome)), (TerminalText(row.path), .strong),
            (TerminalText("  \(row.remark)"), .plain))
        return text.output.bytes
    }

    static func tail(_ summary: BatchSummary, _ options: BatchOptions) -> [UInt8] {
        var text = TerminalWriter(width: .max, colour: options.colour)
        if !summary.rules.isEmpty {
            text.blank()
            text.line((TerminalText("Rules broken"), .strong))
            for line in summary.rules {
                let captures = Phrases.count(line.captures, "capture")
                text.line(
                    (TerminalText("  \(line.severity.word.lowercased())  \(line.rule)"), .plain),
                    (TerminalText("  \(Phrases.count(line.findings, "finding")) in \(captures)"), .faint))
            }
        }
        text.blank()
        for notice in summary.notices { text.line((TerminalText(notice), .plain)) }
        if !summary.isComplete {
            text.line((TerminalText("Interrupted: this is a part of the batch."), .warning))
        }
        text.line((TerminalText(summary.counts), .strong))
        return text.output.bytes
    }

    private static func style(_ outcome: BatchRow.Outcome) -> TerminalWriter.Style {
        switch outcome {
        case .pass: .good
        case .fail: .bad
        case .inconclusive, .error, .notRun: .warning
        }
    }
}
