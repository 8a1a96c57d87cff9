/// What a timeline shows: one panel per ad play and one for what belongs to none, each with its own axis in seconds.
/// A panel has a row per event, so that a beacon that comes again stands out beside the one that was due.
struct Timeline {
    struct Panel {
        var title: String
        var zeroUs: Int64
        var zero: String
        var fromUs: Int64
        var toUs: Int64
        var rows: [Row]
        var moreRows: Int
        var pauses: [Span]
        var blind: [(span: Span, words: String)]
        /// All beacons shown, in order of time, for the table.
        var entries: [Entry]
        var moreEntries: Int
    }

    struct Row {
        var family: String
        var event: String
        var marks: [Mark]
        /// About when it is due, by the declared duration and known pauses.
        var due: Span?
        /// A finding is about this event, and none was seen.
        var missing: [Int]
    }

    struct Mark {
        var atUs: Int64
        /// Beacons too close together to be drawn apart.
        var count: Int
        /// Numbers of the findings in which it is a breach.
        var findings: [Int]
        /// The message of the first of them.
        var message: String
        var isError: Bool
    }

    struct Span {
        var fromUs: Int64
        var toUs: Int64
    }

    struct Entry {
        var atUs: Int64
        var family: String
        var event: String
        var host: String
        var status: Int?
        var place: String
        var findings: [Int]
    }

    /// The whole run; `nil` when nothing was read.
    let overview: Overview?
    let panels: [Panel]
    let moreAdPlays: Int

    static let panelLimit = 12
    static let rowLimit = 24
    static let entryLimit = 150

    init(_ model: ReportModel) {
        let breaches = Breaches(model)
        overview = Overview(model, breaches)
        let plays = model.adPlays.listed.map { ($0, breaches.count(in: $0)) }
        // Those at fault are shown whatever else is left out; the order stays that of time.
        let chosen = Set(plays.sorted { $0.1 > $1.1 }.prefix(Self.panelLimit).map(\.0.id))
        var panels = plays.map(\.0).filter { chosen.contains($0.id) }.map { Panel($0, model, breaches) }
        if let others = Panel(othersOf: model, breaches) { panels.append(others) }
        self.panels = panels
        moreAdPlays = model.adPlays.total - chosen.count
    }
}

extension Timeline {
    /// The first stretches that were not seen between two times, with words.
    static func blind(
        _ stretches: [ReportModel.BlindStretch], from: Int64, to: Int64
    ) -> [(span: Span, words: String)] {
        var blind: [(span: Span, words: String)] = []
        for stretch in stretches where blind.count < 4 {
            let span = Span(fromUs: max(stretch.fromUs ?? .min, from), toUs: min(stretch.toUs ?? .max, to))
            let words = "not seen: \(stretch.host ?? "any host")"
            let isKnown = blind.contains {
                $0.words == words && $0.span.fromUs <= span.fromUs && span.toUs <= $0.span.toUs
            }
            if span.fromUs < span.toUs, !isKnown { blind.append((span, words)) }
        }
        return blind
    }

