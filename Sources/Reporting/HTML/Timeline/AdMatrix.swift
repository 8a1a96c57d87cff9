/// A run of many ads at a glance: a row for each ad play, a column for each event, and what became of it.
struct AdMatrix {
    enum Cell: Hashable {
        case sent(Int)
        case late, early, missing, extra(Int), wrong
        case notDue, notSeen, undeclared

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

    /// - Parameter countsByPlay: how many breaches each of the listed ad plays has.
    init?(_ model: ReportModel, _ breaches: Breaches, countsByPlay: [Int]) {
        let plays = model.adPlays.listed
        guard plays.count >= Self.fewest else { return nil }
        var numbers = EventNumbers()
        let streaks = plays.indices.map { Self.streaks(of: plays[$0], &numbers) }
        var timesOwed = [Int](repeating: 0, count: numbers.names.count)
        for streak in streaks.joined() { timesOwed[streak.event] += streak.tally.owed }
        let counts = Dictionary(uniqueKeysWithValues: zip(numbers.names, timesOwed)).filter { $0.value > 0 }
        let known = AdEvents.inOrder.filter { counts[$0] != nil }
        let others = counts.filter { !AdEvents.inOrder.contains($0.key) }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let events = Array((known + others).prefix(Self.mostEvents))
        self.events = events
        let columns = numbers.names.map { events.firstIndex(of: $0) }
        let all = plays.indices.map { play in
            guard countsByPlay[play] == 0 else {
                let findings = breaches.findings(on: "ad_play", plays[play].id)
                return Row(play: plays[play], cells: events.map { Self.cell($0, of: plays[play], findings, breaches) })
            }
            var tallies = [Tally](repeating: Tally(), count: events.count)
            for streak in streaks[play] {
                if let column = columns[streak.event] { tallies[column].add(streak.tally) }
            }
            return Row(play: plays[play], cells: tallies.map { ($0.cell, nil) })
        }
        // Those at fault are kept before those that are not; the order stays that of time.
        let kept = Set(
            all.indices.sorted { (all[$0].isAtFault ? 0 : 1, $0) < (all[$1].isAtFault ? 0 : 1, $1) }.prefix(
                Self.mostRows))
        rows = all.indices.filter(kept.contains).map { all[$0] }
        moreRows = model.adPlays.total - rows.count
    }

    /// How often an event was sent and due in an ad play without findings.
    private struct Tally {
        var sent = 0
        var due = 0
        /// Sent, or due and perhaps owed.
        var owed = 0

        mutating func add(_ other: Tally) {
            sent += other.sent
            due += other.due
            owed += other.owed
        }

        var cell: Cell {
            if sent > 0 { return .sent(sent) }
            return due == 0 ? .undeclared : owed == 0 ? .notDue : .notSeen
        }
    }

    /// Beacons of one event, by its number, that follow one another.
    private struct Streak {
        var event: Int
        var tally = Tally()
    }

    /// Numbers events as they are met. Those of a streak are looked up once.
    private struct EventNumbers {
        private(set) var names: [String] = []
        private var numbers: [String: Int] = [:]
        private var latest = 0

        mutating func number(of event: String) -> Int {
            if names.indices.contains(latest), names[latest] == event { return latest }
            latest = numbers[event] ?? names.count
            if latest == names.count {
                names.append(event)
                numbers[event] = latest
            }
            return latest
        }
    }

    /// What an ad play sent, then what is due of it. By place, because a copy of each firing would take longer than all that is
    /// done with it.
    private static func streaks(of play: ReportModel.AdPlay, _ numbers: inout EventNumbers) -> [Streak] {
        var streaks: [Streak] = []
        func add(_ event: String, _ tally: Tally) {
            let number = numbers.number(of: event)
            if streaks.last?.event != number { streaks.append(Streak(event: number)) }
            streaks[streaks.count - 1].tally.add(tally)
        }
        let firings = play.firings.listed
        for place in firings.indices where firings[place].family == play.family {
            add(firings[place].event, Tally(sent: 1, owed: 1))
        }
        for place in play.due.indices where play.due[place].family == play.family {
            add(play.due[place].event, Tally(due: 1, owed: play.due[place].state == "not owed" ? 0 : 1))
        }
        return streaks
    }

    private static func cell(
        _ event: String, of play: ReportModel.AdPlay, _ ofPlay: [ReportModel.Finding], _ breaches: Breaches
    ) -> (cell: Cell, finding: Int?) {
        let sent = play.firings.listed.filter { $0.family == play.family && $0.event == event }
        let due = play.due.filter { $0.family == play.family && $0.event == event }
        let number =
            ofPlay.first { finding in finding.item == event || due.contains { $0.item == finding.item } }?.number
            ?? sent.lazy.compactMap { breaches.findings(exchange: $0.exchange, call: $0.call).first?.number }.first
        guard let number else {
            let owed = sent.count + due.count { $0.state != "not owed" }
            return (Tally(sent: sent.count, due: due.count, owed: owed).cell, nil)
        }
        return (cell(sent.map(\.atUs), due.compactMap(\.window)), number)
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
                html.link(to: .adPlay(row.play.id)) { $0.number(row.play.id) }
            } else {
                html.number(row.play.id)
            }
            html.raw("</th><td>")
            html.text(row.play.label)
            html.raw("</td><td class=\"tight\">")
            html.clock(row.play.zeroUs)
            html.raw("</td>")
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
            html.link(to: .finding(model.findings[finding - 1].fingerprint)) { word(&$0, cell) }
        } else {
            word(&html, cell)
        }
        html.raw("</td>")
    }

    private func word(_ html: inout HTMLWriter, _ cell: AdMatrix.Cell) {
        switch cell {
        case .sent(let times): word(&html, "sent", times)
        case .late: html.raw("late")
        case .early: html.raw("early")
        case .missing: html.raw("missing")
        case .extra(let times): word(&html, "extra", times)
        case .wrong: html.raw("wrong")
        case .notDue: html.raw("not due")
        case .notSeen: html.raw("not seen")
        case .undeclared: html.raw("–")
        }
    }

    /// `sent`, `sent ×2`.
    private func word(_ html: inout HTMLWriter, _ word: StaticString, _ times: Int) {
        html.raw(word)
        guard times > 1 else { return }
        html.raw(" ×")
        html.number(times)
    }
}
