/// Beacons on an axis of their own, with the windows in which they were due.
struct TimelinePanel {
    /// The ad play that it shows; `nil` for pings and what belongs to none.
    var adPlay: Int?
    var title: String
    var zeroUs: Int64
    /// What offsets count from.
    var zero: String
    var fromUs: Int64
    var toUs: Int64
    var rows: [Timeline.Row]
    var moreRows: Int
    /// What the viewer did, for a lane of its own.
    var viewing: [ReportModel.ViewerSpan] = []
    var hidden: Hidden
    /// Beacons in order of time, for the table.
    var entries: [Entry]
    var moreEntries: Int

    struct Entry: Hashable {
        var atUs: Int64
        var family: String
        var event: String
        var host: String
        var status: Int?
        var place: String
        var findings: [Int]
        var exchange: Int?
    }

    private static let rowLimit = 24
    private static let entryLimit = 150

    init(
        title: String, zero: (us: Int64, name: String), times: [Int64], rows: [Timeline.Row],
        entries: ReportModel.Limited<Entry>, model: ReportModel
    ) {
        let first = times.min() ?? zero.us
        let last = max(times.max() ?? zero.us, Clamped.sum(first, 1_000_000))
        let margin = max(500_000, Clamped.difference(last, first) / 20)
        self.title = title
        (zeroUs, self.zero) = zero
        fromUs = Clamped.difference(first, margin)
        toUs = Clamped.sum(last, margin)
        // Rows at fault are kept before rows that are not.
        let kept = Set(
            rows.indices.sorted { (rows[$0].isAtFault ? 0 : 1, $0) < (rows[$1].isAtFault ? 0 : 1, $1) }
                .prefix(Self.rowLimit))
        self.rows = rows.indices.filter(kept.contains).map { rows[$0] }
        moreRows = rows.count - kept.count
        self.entries = Array(entries.listed.prefix(Self.entryLimit))
        moreEntries = entries.total - self.entries.count
        hidden = Hidden(model, from: fromUs, to: toUs)
    }
}

// MARK: - Ad plays

extension TimelinePanel {
    init(_ play: ReportModel.AdPlay, _ model: ReportModel, _ breaches: Breaches) {
        let onPlay = breaches.findings(on: "ad_play", play.id)
        func findings(_ firing: ReportModel.Firing) -> [ReportModel.Finding] {
            breaches.findings(exchange: firing.exchange, call: firing.call)
        }
        var rows = Timeline.Row.rows(
            play.firings.listed.map {
                ($0.family, $0.event, Timeline.Mark($0.atUs, findings($0), exchange: $0.exchange))
            })
        for due in play.due where due.state != "not owed" {
            if let index = rows.firstIndex(where: { $0.group == due.family && $0.event == due.event }) {
                rows[index].windows += due.window.map { [$0] } ?? []
                continue
            }
            let missing = onPlay.filter { $0.item == due.item }.map(\.number)
            guard due.state == "owed" || due.family == play.family || !missing.isEmpty else { continue }
            rows.append(
                Timeline.Row(
                    group: due.family, event: due.event, marks: [], windows: due.window.map { [$0] } ?? [],
                    missing: missing))
        }
        rows.sort { $0.sortKey < $1.sortKey }
        let name =
            play.title.map { $0.isEmpty || $0 == play.label ? play.label : "\(play.label) (\($0))" } ?? play.label
        let length = play.durationUs.map { ", declared \(Phrases.duration($0))" } ?? ""
        self.init(
            title: "Ad play \(play.id): \(name)\(play.nth > 1 ? ", play \(play.nth) of it" : "")\(length)",
            zero: (play.zeroUs, "ad start"),
            times: play.firings.listed.map(\.atUs) + rows.flatMap { $0.windows.map(\.toUs) } + [play.zeroUs],
            rows: rows,
            entries: ReportModel.Limited(
                play.firings.listed.map { firing in
                    Entry(
                        atUs: firing.atUs, family: firing.family, event: firing.event, host: firing.host ?? "",
                        status: firing.status, place: firing.place.map(Phrases.place) ?? "",
                        findings: findings(firing).map(\.number), exchange: firing.exchange)
                }, total: play.firings.total),
            model: model)
        viewing = play.viewing
        adPlay = play.id
    }
}

// MARK: - Pings

extension TimelinePanel {
    private struct Viewing: Hashable {
        var session: Int?
        var isAd: Bool
        var asset: String
    }

