/// The timeline and the tables beside it.
extension HTMLReport {
    func timeline(_ html: inout HTMLWriter) {
        guard timeline.overview != nil || !timeline.panels.isEmpty else {
            html.element("p", text: "No request and no call was read.")
            return
        }
        html.raw(Self.legend)
        if let overview = timeline.overview { self.overview(&html, overview) }
        if let matrix = timeline.matrix { self.matrix(&html, matrix) }
        for (index, panel) in timeline.panels.enumerated() { self.panel(&html, panel, index) }
        if !timeline.faultless.isEmpty {
            html.raw("<details><summary>")
            html.text("Draw \(Phrases.count(timeline.faultless.count, "ad play")) without findings")
            html.raw("</summary>")
            for (index, panel) in timeline.faultless.enumerated() {
                self.panel(&html, panel, timeline.panels.count + index)
            }
            html.raw("</details>")
        }
        if timeline.moreAdPlays > 0 {
            html.element(
                "p", text: "\(Phrases.count(timeline.moreAdPlays, "more ad play")), not drawn; the JSON lists them.")
        }
    }

    private func panel(_ html: inout HTMLWriter, _ panel: TimelinePanel, _ index: Int) {
        html.raw("<div")
        if let play = panel.adPlay { html.id(.adPlay(play)) }
        html.attribute("class", index < 2 ? "panel" : "panel later")
        html.raw(">")
        html.element("h3", text: panel.title)
        TimelineDrawing(panel: panel, index: index, anchor: anchor(of:)).write(to: &html)
        if panel.moreRows > 0 {
            html.element(
                "p", class: "soft",
                text: "\(Phrases.count(panel.moreRows, "more event")) without findings, not drawn")
        }
        table(&html, panel)
        html.raw("</div>")
    }

    private static let legend: StaticString = """
        <ul class="legend"><li><svg width="14" height="14" aria-hidden="true"><circle class="mark" cx="7" cy="7" r="5"/></svg>\
        beacon</li><li><svg width="18" height="18" aria-hidden="true"><path class="breach" d="M9 0l9 9l-9 9l-9 -9z"/></svg>\
        breach, with the number and words of its finding</li><li><svg width="18" height="14" aria-hidden="true">\
        <rect class="band" width="18" height="14"/></svg>when it is due, as the rules allow</li>\
        <li><svg width="18" height="18" aria-hidden="true"><circle class="missing" cx="9" cy="9" r="7"/></svg>missing</li>\
        <li><svg width="18" height="14" aria-hidden="true"><path class="hatch" d="M0 14L14 0M6 14L18 2M0 6L6 0"/></svg>\
        traffic not seen</li><li><svg width="18" height="14" aria-hidden="true"><rect class="span" width="18" height="14"/>\
        </svg>ad break or ad play</li><li><svg width="18" height="14" aria-hidden="true"><rect class="viewer playing" width="9" height="14"/>\
        <rect class="viewer halted" x="9" width="9" height="14"/></svg>the viewer: playing, halted</li></ul>
        """

    /// Where a mark leads: to its request where that is shown, else to the finding that it is a breach of.
    private func anchor(of mark: Timeline.Mark) -> Anchor? {
        if let exchange = mark.exchange, shownExchanges.contains(exchange) { return .exchange(exchange) }
        guard let number = mark.findings.first, model.findings.indices.contains(number - 1) else { return nil }
        return .finding(model.findings[number - 1].fingerprint)
    }

    private func overview(_ html: inout HTMLWriter, _ overview: Overview) {
        html.element("div", class: "panel") { html in
            html.element("h3", text: "The whole run")
            if !screens.isEmpty { screenDefinitions(&html) }
            OverviewDrawing(overview: overview, screens: screens).write(to: &html)
            if !screens.isEmpty { screenList(&html, zeroUs: overview.plot.zeroUs) }
            if overview.notDrawn > 0 {
                html.element("p", class: "soft", text: "\(overview.notDrawn) more requests and calls, not drawn")
            }
            html.raw("<details><summary>Requests and calls as a table</summary>")
            Self.tableHead(&html, ["Time", "From the start", "What", "Whom", "Outcome"], caption: "Requests and calls")
            for moment in overview.rows {
                html.raw("<tr><td class=\"tight\">")
                html.clock(moment.atUs)
                html.raw("</td><td class=\"tight\">")
                html.offset(Clamped.difference(moment.atUs, overview.plot.zeroUs))
                html.raw("</td><td>")
                html.text(moment.what)
                html.raw("</td><td class=\"host\">")
                html.text(moment.whom)
                html.raw("</td><td class=\"tight\">")
                html.text(moment.outcome)
                html.raw("</td></tr>")
            }
            html.raw("</tbody></table></div>")
            if overview.moreRows > 0 {
                html.element("p", text: "\(overview.moreRows) more; 'beaconproof query' lists them all.")
            }
            html.raw("</details>")
        }
    }

    private func table(_ html: inout HTMLWriter, _ panel: TimelinePanel) {
        html.raw("<details><summary>The same as a table</summary><div class=\"scroll\"><table><caption>")
        html.text(panel.title)
        html.raw("</caption><thead><tr><th scope=\"col\">Time</th><th scope=\"col\">From ")
        html.text(panel.zero)
        html.raw("</th><th scope=\"col\">Family</th><th scope=\"col\">Event</th><th scope=\"col\">Host</th>")
        html.raw(
            "<th scope=\"col\">Status</th><th scope=\"col\">Where</th><th scope=\"col\">Finding</th></tr></thead><tbody>"
        )
        for entry in panel.entries {
            html.raw(entry.findings.isEmpty ? "<tr>" : "<tr class=\"breach\">")
            html.raw("<td class=\"tight\">")
            link(&html, toExchange: entry.exchange) { $0.clock(entry.atUs) }
            html.raw("</td><td class=\"tight\">")
            html.offset(Clamped.difference(entry.atUs, panel.zeroUs))
            html.raw("</td><td>")
            html.text(entry.family)
            html.raw("</td><td>")
            html.text(entry.event)
            html.raw("</td><td>")
            html.text(entry.host)
            html.raw("</td><td>")
            if let status = entry.status { html.number(status) }
            html.raw("</td><td class=\"tight\">")
            html.text(entry.place)
            html.raw("</td><td>")
            html.text(entry.findings.map(String.init).joined(separator: ", "))
            html.raw("</td></tr>")
        }
        html.raw("</tbody></table></div>")
        if panel.moreEntries > 0 { html.element("p", text: Phrases.count(panel.moreEntries, "more beacon")) }
        html.raw("</details>")
    }
}
