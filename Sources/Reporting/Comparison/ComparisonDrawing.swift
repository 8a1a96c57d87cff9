/// The beacons of both runs in one ad play on one axis: a row for each family and event, A above B, with a line between two
/// that belong together and were sent at different times.
struct ComparisonDrawing {
    let group: ComparisonHTML.Group
    let title: String
    let index: Int

    private static let rowHeight = 28
    private static let mostRows = 60

    private struct Row {
        var family: String
        var event: String
        var pairs: [Comparison.Pair]
    }

    func write(to html: inout HTMLWriter) {
        let rows = rows
        let times = group.pairs.flatMap { [$0.offsetsUs.0, $0.offsetsUs.1].compactMap(\.self) }
        guard let first = times.min(), let last = times.max() else { return }
        let margin = max(500_000, Clamped.difference(last, first) / 20)
        let plot = TimePlot(
            fromUs: Clamped.difference(first, margin), toUs: Clamped.sum(last, margin), zeroUs: 0,
            zero: group.adPlay.isEmpty ? "the first beacon" : "ad start", name: "c\(index)")
        let bottom = TimePlot.top + rows.count * Self.rowHeight
        html.raw("<div class=\"scroll plot\">")
        let words = group.differences == 0 ? "No difference." : "\(Phrases.count(group.differences, "difference"))."
        plot.open(&html, height: bottom + 10, title: "\(title), A above B. \(words)")
        plot.axis(&html, bottom)
        for (number, row) in rows.enumerated() { draw(row, TimePlot.top + number * Self.rowHeight, plot, &html) }
        html.raw("</svg></div>")
    }

    /// By family and event; the ones at fault are kept where there are too many.
    private var rows: [Row] {
        var rows: [Row] = []
        for pair in group.pairs {
            if let known = rows.firstIndex(where: { $0.family == pair.beacon.family && $0.event == pair.beacon.event })
            {
                rows[known].pairs.append(pair)
            } else {
                rows.append(Row(family: pair.beacon.family, event: pair.beacon.event, pairs: [pair]))
            }
        }
        rows.sort { start(of: $0) < start(of: $1) }
        guard rows.count > Self.mostRows else { return rows }
        let changed = rows.filter { row in row.pairs.contains { !$0.changes.isEmpty } }
        return Array((changed + rows.filter { $0.pairs.allSatisfy(\.changes.isEmpty) }).prefix(Self.mostRows))
    }

    private func start(of row: Row) -> (Int64, String, String) {
        let times = row.pairs.flatMap { [$0.offsetsUs.0, $0.offsetsUs.1].compactMap(\.self) }
        return (times.min() ?? .max, row.family, row.event)
    }

    private func draw(_ row: Row, _ top: Int, _ plot: TimePlot, _ html: inout HTMLWriter) {
        let isChanged = row.pairs.contains { !$0.changes.isEmpty }
        plot.rectangle(&html, "lane", TimePlot.left, top + 1, TimePlot.right - TimePlot.left, Self.rowHeight - 2)
        let name = TerminalText("\(row.family) \(row.event)").shortened(to: 20, tail: 10).value
        plot.label(&html, 142, top + 18, isChanged ? "name at-fault" : "name", name, anchor: "end")
        var (left, right, lone, moved) = ("", "", "", "")
        for pair in row.pairs {
            switch pair.offsetsUs {
            case (let one?, let other?):
                let (x, z) = (plot.x(one), plot.x(other))
                left += "M\(x) \(top + 8)h.01"
                right += "M\(z) \(top + 20)h.01"
                if !pair.changes.isEmpty { moved += "M\(x) \(top + 8)L\(z) \(top + 20)" }
            case (let one?, nil): lone += "M\(plot.x(one)) \(top)l8 8l-8 8l-8 -8z"
            case (nil, let other?): lone += "M\(plot.x(other)) \(top + 12)l8 8l-8 8l-8 -8z"
            case (nil, nil): continue
            }
        }
        for (style, path) in [("moved", moved), ("dots", left), ("dots other", right), ("breach", lone)]
        where !path.isEmpty {
            html.raw("<path")
            html.attribute("stroke-width", style == "moved" ? 2 : style == "breach" ? 1 : 9)
            html.attribute("class", style)
            html.attribute("d", path)
            html.raw("/>")
        }
    }
}
