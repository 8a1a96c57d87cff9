import Model

/// Two runs side by side as one page: what changed in verdicts and findings, then their beacons on one axis for each ad play,
/// those of A above those of B. Nothing is loaded, and there is no script.
struct ComparisonHTML {
    private let comparison: Comparison
    /// Beacons by ad play, those that differ first; outside ad plays the name is empty.
    private let groups: [Group]

    struct Group {
        var adPlay: String
        var pairs: [Comparison.Pair]
        var differences: Int { pairs.count { !$0.changes.isEmpty } }
    }

    private static let mostGroups = 24

    init(_ comparison: Comparison) {
        self.comparison = comparison
        var order: [String] = []
        var byAdPlay: [String: [Comparison.Pair]] = [:]
        for pair in comparison.pairs {
            if byAdPlay[pair.beacon.adPlay] == nil { order.append(pair.beacon.adPlay) }
            byAdPlay[pair.beacon.adPlay, default: []].append(pair)
        }
        let groups = order.map { Group(adPlay: $0, pairs: byAdPlay[$0] ?? []) }
        self.groups = groups.filter { $0.differences > 0 } + groups.filter { $0.differences == 0 }
    }

    func render() -> [UInt8] {
        var html = HTMLWriter()
        html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.raw("<meta http-equiv=\"Content-Security-Policy\"")
        html.attribute(
            "content",
            "default-src 'none'; style-src '\(PageFrame.stylePolicy)'; base-uri 'none'; form-action 'none'")
        html.raw(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.raw(
            "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
        html.element("title", text: comparison.sentence)
        html.raw("\n<style>")
        html.frame(PageFrame.style)
        html.raw("</style>\n</head>\n<body>\n<header class=\"page\">")
        verdicts(&html)
        html.raw("</header>\n<main>\n")
        for section in comparison.sections where section.title != "Beacons" { list(&html, section) }
        html.raw("<section aria-labelledby=\"beacons-title\"><h2 id=\"beacons-title\">Beacons</h2>")
        beacons(&html)
        html.raw("</section>\n</main>\n<footer>")
        html.element("p", text: "Times count from the start of the ad, else from the first beacon of each run.")
        html.raw("</footer>\n</body>\n</html>\n")
        return html.output.bytes
    }

    private func verdicts(_ html: inout HTMLWriter) {
        html.raw("<div class=\"verdict ")
        html.raw(comparison.isEqual ? "good" : "unknown")
        html.raw("\">")
        html.element("h1", text: comparison.isEqual ? "Equal" : "Different")
        html.element("p", text: comparison.sentence)
        html.raw("</div><ul class=\"certificates\" aria-label=\"Runs\">")
        let folder = SharedFolder(of: [comparison.names.0, comparison.names.1])
        for (side, name, verdict) in [
            ("A", comparison.names.0, comparison.verdicts.0), ("B", comparison.names.1, comparison.verdicts.1),
        ] {
            html.raw("<li>")
            if let verdict { HTMLReport.badge(&html, verdict) }
            html.element("strong", text: side)
            html.text(" \(folder.without(name))")
            html.raw("</li>")
        }
        html.raw("</ul>")
    }

    private func list(_ html: inout HTMLWriter, _ section: (title: String, lines: [String])) {
        html.raw("<section>")
        html.element("h2", text: "\(section.title) (\(section.lines.count))")
        html.raw("<ul>")
        for line in section.lines { html.element("li", text: line) }
        html.raw("</ul></section>\n")
    }

    private func beacons(_ html: inout HTMLWriter) {
        guard !groups.isEmpty else { return html.element("p", text: "Neither run has any.") }
        html.raw(Self.legend)
        for (index, group) in groups.prefix(Self.mostGroups).enumerated() {
            html.raw("<div class=\"panel\">")
            let name = group.adPlay.isEmpty ? "Outside ad plays" : "Ad play \(group.adPlay)"
            let words = group.differences == 0 ? "no difference" : Phrases.count(group.differences, "difference")
            html.element("h3", text: "\(name): \(Phrases.count(group.pairs.count, "beacon")), \(words)")
            ComparisonDrawing(group: group, title: name, index: index).write(to: &html)
            table(&html, group)
            html.raw("</div>\n")
        }
        let rest = groups.count - Self.mostGroups
        if rest > 0 {
            html.element("p", text: "\(Phrases.count(rest, "more ad play")), not drawn; the JSON lists them.")
        }
    }

    private static let legend: StaticString = """
        <ul class="legend"><li><svg width="14" height="14" aria-hidden="true"><circle class="mark" cx="7" cy="7" r="5"/></svg>A</li>\
        <li><svg width="14" height="14" aria-hidden="true"><circle class="other" cx="7" cy="7" r="5"/></svg>B</li>\
        <li><svg width="18" height="14" aria-hidden="true"><path class="moved" d="M1 4L17 10"/></svg>sent at another time</li>\
        <li><svg width="18" height="18" aria-hidden="true"><path class="breach" d="M9 0l9 9l-9 9l-9 -9z"/></svg>only in one of the two</li></ul>
        """

    private func table(_ html: inout HTMLWriter, _ group: Group) {
        let changed = group.pairs.filter { !$0.changes.isEmpty }
        guard !changed.isEmpty else { return }
        HTMLReport.tableHead(&html, ["Beacon", "Host", "A", "B", "What differs"], caption: "Differences")
        for pair in changed {
            html.raw("<tr>")
            let nth = pair.ordinal > 1 ? " (\(pair.ordinal))" : ""
            html.element("td", text: "\(pair.beacon.family) \(pair.beacon.event)\(nth)")
            html.element("td", class: "host", text: pair.beacon.host)
            html.element("td", class: "tight", text: pair.offsetsUs.0.map(Phrases.offset) ?? "–")
            html.element("td", class: "tight", text: pair.offsetsUs.1.map(Phrases.offset) ?? "–")
            html.element("td", class: "wide", text: pair.changes.map(Comparison.words).joined(separator: "; "))
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
    }
}