    /// Marks of equal kind less than `nearest` columns apart become one.
    static func clusters(_ marks: [Mark], nearest: Int, in plot: TimePlot) -> [Mark] {
        var clusters: [Mark] = []
        for mark in marks {
            guard let last = clusters.last, last.findings.isEmpty == mark.findings.isEmpty,
                plot.x(mark.atUs) - plot.x(last.atUs) < nearest
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
}

extension Timeline.Mark {
    init(_ atUs: Int64, _ findings: [ReportModel.Finding]) {
        self.init(
            atUs: atUs, count: 1, findings: findings.map(\.number), message: findings.first?.message ?? "",
            isError: findings.contains { $0.severity == .error })
    }
}

extension Timeline.Panel {
    init(_ play: ReportModel.AdPlay, _ model: ReportModel, _ breaches: Breaches) {
        let schedule = Schedule(play)
        let onPlay = breaches.findings(onAdPlay: play.id)
        var rows = Timeline.Row.rows(
            play.firings.listed.map { ($0.family, $0.event, $0.atUs, breaches.findings(of: $0.exchange)) })
        for (event, due) in schedule.due {
            if let index = rows.firstIndex(where: { $0.family == play.family && $0.event == event }) {
                rows[index].due = due
            } else if play.owed.contains(event) {
                let missing = onPlay.filter { $0.item == event }.map(\.number)
                rows.append(Timeline.Row(family: play.family, event: event, marks: [], due: due, missing: missing))
            }
        }
        rows.sort { $0.sortKey < $1.sortKey }
        let times = play.firings.listed.map(\.atUs) + schedule.due.map(\.due.toUs) + [play.zeroUs]
        let name =
            play.title.map { $0.isEmpty || $0 == play.label ? play.label : "\(play.label) (\($0))" } ?? play.label
        let length = play.durationUs.map { ", declared \(Phrases.duration($0))" } ?? ""
        self.init(
            title: "Ad play \(play.id): \(name)\(play.nth > 1 ? ", play \(play.nth) of it" : "")\(length)",
            zeroUs: play.zeroUs, zero: "ad start", times: times, rows: rows,
            entries: play.firings.listed.map { firing in
                Timeline.Entry(
                    atUs: firing.atUs, family: firing.family, event: firing.event, host: firing.host ?? "",
                    status: firing.status, place: firing.place.map(Phrases.place) ?? "",
                    findings: breaches.findings(of: firing.exchange).map(\.number))
            }, total: play.firings.total, blind: model.blind.listed)
        pauses = schedule.pauses
    }

    /// `nil` when every beacon belongs to an ad play.
    init?(othersOf model: ReportModel, _ breaches: Breaches) {
        let beacons = model.otherBeacons.listed
        guard !beacons.isEmpty, let zero = model.startUs ?? beacons.first?.atUs else { return nil }
        let rows = Timeline.Row.rows(
            beacons.map { beacon in
                (beacon.family, beacon.event, beacon.atUs, breaches.findings(of: beacon.exchange))
            })
        self.init(
            title: "Beacons outside ad plays", zeroUs: zero, zero: "the start of the run",
            times: beacons.map(\.atUs) + [zero], rows: rows.sorted { $0.sortKey < $1.sortKey },
            entries: beacons.map { beacon in
                Timeline.Entry(
                    atUs: beacon.atUs, family: beacon.family, event: beacon.event, host: beacon.host, status: nil,
                    place: "", findings: breaches.findings(of: beacon.exchange).map(\.number))
            }, total: model.otherBeacons.total, blind: model.blind.listed)
    }

    private init(
        title: String, zeroUs: Int64, zero: String, times: [Int64], rows: [Timeline.Row], entries: [Timeline.Entry],
        total: Int, blind: [ReportModel.BlindStretch]
    ) {
        let first = times.min() ?? zeroUs
        let last = max(times.max() ?? zeroUs, Clamped.sum(first, 1_000_000))
        let margin = max(500_000, Clamped.difference(last, first) / 20)
        self.title = title
        self.zeroUs = zeroUs
        self.zero = zero
        fromUs = Clamped.difference(first, margin)
        toUs = Clamped.sum(last, margin)
        // Rows at fault are kept before rows that are not.
        let kept = Set(
            rows.indices.sorted { (rows[$0].isAtFault ? 0 : 1, $0) < (rows[$1].isAtFault ? 0 : 1, $1) }
                .prefix(Timeline.rowLimit))
        self.rows = rows.indices.filter(kept.contains).map { rows[$0] }
        moreRows = rows.count - kept.count
        pauses = []
        self.entries = Array(entries.prefix(Timeline.entryLimit))
        moreEntries = max(total, entries.count) - self.entries.count
        self.blind = Timeline.blind(blind, from: fromUs, to: toUs)
    }
}

extension Timeline.Row {
    var isAtFault: Bool { !missing.isEmpty || marks.contains { !$0.findings.isEmpty } }

    fileprivate static func rows(
        _ beacons: [(family: String, event: String, atUs: Int64, findings: [ReportModel.Finding])]
    ) -> [Timeline.Row] {
        var rows: [Timeline.Row] = []
        var index: [[String]: Int] = [:]
        for beacon in beacons {
            let mark = Timeline.Mark(beacon.atUs, beacon.findings)
            if let known = index[[beacon.family, beacon.event]] {
                rows[known].marks.append(mark)
            } else {
                index[[beacon.family, beacon.event]] = rows.count
                rows.append(
                    Timeline.Row(family: beacon.family, event: beacon.event, marks: [mark], due: nil, missing: []))
            }
        }
        return rows
    }

    /// Families together, the one with the media events first; events as they follow each other in a play.
    fileprivate var sortKey: (Int, String, Int, String) {
        let order = ["loaded", "impression", "creativeView"] + Schedule.parts.map(\.event)
        return (["vast", "ssai"].contains(family) ? 0 : 1, family, order.firstIndex(of: event) ?? order.count, event)
    }
}