    /// `nil` without pings that measure viewing.
    init?(pingsOf model: ReportModel, _ breaches: Breaches) {
        let pings = model.pings.listed
        guard let first = pings.first else { return nil }
        func findings(_ ping: ReportModel.Ping) -> [ReportModel.Finding] {
            breaches.findings(exchange: ping.exchange, call: ping.call)
        }
        var order: [Viewing] = []
        var viewings: [Viewing: [ReportModel.Ping]] = [:]
        for ping in pings {
            let viewing = Viewing(session: ping.session, isAd: ping.isAd, asset: ping.asset)
            if viewings[viewing] == nil { order.append(viewing) }
            viewings[viewing, default: []].append(ping)
        }
        var rows: [Timeline.Row] = []
        for viewing in order {
            let own = viewings[viewing] ?? []
            let part = "\(viewing.isAd ? "ad" : "content") \(viewing.asset)"
            let due = viewing.session.flatMap { model.pingsDue[$0] } ?? []
            let onSession = viewing.session.map { breaches.findings(on: "session", $0) } ?? []
            for kind in ["view", "duration"] {
                let windows = due.filter { $0.item == "\(part) \(kind)" }.compactMap(\.window)
                let marks = own.filter { $0.kind == kind }.map {
                    Timeline.Mark($0.atUs, findings($0), exchange: $0.exchange)
                }
                guard !marks.isEmpty || !windows.isEmpty else { continue }
                let missing =
                    kind == "duration" && marks.isEmpty
                    ? onSession.filter { $0.item == "none" || $0.item == "\(viewing.asset) none" }.map(\.number) : []
                rows.append(
                    Timeline.Row(
                        group: viewing.isAd ? "ad" : "content",
                        event: viewing.asset.isEmpty ? kind : "\(viewing.asset) \(kind)", marks: marks,
                        windows: windows, missing: missing))
            }
        }
        let zero = model.startUs ?? first.atUs
        self.init(
            title: "Pings that measure viewing", zero: (zero, "the start of the run"),
            times: pings.map(\.atUs) + [zero], rows: rows,
            entries: ReportModel.Limited(
                pings.map { ping in
                    let late = ping.isLate ? ", sent late" : ""
                    return Entry(
                        atUs: ping.atUs, family: ping.family,
                        event: "\(ping.isAd ? "ad" : "content") \(ping.asset) \(ping.kind)\(late)", host: ping.host,
                        status: ping.status, place: ping.place.map(Phrases.place) ?? "",
                        findings: findings(ping).map(\.number), exchange: ping.exchange)
                }, total: model.pings.total),
            model: model)
    }
}

// MARK: - What belongs to none

extension TimelinePanel {
    /// `nil` when every beacon belongs to an ad play or measures viewing.
    init?(othersOf model: ReportModel, _ breaches: Breaches) {
        let beacons = model.otherBeacons.listed
        guard !beacons.isEmpty, let zero = model.startUs ?? beacons.first?.atUs else { return nil }
        func findings(_ beacon: ReportModel.OtherBeacon) -> [ReportModel.Finding] {
            breaches.findings(exchange: beacon.exchange, call: beacon.call)
        }
        let rows = Timeline.Row.rows(
            beacons.map { ($0.family, $0.event, Timeline.Mark($0.atUs, findings($0), exchange: $0.exchange)) })
        self.init(
            title: model.pings.total > 0 ? "Other beacons outside ad plays" : "Beacons outside ad plays",
            zero: (zero, "the start of the run"), times: beacons.map(\.atUs) + [zero],
            rows: rows.sorted { $0.sortKey < $1.sortKey },
            entries: ReportModel.Limited(
                beacons.map { beacon in
                    Entry(
                        atUs: beacon.atUs, family: beacon.family, event: beacon.event, host: beacon.host, status: nil,
                        place: "", findings: findings(beacon).map(\.number), exchange: beacon.exchange)
                }, total: model.otherBeacons.total),
            model: model)
    }
}

extension Timeline.Row {
    fileprivate static func rows(
        _ beacons: [(family: String, event: String, mark: Timeline.Mark)]
    ) -> [Timeline.Row] {
        var rows: [Timeline.Row] = []
        var index: [[String]: Int] = [:]
        for beacon in beacons {
            if let known = index[[beacon.family, beacon.event]] {
                rows[known].marks.append(beacon.mark)
            } else {
                index[[beacon.family, beacon.event]] = rows.count
                rows.append(Timeline.Row(group: beacon.family, event: beacon.event, marks: [beacon.mark], windows: []))
            }
        }
        return rows
    }

    /// Families together, the one with the media events first; events as they follow each other in a play.
    fileprivate var sortKey: (Int, String, Int, String) {
        let order = AdEvents.inOrder
        return (["vast", "ssai"].contains(group) ? 0 : 1, group, order.firstIndex(of: event) ?? order.count, event)
    }
}
