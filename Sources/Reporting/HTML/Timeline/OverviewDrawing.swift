import Encodings

/// Draws the overview as inline SVG, legible without script and in black and white.
struct OverviewDrawing {
    let overview: Overview
    let screens: [ReportOptions.Screen]

    private static let rowHeight = 22
    private static let stripHeight = 96

    func write(to html: inout HTMLWriter) {
        let plot = overview.plot
        let hidden = overview.hidden
        let strip = y(overview.lanes.count + hidden.parts.count)
        let bottom = strip + (screens.isEmpty ? 0 : Self.stripHeight)
        html.raw("<div class=\"scroll plot\">")
        plot.open(&html, height: bottom + plot.labelHeight(hidden), title: "The whole run. \(summary)")
        plot.hatching(&html, hidden)
        plot.axis(&html, bottom)
        for (number, lane) in overview.lanes.enumerated() { ground(&html, lane, number) }
        for (number, part) in hidden.parts.enumerated() {
            plot.hiddenLane(&html, part, y(overview.lanes.count + number), Self.rowHeight)
        }
        for stretch in hidden.everything { plot.hatched(&html, stretch.span, TimePlot.top, bottom - TimePlot.top) }
        if !screens.isEmpty { self.strip(&html, strip) }
        marks(&html)
        plot.hiddenLabels(&html, hidden, bottom)
        html.raw("</svg></div>")
    }

    private var summary: String {
        let faults = overview.lanes.flatMap(\.spans).count { $0.isAtFault }
        let plays = Phrases.count(faults, "ad play")
        return faults == 0 ? "No ad play is at fault." : "\(plays) at fault, drawn with a thick edge."
    }

    private func y(_ row: Int) -> Int { TimePlot.top + row * Self.rowHeight }
}

// MARK: - Screens

extension OverviewDrawing {
    /// Pictures of the screen, each beginning where it was taken; those that would lie upon another are in the list only.
    private func strip(_ html: inout HTMLWriter, _ top: Int) {
        overview.plot.label(&html, 142, top + Self.stripHeight / 2, "name", "screen", anchor: "end")
        var free = TimePlot.left
        for (number, screen) in screens.enumerated() {
            let column = overview.plot.x(screen.atUs)
            let scale = Double(Self.stripHeight - 8) / Double(max(1, screen.height))
            let width = Int((Double(screen.width) * scale).rounded(.up))
            guard column >= free, column + width <= TimePlot.width else { continue }
            free = column + width + 2
            html.raw("<a")
            html.reference(to: .screen(number))
            html.attribute(
                "aria-label", "screen, \(Phrases.offset(Clamped.difference(screen.atUs, overview.plot.zeroUs)))")
            html.raw("><use")
            html.reference(to: .picture(number))
            let (whole, thousandths) = Int(scale * 1_000).quotientAndRemainder(dividingBy: 1_000)
            let factor = "\(whole).\(PaddedNumber.text(thousandths, 3))"
            html.attribute("transform", "translate(\(column) \(top + 4)) scale(\(factor))")
            html.raw("/></a>")
        }
    }
}

// MARK: - Lanes

extension OverviewDrawing {
    private func ground(_ html: inout HTMLWriter, _ lane: Overview.Lane, _ number: Int) {
        let plot = overview.plot
        plot.rectangle(
            &html, "lane", TimePlot.left, y(number) + 1, TimePlot.right - TimePlot.left, Self.rowHeight - 2)
        let isAtFault = lane.spans.contains(where: \.isAtFault) || lane.marks.contains { !$0.findings.isEmpty }
        plot.label(
            &html, 142, y(number) + 15, isAtFault ? "name at-fault" : "name",
            TerminalText(lane.name).shortened(to: 18).value, anchor: "end")
        for isAtFault in [false, true] { spans(&html, lane.spans.filter { $0.isAtFault == isAtFault }, number) }
        for span in lane.spans where !span.words.isEmpty { words(&html, span.words, span.span, number) }
    }

    /// All of one kind in one element.
    private func spans(
        _ html: inout HTMLWriter, _ spans: [(span: Timeline.Span, words: String, isAtFault: Bool)], _ number: Int
    ) {
        guard let first = spans.first else { return }
        var path = SVGPath()
        for span in spans {
            let from = overview.plot.x(span.span.fromUs)
            path.rectangle(from, y(number) + 3, max(4, overview.plot.x(span.span.toUs) - from), Self.rowHeight - 6)
        }
        html.raw("<path")
        html.attribute("class", first.isAtFault ? "span at-fault" : "span")
        html.outline(path)
        html.raw("/>")
    }

    /// In the span where it is wide enough, else on the side where there is room.
    private func words(_ html: inout HTMLWriter, _ words: String, _ span: Timeline.Span, _ number: Int) {
        let plot = overview.plot
        let (from, to) = (plot.x(span.fromUs), plot.x(span.toUs))
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

// MARK: - Marks

extension OverviewDrawing {
    private func marks(_ html: inout HTMLWriter) {
        let plot = overview.plot
        var shapes = TimePlot.Shapes()
        var quiet = TimePlot.Shapes()
        var labels: [(x: Int, y: Int, mark: Timeline.Mark)] = []
        for (number, lane) in overview.lanes.enumerated() {
            let middle = y(number) + Self.rowHeight / 2
            for (place, mark) in lane.marks.enumerated() {
                let column = plot.x(mark.atUs)
                let radius = mark.count > 9 ? 5 : mark.count > 1 ? 4 : 3
                if lane.isQuiet, mark.findings.isEmpty {
                    quiet.add(mark, column, middle, radius: radius)
                } else {
                    shapes.add(mark, column, middle, radius: radius)
                }
                // Its number where the next mark leaves room; what is too dense to be numbered is in the table.
                let next = place + 1 < lane.marks.count ? plot.x(lane.marks[place + 1].atUs) : TimePlot.width
                let room = next - column - 18
                if !mark.findings.isEmpty, mark.numbers.utf8.count * 7 < room { labels.append((column, middle, mark)) }
            }
        }
        plot.draw(&html, quiet, dots: "dots quiet")
        plot.draw(&html, shapes)
        for (x, y, mark) in labels {
            plot.label(&html, x + 11, y + 4, mark.isError ? "words" : "words caution", mark.numbers)
        }
    }
}
