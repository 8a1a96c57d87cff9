/// Draws one panel as inline SVG, legible without script, in black and white and at any size; the table that follows it
/// holds the same.
struct TimelineDrawing {
    let panel: Timeline.Panel
    /// Makes the names inside the drawing unique in the page.
    let index: Int

    private static let width = 1_000
    private static let left = 150
    private static let right = 980
    private static let top = 34
    private static let rowHeight = 24

    func write(to html: inout HTMLWriter) {
        let bottom = Self.top + panel.rows.count * Self.rowHeight
        let height = bottom + 8 + 14 * panel.blind.count
        html.raw("<div class=\"scroll\"><svg role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"")
        html.attribute("viewBox", "0 0 \(Self.width) \(height)")
        html.attribute("aria-labelledby", "t\(index)-title")
        html.raw(">")
        html.raw("<title")
        html.attribute("id", "t\(index)-title")
        html.raw(">")
        html.text("\(panel.title). \(summary)")
        html.raw("</title>")
        hatching(&html)
        axis(&html, bottom)
        for (number, row) in panel.rows.enumerated() { lane(&html, row, number) }
        shading(&html, bottom)
        for (number, row) in panel.rows.enumerated() { marks(&html, row, number) }
        for (number, blind) in panel.blind.enumerated() {
            let column = x(blind.span.fromUs)
            let isRight = column > (Self.left + Self.right) / 2
            label(
                &html, isRight ? x(blind.span.toUs) : column, bottom + 14 * (number + 1), "unseen", blind.words,
                anchor: isRight ? "end" : "start")
        }
        html.raw("</svg></div>")
    }

    private var summary: String {
        let breaches = panel.rows.flatMap(\.marks).count { !$0.findings.isEmpty }
        return breaches == 0
            ? "No beacon is marked as a breach." : "\(Phrases.count(breaches, "beacon")) marked as breach."
    }

    /// The column of a time, inside the plot whatever the time.
    private func x(_ us: Int64) -> Int {
        let span = Double(max(1, Clamped.difference(panel.toUs, panel.fromUs)))
        let part = Double(Clamped.difference(min(max(us, panel.fromUs), panel.toUs), panel.fromUs)) / span
        return Self.left + Int((part * Double(Self.right - Self.left)).rounded())
    }

    private func y(_ row: Int) -> Int {
        Self.top + row * Self.rowHeight
    }
}

// MARK: - Ground

extension TimelineDrawing {
    private func hatching(_ html: inout HTMLWriter) {
        guard !panel.blind.isEmpty else { return }
        html.raw("<defs><pattern")
        html.attribute("id", "t\(index)-hatch")
        html.raw(" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">")
        html.raw("<line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\"/></pattern></defs>")
    }

    private func axis(_ html: inout HTMLWriter, _ bottom: Int) {
        let step = tickStep
        let first = Clamped.difference(panel.fromUs, panel.zeroUs)
        let last = Clamped.difference(panel.toUs, panel.zeroUs)
        var tick = first / step * step
        var drawn = 0
        while tick <= last, drawn < 20 {
            let column = x(Clamped.sum(panel.zeroUs, tick))
            html.raw("<line class=\"grid\"")
            html.attribute("x1", column)
            html.attribute("x2", column)
            html.attribute("y1", Self.top - 6)
            html.attribute("y2", bottom)
            html.raw("/>")
            label(&html, column, Self.top - 12, "axis", tickLabel(tick), anchor: "middle")
            let (next, overflow) = tick.addingReportingOverflow(step)
            if overflow { break }
            tick = next
            drawn += 1
        }
        label(&html, 8, Self.top - 12, "axis", "from \(panel.zero)")
    }

    /// A round number of microseconds that gives between 5 and 14 ticks.
    private var tickStep: Int64 {
        let span = max(1, Clamped.difference(panel.toUs, panel.fromUs))
        let rounds: [Int64] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]
        return (rounds.first { span / ($0 * 1_000_000) <= 14 } ?? max(1, span / 10_000_000)) * 1_000_000
    }

