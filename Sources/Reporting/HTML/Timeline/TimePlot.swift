/// The ground of a drawing: where a time stands, the axis, hatching, and the few shapes that all drawings use.
struct TimePlot {
    var fromUs: Int64
    var toUs: Int64
    var zeroUs: Int64
    /// What offsets count from.
    var zero: String
    /// Makes the names inside the drawing unique in the page.
    var name: String

    static let width = 1_000
    static let left = 150
    static let right = 980
    static let top = 34

    /// The column of a time, inside the plot whatever the time.
    func x(_ us: Int64) -> Int {
        let span = Double(max(1, Clamped.difference(toUs, fromUs)))
        let part = Double(Clamped.difference(min(max(us, fromUs), toUs), fromUs)) / span
        return Self.left + Int((part * Double(Self.right - Self.left)).rounded())
    }

    /// `<svg …><title>…</title>`; the caller closes it.
    func open(_ html: inout HTMLWriter, height: Int, title: String) {
        html.raw("<svg role=\"group\" xmlns=\"http://www.w3.org/2000/svg\"")
        html.attribute("viewBox", "0 0 \(Self.width) \(height)")
        html.attribute("data-from", "\(fromUs)")
        html.attribute("data-to", "\(toUs)")
        html.attribute("data-zero", "\(zeroUs)")
        html.attribute("aria-labelledby", "\(name)-title")
        html.raw("><title")
        html.attribute("id", "\(name)-title")
        html.raw(">")
        html.text(title)
        html.raw("</title>")
    }

    func axis(_ html: inout HTMLWriter, _ bottom: Int) {
        let step = tickStep
        let first = Clamped.difference(fromUs, zeroUs)
        let last = Clamped.difference(toUs, zeroUs)
        var tick = first / step * step
        var drawn = 0
        while tick <= last, drawn < 20 {
            let column = x(Clamped.sum(zeroUs, tick))
            html.raw("<line class=\"grid\"")
            html.attribute("x1", column)
            html.attribute("x2", column)
            html.attribute("y1", Self.top - 6)
            html.attribute("y2", bottom)
            html.raw("/>")
            label(&html, column, Self.top - 12, "axis tick", tickLabel(tick), anchor: "middle")
            let (next, overflow) = tick.addingReportingOverflow(step)
            if overflow { break }
            tick = next
            drawn += 1
        }
        label(&html, 8, Self.top - 12, "axis", "from \(zero)")
    }

