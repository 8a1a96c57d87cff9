import Model

/// The whole run on one axis: a lane per ad break and ad play, one per family, then every request and every call.
struct Overview {
    struct Lane {
        var name: String
        var spans: [(span: Timeline.Span, words: String, isAtFault: Bool)] = []
        /// Those too near to each other to be told apart are one.
        var marks: [Timeline.Mark] = []
        /// What belongs to it is drawn faintly.
        var isQuiet = false
    }

    /// Lanes of their own; more ad plays or breaks share one.
    static let ownLanes = 8
    static let rowLimit = 200
    private static let nearest = 5

    let plot: TimePlot
    let lanes: [Lane]
    let hidden: Hidden
    /// Rows of the table, in order of time.
    let rows: [ReportModel.Moment]
    let moreRows: Int
    /// What was too much to be read for the drawing.
    let notDrawn: Int

    /// `nil` when nothing was read.
    ///
    /// - Parameter countsByPlay: how many breaches each of the listed ad plays has.
    init?(_ model: ReportModel, _ breaches: Breaches, countsByPlay: [Int]) {
        let moments = Moments(model, breaches)
        guard let first = moments.firstUs, let last = moments.lastUs else { return nil }
        let zero = model.startUs ?? first
        let end = max(last, Clamped.sum(min(zero, first), 1_000_000))
        let margin = max(500_000, Clamped.difference(end, min(zero, first)) / 25)
        plot = TimePlot(
            fromUs: Clamped.difference(min(zero, first), margin), toUs: Clamped.sum(end, margin), zeroUs: zero,
            zero: "the start of the run", name: "overview")
        lanes =
            Self.breakLanes(model) + Self.adPlayLanes(model, countsByPlay) + Self.familyLanes(model, breaches, plot)
            + [
                Lane(name: "requests", marks: Self.marks(model.requests.listed, isMedia: false, breaches, plot)),
                Lane(
                    name: "media", marks: Self.marks(model.requests.listed, isMedia: true, breaches, plot),
                    isQuiet: true),
                Lane(name: "calls", marks: Self.marks(model.calls.listed, isMedia: false, breaches, plot)),
            ].filter { !$0.marks.isEmpty }
        hidden = Hidden(model, from: plot.fromUs, to: plot.toUs)
        rows = moments.rows(Self.rowLimit)
        moreRows = model.requests.total + model.calls.total - rows.count
        notDrawn = model.requests.rest + model.calls.rest
    }

    private static func marks(
        _ moments: [ReportModel.Moment], isMedia: Bool, _ breaches: Breaches, _ plot: TimePlot
    ) -> [Timeline.Mark] {
        var clusters = Timeline.Clusters(nearest: nearest, in: plot)
        for place in moments.indices where moments[place].isMedia == isMedia {
            clusters.add(
                moments[place].atUs, breaches.findings(exchange: moments[place].exchange, call: moments[place].call))
        }
        return clusters.marks
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

    private static func adPlayLanes(_ model: ReportModel, _ countsByPlay: [Int]) -> [Lane] {
        let spans = zip(model.adPlays.listed, countsByPlay).map { play, count in
            (
                span: Timeline.Span(
                    fromUs: play.zeroUs,
                    toUs: play.endUs ?? play.firings.listed.last?.atUs
                        ?? Clamped.sum(play.zeroUs, play.durationUs ?? 0)),
                words: play.label, isAtFault: count > 0
            )
        }
        guard spans.count > ownLanes else {
            return zip(model.adPlays.listed, spans).map { Lane(name: "ad play \($0.id)", spans: [$1]) }
        }
        return [Lane(name: "\(model.adPlays.total) ad plays", spans: spans.map { ($0.span, "", $0.isAtFault) })]
    }

    /// When a beacon was sent, and where the findings in which it is a breach are listed.
    private typealias Sent = (atUs: Int64, findings: Int?)

    /// Families of media events first, then the others by name.
    private static func familyLanes(_ model: ReportModel, _ breaches: Breaches, _ plot: TimePlot) -> [Lane] {
        var families: [(name: String, sent: [Sent])] = []
        var findings: [[ReportModel.Finding]] = []
        var latest = 0
        func add(_ family: String, _ atUs: Int64, _ own: [ReportModel.Finding]) {
            // Beacons of one family follow one another.
            if !families.indices.contains(latest) || families[latest].name != family {
                latest = families.firstIndex { $0.name == family } ?? families.count
                if latest == families.count { families.append((family, [])) }
            }
            families[latest].sent.append((atUs, own.isEmpty ? nil : findings.count))
            if !own.isEmpty { findings.append(own) }
        }
        for play in model.adPlays.listed.indices {
            // By place, because a copy of each firing would take longer than all that is done with it.
            let firings = model.adPlays.listed[play].firings.listed
            for place in firings.indices {
                add(
                    firings[place].family, firings[place].atUs,
                    breaches.findings(exchange: firings[place].exchange, call: firings[place].call))
            }
        }
        for beacon in model.otherBeacons.listed {
            add(beacon.family, beacon.atUs, breaches.findings(exchange: beacon.exchange, call: beacon.call))
        }
        for ping in model.pings.listed {
            add(ping.family, ping.atUs, breaches.findings(exchange: ping.exchange, call: ping.call))
        }
        families.sort { ($0.name == "vast" ? 0 : 1, $0.name) < ($1.name == "vast" ? 0 : 1, $1.name) }
        return families.indices.map { family in
            families[family].sent.sort { $0.atUs < $1.atUs }
            var clusters = Timeline.Clusters(nearest: nearest, in: plot)
            for sent in families[family].sent { clusters.add(sent.atUs, sent.findings.map { findings[$0] } ?? []) }
            return Lane(name: families[family].name, marks: clusters.marks)
        }
    }
}

/// Requests and calls in order of time, as places in the model: there may be very many, and few are shown.
private struct Moments {
    private let requests: [ReportModel.Moment]
    private let calls: [ReportModel.Moment]
    private var order: [(atUs: Int64, place: Int, isAtFault: Bool)] = []

    init(_ model: ReportModel, _ breaches: Breaches) {
        requests = model.requests.listed
        calls = model.calls.listed
        order.reserveCapacity(requests.count + calls.count)
        for (moments, base) in [(requests, 0), (calls, requests.count)] {
            for place in moments.indices {
                let findings = breaches.findings(exchange: moments[place].exchange, call: moments[place].call)
                order.append((moments[place].atUs, base + place, !findings.isEmpty))
            }
        }
        order.sort { $0.atUs == $1.atUs ? $0.place < $1.place : $0.atUs < $1.atUs }
    }

    var firstUs: Int64? { order.first?.atUs }
    var lastUs: Int64? { order.last?.atUs }

    /// The first of them, in order of time; those at fault are kept before those that are not.
    func rows(_ limit: Int) -> [ReportModel.Moment] {
        var faults = min(limit, order.count(where: \.isAtFault))
        var others = limit - faults
        var rows: [ReportModel.Moment] = []
        for moment in order where moment.isAtFault ? faults > 0 : others > 0 {
            if moment.isAtFault { faults -= 1 } else { others -= 1 }
            rows.append(moment.place < requests.count ? requests[moment.place] : calls[moment.place - requests.count])
            if faults + others == 0 { break }
        }
        return rows
    }
}
