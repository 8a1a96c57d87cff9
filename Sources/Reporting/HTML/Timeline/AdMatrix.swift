/// A run of many ads at a glance: a row for each ad play, a column for each event, and what became of it.
struct AdMatrix {
    enum Cell: Hashable {
        case sent(Int)
        case late, early, missing, extra(Int), wrong
        case notDue, notSeen, undeclared

        var word: String {
            switch self {
            case .sent(1): "sent"
            case .sent(let times): "sent ×\(times)"
            case .late: "late"
            case .early: "early"
            case .missing: "missing"
            case .extra(let times): "extra ×\(times)"
            case .wrong: "wrong"
            case .notDue: "not due"
            case .notSeen: "not seen"
            case .undeclared: "–"
            }
        }

        var style: StaticString {
            switch self {
            case .sent: "good"
            case .late, .early, .missing, .extra, .wrong: "bad"
            case .notSeen: "unknown"
            case .notDue, .undeclared: "soft"
            }
        }
    }

    struct Row {
        var play: ReportModel.AdPlay
        var cells: [(cell: Cell, finding: Int?)]
        var isAtFault: Bool { cells.contains { $0.finding != nil } }
    }

    let events: [String]
    let rows: [Row]
    /// Ad plays without findings that have no row.
    let moreRows: Int

    /// Fewer are seen well enough in their drawings.
    private static let fewest = 4
    private static let mostEvents = 12
    private static let mostRows = 200

    init?(_ model: ReportModel, _ breaches: Breaches) {
        let plays = model.adPlays.listed
        guard plays.count >= Self.fewest else { return nil }
        var counts: [String: Int] = [:]
        for play in plays.indices {
            Self.forEachEvent(of: plays[play]) { event, _, isDue in
                if isDue { counts[event, default: 0] += 1 }
            }
        }
        let known = AdEvents.inOrder.filter { counts[$0] != nil }
        let others = counts.filter { !AdEvents.inOrder.contains($0.key) }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let events = Array((known + others).prefix(Self.mostEvents))
        self.events = events
        let columns = Dictionary(uniqueKeysWithValues: zip(events, events.indices))
        let all = plays.map { play in
            var places = [Places](repeating: Places(), count: events.count)
            Self.forEachEvent(of: play) { event, place, _ in
                guard let column = columns[event] else { return }
                switch place {
                case .sent(let index): places[column].sent.append(index)
                case .due(let index): places[column].due.append(index)
                }
            }
            let findings = breaches.findings(on: "ad_play", play.id)
            return Row(play: play, cells: zip(events, places).map { Self.cell($0, $1, of: play, findings, breaches) })
        }
        // Those at fault are kept before those that are not; the order stays that of time.
        let kept = Set(
            all.indices.sorted { (all[$0].isAtFault ? 0 : 1, $0) < (all[$1].isAtFault ? 0 : 1, $1) }.prefix(
                Self.mostRows))
        rows = all.indices.filter(kept.contains).map { all[$0] }
        moreRows = model.adPlays.total - rows.count
    }

    /// Where an ad play's lists of what was sent, and of what was due, have one event.
    private struct Places {
        var sent: [Int] = []
        var due: [Int] = []
    }

    private enum Place {
        case sent(Int), due(Int)
    }

    /// By place, because a copy of each firing would take longer than all that is done with it.
    private static func forEachEvent(of play: ReportModel.AdPlay, _ body: (String, Place, _ isDue: Bool) -> Void) {
        let firings = play.firings.listed
        for place in firings.indices where firings[place].family == play.family {
            body(firings[place].event, .sent(place), true)
        }
        for place in play.due.indices where play.due[place].family == play.family {
            body(play.due[place].event, .due(place), play.due[place].state != "not owed")
        }
    }

    private static func cell(
        _ event: String, _ places: Places, of play: ReportModel.AdPlay, _ ofPlay: [ReportModel.Finding],
        _ breaches: Breaches
    ) -> (cell: Cell, finding: Int?) {
        let (sent, due) = (places.sent, places.due)
        let number =
            ofPlay.first { finding in
                finding.item == event || due.contains { play.due[$0].item == finding.item }
            }?.number
            ?? sent.lazy.compactMap { place in
                let firings = play.firings.listed
                return breaches.findings(exchange: firings[place].exchange, call: firings[place].call).first?.number
            }.first
        guard let number else {
            if !sent.isEmpty { return (.sent(sent.count), nil) }
            if due.isEmpty { return (.undeclared, nil) }
            return (due.allSatisfy { play.due[$0].state == "not owed" } ? .notDue : .notSeen, nil)
        }
        return (cell(sent.map { play.firings.listed[$0].atUs }, due.compactMap { play.due[$0].window }), number)
    }

    /// What a finding is about, as the times and the number of the beacons show.
    private static func cell(_ sent: [Int64], _ windows: [Timeline.Span]) -> Cell {
        guard let first = sent.first else { return .missing }
        if sent.count > 1 { return .extra(sent.count) }
        guard let earliest = windows.map(\.fromUs).min(), let latest = windows.map(\.toUs).max() else { return .wrong }
        return first > latest ? .late : first < earliest ? .early : .wrong
    }
}

extension HTMLReport {
    func matrix(_ html: inout HTMLWriter, _ matrix: AdMatrix) {
        let faults = matrix.rows.count(where: \.isAtFault)
        let words = faults == 0 ? "none with a finding" : "\(faults) with findings"
        html.element("h3", text: "\(Phrases.count(matrix.rows.count + matrix.moreRows, "ad play")), \(words)")
        Self.tableHead(&html, ["Ad play", "Ad", "Started"] + matrix.events, caption: "Ad plays and their events")
        for row in matrix.rows {
            html.raw(row.isAtFault ? "<tr class=\"breach\">" : "<tr>")
            html.raw("<th scope=\"row\">")
            if timeline.panels.contains(where: { $0.adPlay == row.play.id }) {
                html.raw("<a")
                html.attribute("href", "#\(Self.anchor(adPlay: row.play.id))")
                html.raw(">")
                html.text("\(row.play.id)")
                html.raw("</a>")
            } else {
                html.text("\(row.play.id)")
            }
            html.raw("</th>")
            html.element("td", text: row.play.label)
            html.element("td", class: "tight", text: Phrases.clock(row.play.zeroUs))
            for (cell, finding) in row.cells { self.cell(&html, cell, finding) }
            html.raw("</tr>")
        }
        html.raw("</tbody></table></div>")
        if matrix.moreRows > 0 {
            html.element(
                "p", class: "soft", text: "\(Phrases.count(matrix.moreRows, "more ad play")), not listed here.")
        }
    }

    private func cell(_ html: inout HTMLWriter, _ cell: AdMatrix.Cell, _ finding: Int?) {
        html.raw("<td class=\"cell ")
        html.raw(cell.style)
        html.raw("\">")
        if let finding, model.findings.indices.contains(finding - 1) {
            html.raw("<a")
            html.attribute("href", "#\(Self.anchor(model.findings[finding - 1]))")
            html.raw(">")
            html.text(cell.word)
            html.raw("</a>")
        } else {
            html.text(cell.word)
        }
        html.raw("</td>")
    }

    static func anchor(adPlay id: Int) -> String { "ad-play-\(id)" }
}
