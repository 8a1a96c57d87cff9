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

    let panels: [Panel]
    let moreAdPlays: Int

    static let panelLimit = 12
    static let rowLimit = 24
    static let entryLimit = 150

    init(_ model: ReportModel) {
        let breaches = Breaches(model)
        let plays = model.adPlays.listed.map { ($0, breaches.count(in: $0)) }
        // Those at fault are shown whatever else is left out; the order stays that of time.
        let chosen = Set(plays.sorted { $0.1 > $1.1 }.prefix(Self.panelLimit).map(\.0.id))
        var panels = plays.map(\.0).filter { chosen.contains($0.id) }.map { Panel($0, model, breaches) }
        if let others = Panel(othersOf: model, breaches) { panels.append(others) }
        self.panels = panels
        moreAdPlays = model.adPlays.total - chosen.count
    }
}

/// Which beacons are breaches of which findings.
struct Breaches {
    private var byExchange: [Int: [ReportModel.Finding]] = [:]
    private var byAdPlay: [Int: [ReportModel.Finding]] = [:]

    init(_ model: ReportModel) {
        for finding in model.findings where finding.waived == nil && finding.severity != .info {
            if finding.subject.kind == "ad_play" { byAdPlay[finding.subject.id, default: []].append(finding) }
            for exchange in Set(finding.evidence.listed.filter { $0.role == "breach" }.compactMap(\.exchange)) {
                byExchange[exchange, default: []].append(finding)
            }
        }
    }

    func findings(of exchange: Int?) -> [ReportModel.Finding] {
        exchange.flatMap { byExchange[$0] } ?? []
    }

    func findings(onAdPlay id: Int) -> [ReportModel.Finding] {
        byAdPlay[id] ?? []
    }

    func count(in play: ReportModel.AdPlay) -> Int {
        findings(onAdPlay: play.id).count + play.firings.listed.count { !findings(of: $0.exchange).isEmpty }
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
        self.blind = []
        for stretch in blind {
            let from = max(stretch.fromUs ?? .min, fromUs)
            let to = min(stretch.toUs ?? .max, toUs)
            guard from < to, self.blind.count < 4 else { continue }
            self.blind.append((Timeline.Span(fromUs: from, toUs: to), "not seen: \(stretch.host ?? "any host")"))
        }
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
            let mark = Timeline.Mark(
                atUs: beacon.atUs, count: 1, findings: beacon.findings.map(\.number),
                message: beacon.findings.first?.message ?? "",
                isError: beacon.findings.contains { $0.severity == .error })
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

/// When the parts of an ad are due, from its declared duration and the pauses that are known.
private struct Schedule {
    static let parts: [(event: String, quarters: Int64)] = [
        ("start", 0), ("firstQuartile", 1), ("midpoint", 2), ("thirdQuartile", 3), ("complete", 4),
    ]

    let due: [(event: String, due: Timeline.Span)]
    let pauses: [Timeline.Span]

    init(_ play: ReportModel.AdPlay) {
        let pauses = play.playback.filter { $0.state == "paused" || $0.state == "buffering" }
            .compactMap { span in span.toUs.map { Timeline.Span(fromUs: span.fromUs, toUs: $0) } }
        self.pauses = pauses
        guard let duration = play.durationUs, duration > 0, duration < 86_400_000_000, let start = play.startUs else {
            due = []
            return
        }
        due = Self.parts.map { part in
            var at = Clamped.sum(start, duration / 4 * part.quarters)
            for pause in pauses where pause.fromUs >= start && pause.fromUs < at {
                at = Clamped.sum(at, Clamped.difference(pause.toUs, pause.fromUs))
            }
            let tolerance = max(400_000, duration / 20)
            return (
                part.event,
                Timeline.Span(fromUs: Clamped.difference(at, tolerance), toUs: Clamped.sum(at, tolerance))
            )
        }
    }
}
