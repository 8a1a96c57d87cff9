/// Draws the overview as inline SVG, legible without script and in black and white.
struct OverviewDrawing {
    let overview: Overview

    private static let rowHeight = 22

    func write(to html: inout HTMLWriter) {
        let plot = overview.plot
        let bottom = TimePlot.top + overview.lanes.count * Self.rowHeight
        html.raw("<div class=\"scroll plot\">")
        plot.open(&html, height: bottom + 8 + 14 * overview.blind.count, title: "The whole run. \(summary)")
        if !overview.blind.isEmpty { plot.hatching(&html) }
        plot.axis(&html, bottom)
        for (number, lane) in overview.lanes.enumerated() { ground(&html, lane, number) }
        for blind in overview.blind { plot.hatched(&html, blind.span, bottom - TimePlot.top) }
        for (number, lane) in overview.lanes.enumerated() { marks(&html, lane, number) }
        plot.blindLabels(&html, overview.blind, bottom)
        html.raw("</svg></div>")
    }

    private var summary: String {
        let faults = overview.lanes.flatMap(\.spans).count { $0.isAtFault }
        let plays = Phrases.count(faults, "ad play")
        return faults == 0 ? "No ad play is at fault." : "\(plays) at fault, drawn with a thick edge."
    }

    private func y(_ row: Int) -> Int { TimePlot.top + row * Self.rowHeight }

    private func ground(_ html: inout HTMLWriter, _ lane: Overview.Lane, _ number: Int) {
        let plot = overview.plot
        plot.rectangle(
            &html, "lane", TimePlot.left, y(number) + 1, TimePlot.right - TimePlot.left, Self.rowHeight - 2)
        let isAtFault = lane.spans.contains(where: \.isAtFault) || lane.marks.contains { !$0.findings.isEmpty }
        plot.label(
            &html, 142, y(number) + 15, isAtFault ? "name at-fault" : "name",
            TerminalText(lane.name).shortened(to: 18).value, anchor: "end")
        for (span, words, isAtFault) in lane.spans.prefix(400) {
            let from = plot.x(span.fromUs)
            let to = plot.x(span.toUs)
            plot.rectangle(
                &html, isAtFault ? "span at-fault" : "span", from, y(number) + 3, max(4, to - from), Self.rowHeight - 6)
            guard !words.isEmpty else { continue }
            // In the span where it is wide enough, else on the side where there is room.
            let shown = TerminalText(words).shortened(to: 50)
            if shown.columns * 7 + 12 < to - from {
                plot.label(&html, from + 6, y(number) + 15, "axis", shown.value)
            } else if TimePlot.right - to > from - TimePlot.left {
                plot.label(&html, to + 6, y(number) + 15, "axis", shown.value)
            } else {
                plot.label(&html, from - 6, y(number) + 15, "axis", shown.value, anchor: "end")
            }
        }
    }

    private func marks(_ html: inout HTMLWriter, _ lane: Overview.Lane, _ number: Int) {
        let plot = overview.plot
        let middle = y(number) + Self.rowHeight / 2
        let clusters = Timeline.clusters(lane.marks, nearest: 5, in: plot)
        for mark in clusters where mark.findings.isEmpty {
            plot.dot(&html, plot.x(mark.atUs), middle, radius: mark.count > 9 ? 5 : mark.count > 1 ? 4 : 3)
        }
        // What is at fault is drawn over what is not.
        for mark in clusters where !mark.findings.isEmpty {
            plot.diamond(&html, plot.x(mark.atUs), middle, isError: mark.isError)
        }
    }
}
