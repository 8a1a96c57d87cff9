/// Draws one panel as inline SVG, legible without script, in black and white and at any size; the table that follows it
/// holds the same.
struct TimelineDrawing {
    let panel: TimelinePanel
    /// Makes the names inside the drawing unique in the page.
    let index: Int
    /// Where a mark leads in the page; `nil` for nowhere.
    let anchor: (Timeline.Mark) -> Anchor?

    private static let rowHeight = 24

    private var plot: TimePlot {
        TimePlot(
            fromUs: panel.fromUs, toUs: panel.toUs, zeroUs: panel.zeroUs, zero: panel.zero, name: "t\(index)")
    }

    func write(to html: inout HTMLWriter) {
        let bottom = y(rows + panel.hidden.parts.count)
        html.raw("<div class=\"scroll plot\">")
        plot.open(&html, height: bottom + plot.labelHeight(panel.hidden), title: "\(panel.title). \(summary)")
        plot.hatching(&html, panel.hidden)
        plot.axis(&html, bottom)
        if !panel.viewing.isEmpty { viewer(&html) }
        for (number, row) in panel.rows.enumerated() { lane(&html, row, number) }
        for (number, part) in panel.hidden.parts.enumerated() {
            plot.hiddenLane(&html, part, y(rows + number), Self.rowHeight)
        }
        shading(&html, bottom)
        marks(&html)
        plot.hiddenLabels(&html, panel.hidden, bottom)
        html.raw("</svg></div>")
    }

    private var summary: String {
        let breaches = panel.rows.flatMap(\.marks).count { !$0.findings.isEmpty }
        return breaches == 0
            ? "No beacon is marked as a breach." : "\(Phrases.count(breaches, "beacon")) marked as breach."
    }

    private func y(_ row: Int) -> Int {
        TimePlot.top + (row + (panel.viewing.isEmpty ? 0 : 1)) * Self.rowHeight
    }

    private var rows: Int { panel.rows.count }
}

// MARK: - Ground

extension TimelineDrawing {
    private func lane(_ html: inout HTMLWriter, _ row: Timeline.Row, _ number: Int) {
        plot.rectangle(&html, "lane", TimePlot.left, y(number) + 1, TimePlot.right - TimePlot.left, Self.rowHeight - 2)
        for window in row.windows where window.toUs >= panel.fromUs && window.fromUs <= panel.toUs {
            let from = plot.x(window.fromUs)
            plot.rectangle(&html, "band", from, y(number) + 2, max(4, plot.x(window.toUs) - from), Self.rowHeight - 4)
        }
        let previous = number > 0 ? panel.rows[number - 1].group : ""
        let opensGroup = previous != row.group
        // Capitals take half as much room again.
        let isWide = row.event.utf8.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } > 4
        let room = (opensGroup ? 13 : 17) - (isWide ? 3 : 0)
        let name = TerminalText(row.event).shortened(to: room, tail: 8)
        if opensGroup {
            let group = TerminalText(row.group).shortened(to: isWide ? 5 : min(8, 19 - name.columns))
            plot.label(&html, 8, y(number) + 16, "family", group.value)
        }
        plot.label(&html, 142, y(number) + 16, row.isAtFault ? "name at-fault" : "name", name.value, anchor: "end")
    }

    /// What the viewer did, above all rows: bands with their words where there is room.
    private func viewer(_ html: inout HTMLWriter) {
        let top = TimePlot.top
        plot.label(&html, 8, top + 16, "family", "viewer")
        for span in panel.viewing {
            let (from, to) = (plot.x(span.fromUs), plot.x(span.toUs ?? panel.toUs))
            guard to > from else { continue }
            let style: StaticString =
                switch span.state {
                case "playing": "viewer playing"
                case "paused", "stalled": "viewer halted"
                case "away": "viewer away"
                default: "viewer"
                }
            plot.rectangle(&html, style, from, top + 4, max(2, to - from), Self.rowHeight - 8)
            if to - from > span.state.count * 8 + 8 { plot.label(&html, from + 5, top + 16, "viewing", span.state) }
        }
    }

    private func shading(_ html: inout HTMLWriter, _ bottom: Int) {
        let depth = bottom - TimePlot.top
        for stretch in panel.hidden.everything { plot.hatched(&html, stretch.span, TimePlot.top, depth) }
    }
}

