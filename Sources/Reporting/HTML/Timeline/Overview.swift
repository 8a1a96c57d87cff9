import Model

/// The whole run on one axis: a lane per ad break and ad play, one per family, then every request and every call.
struct Overview {
    struct Lane {
        var name: String
        var spans: [(span: Timeline.Span, words: String, isAtFault: Bool)] = []
        var marks: [Timeline.Mark] = []
    }

    /// Lanes of their own; more ad plays or breaks share one.
    static let ownLanes = 8
    static let rowLimit = 200

    let plot: TimePlot
    let lanes: [Lane]
    let hidden: Hidden
    /// Rows of the table, in order of time.
    let rows: [ReportModel.Moment]
    let moreRows: Int
    /// What was too much to be read for the drawing.
    let notDrawn: Int

    /// `nil` when nothing was read.
    init?(_ model: ReportModel, _ breaches: Breaches) {
        let moments = (model.requests.listed + model.calls.listed).sorted { $0.atUs < $1.atUs }
        guard let first = moments.first?.atUs, let last = moments.last?.atUs else { return nil }
        let zero = model.startUs ?? first
        let end = max(last, Clamped.sum(min(zero, first), 1_000_000))
        let margin = max(500_000, Clamped.difference(end, min(zero, first)) / 25)
        plot = TimePlot(
            fromUs: Clamped.difference(min(zero, first), margin), toUs: Clamped.sum(end, margin), zeroUs: zero,
            zero: "the start of the run", name: "overview")
        lanes =
            Self.breakLanes(model) + Self.adPlayLanes(model, breaches) + Self.familyLanes(model, breaches)
            + [
                Lane(name: "requests", marks: model.requests.listed.map { Self.mark($0, breaches) }),
                Lane(name: "calls", marks: model.calls.listed.map { Self.mark($0, breaches) }),
            ].filter { !$0.marks.isEmpty }
        hidden = Hidden(model, from: plot.fromUs, to: plot.toUs)
        // Rows at fault are kept before rows that are not.
        let faulty = moments.map { !breaches.findings(exchange: $0.exchange, call: $0.call).isEmpty }
        let ranked = moments.indices.sorted { left, right in
            (faulty[left] ? 0 : 1, left) < (faulty[right] ? 0 : 1, right)
        }
        rows = ranked.prefix(Self.rowLimit).sorted().map { moments[$0] }
        moreRows = model.requests.total + model.calls.total - rows.count
        notDrawn = model.requests.rest + model.calls.rest
    }

    private static func mark(_ moment: ReportModel.Moment, _ breaches: Breaches) -> Timeline.Mark {
        Timeline.Mark(moment.atUs, breaches.findings(exchange: moment.exchange, call: moment.call))
    }

    private static func breakLanes(_ model: ReportModel) -> [Lane] {
        let spans = model.adBreaks.map { adBreak in
            (
                span: Timeline.Span(fromUs: adBreak.fromUs, toUs: adBreak.toUs),
                words: "\(adBreak.label), \(Phrases.count(adBreak.adPlays, "ad play"))", isAtFault: false
            )
        }
        guard spans.count > ownLanes else { return spans.map { Lane(name: "ad break", spans: [$0]) } }
        return [Lane(name: "\(spans.count) ad breaks", spans: spans.map { ($0.span, "", $0.isAtFault) })]
    }

    private static func adPlayLanes(_ model: ReportModel, _ breaches: Breaches) -> [Lane] {
        let spans = model.adPlays.listed.map { play in
            (
                span: Timeline.Span(
                    fromUs: play.zeroUs,
                    toUs: play.endUs ?? play.firings.listed.last?.atUs
                        ?? Clamped.sum(play.zeroUs, play.durationUs ?? 0)),
                words: play.label, isAtFault: breaches.count(in: play) > 0
            )
        }
        guard spans.count > ownLanes else {
            return zip(model.adPlays.listed, spans).map { Lane(name: "ad play \($0.id)", spans: [$1]) }
        }
        return [Lane(name: "\(model.adPlays.total) ad plays", spans: spans.map { ($0.span, "", $0.isAtFault) })]
    }

    /// Families of media events first, then the others by name.
    private static func familyLanes(_ model: ReportModel, _ breaches: Breaches) -> [Lane] {
        var marks: [String: [Timeline.Mark]] = [:]
        for firing in model.adPlays.listed.flatMap(\.firings.listed) {
            marks[firing.family, default: []].append(
                Timeline.Mark(firing.atUs, breaches.findings(exchange: firing.exchange, call: firing.call)))
        }
        for beacon in model.otherBeacons.listed {
            marks[beacon.family, default: []].append(
                Timeline.Mark(beacon.atUs, breaches.findings(exchange: beacon.exchange, call: beacon.call)))
        }
        for ping in model.pings.listed {
            marks[ping.family, default: []].append(
                Timeline.Mark(ping.atUs, breaches.findings(exchange: ping.exchange, call: ping.call)))
        }
        return marks.map { Lane(name: $0.key, marks: $0.value.sorted { $0.atUs < $1.atUs }) }
            .sorted { ($0.name == "vast" ? 0 : 1, $0.name) < ($1.name == "vast" ? 0 : 1, $1.name) }
    }
}