    private func tickLabel(_ us: Int64) -> String {
        let seconds = us / 1_000_000
        return seconds.magnitude >= 600 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    private func lane(_ html: inout HTMLWriter, _ row: Timeline.Row, _ number: Int) {
        rectangle(&html, "lane", Self.left, y(number) + 1, Self.right - Self.left, Self.rowHeight - 2)
        if let due = row.due {
            let from = x(due.fromUs)
            rectangle(&html, "band", from, y(number) + 1, max(4, x(due.toUs) - from), Self.rowHeight - 2)
        }
        let name = TerminalText(row.event).shortened(to: 18).value
        label(&html, 142, y(number) + 16, row.isAtFault ? "name at-fault" : "name", name, anchor: "end")
        let previous = number > 0 ? panel.rows[number - 1].family : ""
        if previous != row.family {
            label(&html, 8, y(number) + 16, "family", TerminalText(row.family).shortened(to: 8).value)
        }
    }

    private func shading(_ html: inout HTMLWriter, _ bottom: Int) {
        let depth = bottom - Self.top
        for pause in panel.pauses where pause.toUs > panel.fromUs && pause.fromUs < panel.toUs {
            let from = x(pause.fromUs)
            rectangle(&html, "pause", from, Self.top, max(2, x(pause.toUs) - from), depth)
        }
        for blind in panel.blind {
            let from = x(blind.span.fromUs)
            html.raw("<rect")
            html.attribute("fill", "url(#t\(index)-hatch)")
            html.attribute("x", from)
            html.attribute("y", Self.top)
            html.attribute("width", max(2, x(blind.span.toUs) - from))
            html.attribute("height", depth)
            html.raw("/>")
        }
    }
}

// MARK: - Marks

extension TimelineDrawing {
    private static let nearest = 9

    private func marks(_ html: inout HTMLWriter, _ row: Timeline.Row, _ number: Int) {
        let middle = y(number) + Self.rowHeight / 2
        let drawn = clusters(row.marks)
        var free = Self.left
        for (place, mark) in drawn.enumerated() {
            let column = x(mark.atUs)
            if mark.findings.isEmpty {
                html.raw("<circle class=\"mark\" r=\"5\"")
                html.attribute("cx", column)
                html.attribute("cy", middle)
                html.raw("/>")
                free = column + (mark.count > 1 ? 32 : 8)
                if mark.count > 1 { label(&html, column + 7, middle + 4, "count", "×\(mark.count)") }
                continue
            }
            html.raw("<path")
            html.attribute("class", mark.isError ? "breach" : "caution")
            html.attribute("d", "M\(column) \(middle - 9)l9 9l-9 9l-9 -9z")
            html.raw("/>")
            let next = place + 1 < drawn.count ? x(drawn[place + 1].atUs) : Self.width
            breachLabel(&html, mark, column, middle, next, &free)
        }
        if !row.missing.isEmpty {
            let column = row.due.map { x($0.fromUs + Clamped.difference($0.toUs, $0.fromUs) / 3) } ?? Self.left + 40
            html.raw("<circle class=\"missing\" r=\"8\"")
            html.attribute("cx", column)
            html.attribute("cy", middle)
            html.raw("/>")
            label(&html, column + 13, middle + 4, "words", "\(numbers(row.missing)): missing")
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
            if column + 13 + length < min(next, Self.width) {
                label(&html, column + 13, middle + 4, style, words.value)
                free = column + 13 + length
                return
            }
            if column - 13 - length > free {
                label(&html, column - 13, middle + 4, style, words.value, anchor: "end")
                free = column + 9
                return
            }
        }
        free = column + 9
    }

    private func numbers(_ findings: [Int]) -> String {
        findings.prefix(3).map(String.init).joined(separator: ", ") + (findings.count > 3 ? " …" : "")
    }

    /// Marks of equal kind too close to be told apart become one.
    private func clusters(_ marks: [Timeline.Mark]) -> [Timeline.Mark] {
        var clusters: [Timeline.Mark] = []
        for mark in marks {
            guard let last = clusters.last, last.findings.isEmpty == mark.findings.isEmpty,
                x(mark.atUs) - x(last.atUs) < Self.nearest
            else {
                clusters.append(mark)
                continue
            }
            clusters[clusters.count - 1].count += 1
            clusters[clusters.count - 1].isError = last.isError || mark.isError
            let new = mark.findings.filter { !last.findings.contains($0) }
            clusters[clusters.count - 1].findings += new.prefix(max(0, 4 - last.findings.count))
        }
        return clusters
    }

    private func label(
        _ html: inout HTMLWriter, _ x: Int, _ y: Int, _ style: StaticString, _ words: String,
        anchor: StaticString = "start"
    ) {
        html.raw("<text class=\"")
        html.raw(style)
        html.raw("\" text-anchor=\"")
        html.raw(anchor)
        html.raw("\"")
        html.attribute("x", x)
        html.attribute("y", y)
        html.raw(">")
        html.text(words)
        html.raw("</text>")
    }

    private func rectangle(
        _ html: inout HTMLWriter, _ style: StaticString, _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) {
        html.raw("<rect class=\"")
        html.raw(style)
        html.raw("\"")
        html.attribute("x", x)
        html.attribute("y", y)
        html.attribute("width", width)
        html.attribute("height", height)
        html.raw("/>")
    }
}