// MARK: - Marks

extension TimelineDrawing {
    private static let nearest = 9

    /// Shapes first and all of one kind in one element, because a page may hold thousands; words over them.
    private func marks(_ html: inout HTMLWriter) {
        let rows = panel.rows.map { row in
            var clusters = Timeline.Clusters(nearest: Self.nearest, in: plot)
            for mark in row.marks { clusters.add(mark) }
            return clusters.marks
        }
        var shapes = TimePlot.Shapes()
        for (number, marks) in rows.enumerated() {
            for mark in marks { shapes.add(mark, plot.x(mark.atUs), middle(number), radius: 5) }
        }
        plot.draw(&html, shapes)
        for (number, marks) in rows.enumerated() {
            for mark in marks { target(&html, mark, panel.rows[number], (plot.x(mark.atUs), middle(number))) }
        }
        for (number, marks) in rows.enumerated() {
            words(&html, marks, middle(number))
            if !panel.rows[number].missing.isEmpty { missing(&html, panel.rows[number], middle(number)) }
        }
    }

    /// What is clicked or stepped to, over the shape.
    private func target(_ html: inout HTMLWriter, _ mark: Timeline.Mark, _ row: Timeline.Row, _ place: (x: Int, y: Int))
    {
        guard let anchor = anchor(mark) else { return }
        html.raw("<a")
        html.reference(to: anchor)
        html.raw(" aria-label=\"")
        html.text(row.event)
        html.raw(" ")
        html.offset(Clamped.difference(mark.atUs, panel.zeroUs))
        html.raw(" from ")
        html.text(panel.zero)
        if !mark.findings.isEmpty {
            html.raw(", finding ")
            html.text(mark.numbers)
        }
        html.raw("\"><circle class=\"hit\" r=\"10\"")
        html.attribute("cx", place.x)
        html.attribute("cy", place.y)
        html.raw("/></a>")
    }

    private func middle(_ row: Int) -> Int { y(row) + Self.rowHeight / 2 }

    private func words(_ html: inout HTMLWriter, _ marks: [Timeline.Mark], _ middle: Int) {
        var free = TimePlot.left
        for (place, mark) in marks.enumerated() {
            let column = plot.x(mark.atUs)
            if mark.findings.isEmpty {
                free = column + (mark.count > 1 ? 32 : 8)
                if mark.count > 1 { plot.label(&html, column + 7, middle + 4, "count", "×\(mark.count)") }
                continue
            }
            let next = place + 1 < marks.count ? plot.x(marks[place + 1].atUs) : TimePlot.width
            breachLabel(&html, mark, column, middle, next, &free)
        }
    }

    private func missing(_ html: inout HTMLWriter, _ row: Timeline.Row, _ middle: Int) {
        let column =
            row.windows.first.map { plot.x($0.fromUs) / 2 + plot.x($0.toUs) / 2 } ?? TimePlot.left + 40
        html.raw("<circle class=\"missing\" r=\"8\"")
        html.attribute("cx", column)
        html.attribute("cy", middle)
        html.raw("/>")
        var mark = Timeline.Mark(row.windows.first?.fromUs ?? panel.zeroUs, [])
        mark.findings = row.missing
        target(&html, mark, row, (column, middle))
        let words = "\(Timeline.Mark.words(row.missing)): missing"
        let isLeft = column + 13 + words.utf8.count * 7 > TimePlot.width
        plot.label(
            &html, isLeft ? column - 13 : column + 13, middle + 4, "words", words, anchor: isLeft ? "end" : "start")
    }

    /// Beside the mark, on the side where there is room.
    private func breachLabel(
        _ html: inout HTMLWriter, _ mark: Timeline.Mark, _ column: Int, _ middle: Int, _ next: Int, _ free: inout Int
    ) {
        let many = mark.count > 1 ? " ×\(mark.count)" : ""
        let style: StaticString = mark.isError ? "words" : "words caution"
        let message = TerminalText("\(mark.numbers)\(many): \(mark.message)").shortened(to: 44)
        let short = TerminalText("finding \(mark.numbers)\(many)")
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
}
