/// Draws one panel as inline SVG, legible without script, in black and white and at any size; the table that follows it
/// holds the same.
struct TimelineDrawing {
    let panel: Timeline.Panel
    /// Makes the names inside the drawing unique in the page.
    let index: Int

    private static let rowHeight = 24

    private var plot: TimePlot {
        TimePlot(
            fromUs: panel.fromUs, toUs: panel.toUs, zeroUs: panel.zeroUs, zero: panel.zero, name: "t\(index)")
    }

    func write(to html: inout HTMLWriter) {
        let bottom = TimePlot.top + panel.rows.count * Self.rowHeight
        html.raw("<div class=\"scroll plot\">")
        plot.open(&html, height: bottom + 8 + 14 * panel.blind.count, title: "\(panel.title). \(summary)")
        if !panel.blind.isEmpty { plot.hatching(&html) }
        plot.axis(&html, bottom)
        for (number, row) in panel.rows.enumerated() { lane(&html, row, number) }
        shading(&html, bottom)
        for (number, row) in panel.rows.enumerated() { marks(&html, row, number) }
        plot.blindLabels(&html, panel.blind, bottom)
        html.raw("</svg></div>")
    }

    private var summary: String {
        let breaches = panel.rows.flatMap(\.marks).count { !$0.findings.isEmpty }
        return breaches == 0
            ? "No beacon is marked as a breach." : "\(Phrases.count(breaches, "beacon")) marked as breach."
    }

    private func y(_ row: Int) -> Int {
        TimePlot.top + row * Self.rowHeight
    }
}

// MARK: - Ground

extension TimelineDrawing {
    private func lane(_ html: inout HTMLWriter, _ row: Timeline.Row, _ number: Int) {
        plot.rectangle(&html, "lane", TimePlot.left, y(number) + 1, TimePlot.right - TimePlot.left, Self.rowHeight - 2)
        if let due = row.due {
            let from = plot.x(due.fromUs)
            plot.rectangle(&html, "band", from, y(number) + 1, max(4, plot.x(due.toUs) - from), Self.rowHeight - 2)
        }
        let name = TerminalText(row.event).shortened(to: 18).value
        plot.label(&html, 142, y(number) + 16, row.isAtFault ? "name at-fault" : "name", name, anchor: "end")
        let previous = number > 0 ? panel.rows[number - 1].family : ""
        if previous != row.family {
            plot.label(&html, 8, y(number) + 16, "family", TerminalText(row.family).shortened(to: 8).value)
        }
    }

    private func shading(_ html: inout HTMLWriter, _ bottom: Int) {
        let depth = bottom - TimePlot.top
        for pause in panel.pauses where pause.toUs > panel.fromUs && pause.fromUs < panel.toUs {
            let from = plot.x(pause.fromUs)
            plot.rectangle(&html, "pause", from, TimePlot.top, max(2, plot.x(pause.toUs) - from), depth)
        }
        for blind in panel.blind { plot.hatched(&html, blind.span, depth) }
    }
}

// MARK: - Marks

extension TimelineDrawing {
    private static let nearest = 9

    private func marks(_ html: inout HTMLWriter, _ row: Timeline.Row, _ number: Int) {
        let middle = y(number) + Self.rowHeight / 2
        let drawn = Timeline.clusters(row.marks, nearest: Self.nearest, in: plot)
        var free = TimePlot.left
        for (place, mark) in drawn.enumerated() {
            let column = plot.x(mark.atUs)
            if mark.findings.isEmpty {
                plot.dot(&html, column, middle, radius: 5)
                free = column + (mark.count > 1 ? 32 : 8)
                if mark.count > 1 { plot.label(&html, column + 7, middle + 4, "count", "×\(mark.count)") }
                continue
            }
            plot.diamond(&html, column, middle, isError: mark.isError)
            let next = place + 1 < drawn.count ? plot.x(drawn[place + 1].atUs) : TimePlot.width
            breachLabel(&html, mark, column, middle, next, &free)
        }
        if !row.missing.isEmpty {
            let column =
                row.due.map { plot.x($0.fromUs + Clamped.difference($0.toUs, $0.fromUs) / 3) } ?? TimePlot.left + 40
            html.raw("<circle class=\"missing\" r=\"8\"")
            html.attribute("cx", column)
            html.attribute("cy", middle)
            html.raw("/>")
            plot.label(&html, column + 13, middle + 4, "words", "\(numbers(row.missing)): missing")
        }
    }

    /// Beside the mark, on the side where there is room.
    private func breachLabel(
        _ html: inout HTMLWriter, _ mark: Timeline.Mark, _ column: Int, _ middle: Int, _ next: Int, _ free: inout Int
    ) {
        let many = mark.count > 1 ? " ×\(mark.count)" : ""
        let style: StaticString = mark.isError ? "words" : "words caution"
        let message = TerminalText("\(numbers(mark.findings))\(many): \(mark.message)").shortened(to: 44)
        let short = TerminalText("finding \(numbers(mark.findings))\(many)")
        for words in [message, short] {
            let length = words.columns * 7
            if column + 13 + length < min(next, TimePlot.width) {
                plot.label(&html, column + 13, middle + 4, style, words.value)
                free = column + 13 + length
                return
            }
            if column - 13 - length > free {
                plot.label(&html, column - 13, middle + 4, style, words.value, anchor: "end")
                free = column + 9
                return
            }
        }
        free = column + 9
    }

    private func numbers(_ findings: [Int]) -> String {
        findings.prefix(3).map(String.init).joined(separator: ", ") + (findings.count > 3 ? " …" : "")
    }
}
