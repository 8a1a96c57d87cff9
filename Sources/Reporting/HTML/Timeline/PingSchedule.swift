/// When the pings of one asset in one view session are due: a view ping as a part of it starts, duration pings of content
/// one interval after another, the one of an ad at its end.
///
/// Pings tell their times by the device's clock. `shift` puts them on the clock of the run.
struct PingSchedule {
    let pings: [ReportModel.Ping]
    let tolerances: Tolerances
    let shift: Int64
    /// The last ping of the whole view session: nothing is due after it.
    let end: Int64
    /// Whether a ping is a breach: its own window is drawn although an interruption may have brought it forward.
    let isFaulty: (ReportModel.Ping) -> Bool

    /// The pings of one run sent at once say how far the device's clock is behind.
    static func shift(of pings: [ReportModel.Ping]) -> Int64 {
        let offsets = pings.filter { !$0.isLate && !$0.isRepeat }
            .compactMap { ping in ping.createdUs.map { Clamped.difference(ping.atUs, $0) } }.sorted()
        return offsets.isEmpty ? 0 : offsets[offsets.count / 2]
    }

    var viewWindows: [Timeline.Span] {
        Set(pings.compactMap(\.segmentUs)).sorted().map { segment in
            let from = Clamped.sum(segment, shift)
            return Timeline.Span(fromUs: from, toUs: Clamped.sum(from, tolerances.viewPingLateUs))
        }
    }

    var durationWindows: [Timeline.Span] {
        pings.contains(where: \.isAd) ? adWindows : contentWindows
    }

    /// Around the end of each showing, as far as its length is known.
    private var adWindows: [Timeline.Span] {
        let lengths = Dictionary(
            pings.compactMap { ping in ping.segmentUs.flatMap { segment in ping.lengthUs.map { (segment, $0) } } },
            uniquingKeysWith: max)
        return lengths.sorted { $0.key < $1.key }.compactMap { segment, length in
            let from = Clamped.sum(segment, shift)
            let window = around(Clamped.sum(from, length))
            return window.fromUs > end ? nil : Timeline.Span(fromUs: max(from, window.fromUs), toUs: window.toUs)
        }
    }

    private var contentWindows: [Timeline.Span] {
        let sent = pings.filter { $0.kind == "duration" && !$0.isRepeat && $0.createdUs != nil }
            .sorted { ($0.createdUs ?? 0) < ($1.createdUs ?? 0) }
        guard var before = pings.compactMap({ $0.segmentUs ?? $0.createdUs }).min() else { return [] }
        let interval = pings.compactMap(\.intervalUs).max() ?? tolerances.pingIntervalUs
        var viewedBefore: Int64 = 0
        var windows: [Timeline.Span] = []
        for ping in sent {
            let created = ping.createdUs ?? before
            // Counted anew in each ping, or as a running total: whichever is nearer to an interval.
            let total = ping.viewedUs ?? 0
            let grown = total > viewedBefore ? Clamped.difference(total, viewedBefore) : total
            let viewed =
                abs(Clamped.difference(grown, interval)) < abs(Clamped.difference(total, interval)) ? grown : total
            let passed = Clamped.difference(created, before)
            // Time in which nothing was viewed does not count.
            let paused = ping.viewedUs == nil ? 0 : max(0, Clamped.difference(passed, viewed))
            let due = Clamped.sum(
                Clamped.sum(before, interval), paused > tolerances.pingIntervalToleranceUs ? paused : 0)
            let window = around(Clamped.sum(due, shift))
            // One that an interruption brought forward ended the interval.
            if Clamped.sum(created, shift) >= window.fromUs || isFaulty(ping) { windows.append(window) }
            before = created
            viewedBefore = total
        }
        let next = around(Clamped.sum(Clamped.sum(before, interval), shift))
        return next.toUs <= end ? windows + [next] : windows
    }

    private func around(_ due: Int64) -> Timeline.Span {
        Timeline.Span(
            fromUs: Clamped.difference(due, tolerances.pingIntervalToleranceUs),
            toUs: Clamped.sum(due, tolerances.pingIntervalToleranceUs))
    }
}