    /// A round number of microseconds that gives between 5 and 14 ticks.
    private var tickStep: Int64 {
        let span = max(1, Clamped.difference(toUs, fromUs))
        let rounds: [Int64] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]
        return (rounds.first { span / ($0 * 1_000_000) <= 14 } ?? max(1, span / 10_000_000)) * 1_000_000
    }

    private func tickLabel(_ us: Int64) -> String {
        let seconds = us / 1_000_000
        return seconds.magnitude >= 600 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    func label(
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

    func rectangle(
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

// MARK: - Marks

extension TimePlot {
    /// Marks of a drawing by kind, each kind one path.
    struct Shapes {
        fileprivate var dots: [Int: SVGPath] = [:]
        fileprivate var errors = SVGPath()
        fileprivate var cautions = SVGPath()

        /// A breach is a diamond, so that colour alone says nothing.
        mutating func add(_ mark: Timeline.Mark, _ x: Int, _ y: Int, radius: Int) {
            if mark.findings.isEmpty {
                // A line of no length with round ends.
                dots[radius, default: SVGPath()].add(x, y, "h.01")
            } else if mark.isError {
                errors.add(x, y - 9, Self.diamond)
            } else {
                cautions.add(x, y - 9, Self.diamond)
            }
        }

        private static let diamond: StaticString = "l9 9l-9 9l-9 -9z"
    }

    /// What is at fault is drawn over what is not.
    func draw(_ html: inout HTMLWriter, _ shapes: Shapes, dots: StaticString = "dots") {
        for (radius, path) in shapes.dots.sorted(by: { $0.key < $1.key }) {
            html.raw("<path class=\"")
            html.raw(dots)
            html.raw("\"")
            html.attribute("stroke-width", radius * 2)
            html.outline(path)
            html.raw("/>")
        }
        for (style, path) in [("caution", shapes.cautions), ("breach", shapes.errors)] where !path.isEmpty {
            html.raw("<path")
            html.attribute("class", style)
            html.outline(path)
            html.raw("/>")
        }
    }
}

// MARK: - What was not seen

extension TimePlot {
    private static let labelStep = 14
    /// Columns of words that fit into half of the plot.
    private static let halfColumns = 60

    /// The pattern of stretches that were not seen.
    func hatching(_ html: inout HTMLWriter, _ hidden: Hidden) {
        guard !hidden.everything.isEmpty || !hidden.parts.isEmpty else { return }
        html.raw("<defs><pattern")
        html.attribute("id", "\(name)-hatch")
        html.raw(" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">")
        html.raw("<line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\"/></pattern></defs>")
    }

    func hatched(_ html: inout HTMLWriter, _ span: Timeline.Span, _ y: Int, _ depth: Int) {
        let from = x(span.fromUs)
        html.raw("<rect")
        html.attribute("fill", "url(#\(name)-hatch)")
        html.attribute("x", from)
        html.attribute("y", y)
        html.attribute("width", max(2, x(span.toUs) - from))
        html.attribute("height", depth)
        html.raw("/>")
    }

    /// A lane for one thing that was not seen, with its words.
    func hiddenLane(_ html: inout HTMLWriter, _ stretch: Hidden.Stretch, _ y: Int, _ height: Int) {
        rectangle(&html, "lane", Self.left, y + 1, Self.right - Self.left, height - 2)
        hatched(&html, stretch.span, y + 1, height - 2)
        label(&html, 142, y + height / 2 + 4, "name unseen", "not seen", anchor: "end")
        let isRight = x(stretch.span.fromUs) > (Self.left + Self.right) / 2
        let words = TerminalText(stretch.words).shortened(to: Self.halfColumns).value
        label(
            &html, isRight ? x(stretch.span.toUs) - 6 : x(stretch.span.fromUs) + 6, y + height / 2 + 4, "unseen", words,
            anchor: isRight ? "end" : "start")
    }

    /// Room under the plot for the words of what hides everything.
    func labelHeight(_ hidden: Hidden) -> Int {
        8 + Self.labelStep * max(sides(hidden).left.count, sides(hidden).right.count) + (hidden.moreParts > 0 ? 14 : 0)
    }

    /// What was not seen, in words under the plot: what begins in its left half to the left, the rest to the right.
    func hiddenLabels(_ html: inout HTMLWriter, _ hidden: Hidden, _ bottom: Int) {
        let (left, right) = sides(hidden)
        for (number, stretch) in left.enumerated() {
            label(
                &html, x(stretch.span.fromUs), bottom + Self.labelStep * (number + 1), "unseen",
                TerminalText(stretch.words).shortened(to: Self.halfColumns).value)
        }
        for (number, stretch) in right.enumerated() {
            label(
                &html, x(stretch.span.toUs), bottom + Self.labelStep * (number + 1), "unseen",
                TerminalText(stretch.words).shortened(to: Self.halfColumns).value, anchor: "end")
        }
        if hidden.moreParts > 0 {
            label(
                &html, Self.left, bottom + labelHeight(hidden) - 8, "unseen",
                "\(Phrases.count(hidden.moreParts, "more stretch", "more stretches")) not drawn")
        }
    }

    private func sides(_ hidden: Hidden) -> (left: ArraySlice<Hidden.Stretch>, right: ArraySlice<Hidden.Stretch>) {
        let middle = (Self.left + Self.right) / 2
        return (
            hidden.everything.filter { x($0.span.fromUs) <= middle }.prefix(4),
            hidden.everything.filter { x($0.span.fromUs) > middle }.prefix(4)
        )
    }
}
