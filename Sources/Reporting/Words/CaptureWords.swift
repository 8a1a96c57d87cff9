/// What was read of a capture as every format tells it.
struct CaptureWords {
    let capture: ReportModel.Capture

    /// `22 exchanges, 20 beacons, 1 flow, 1 not decrypted`.
    var counts: String {
        var counts = [Phrases.count(capture.exchanges, "exchange"), Phrases.count(capture.beacons, "beacon")]
        if capture.frames > 0 { counts.append(Phrases.count(capture.frames, "frame")) }
        if capture.flows > 0 { counts.append(Phrases.count(capture.flows, "flow")) }
        if capture.flowsUndecrypted > 0 { counts.append("\(capture.flowsUndecrypted) not decrypted") }
        if capture.calls > 0 { counts.append(Phrases.count(capture.calls, "call")) }
        return counts.joined(separator: ", ")
    }

    /// `58.0 s from 2026-11-21 04:21:18.052 UTC, clock +1.250 s ± 0.005 s by 34 shared exchanges`.
    var time: String {
        guard let first = capture.firstUs, let last = capture.lastUs else { return "" }
        let span = "\(Phrases.duration(Clamped.difference(last, first))) from \(Phrases.time(first))"
        return clock.map { "\(span), \($0)" } ?? span
    }

    /// How the capture's times were moved; `nil` when they are the run's own.
    private var clock: String? {
        guard let clock = capture.clock, clock.method != "reference" else { return nil }
        let offset = "clock \(Phrases.offset(clock.offsetUs))"
        guard clock.method == "estimated" else { return "\(offset) as declared" }
        let range = Phrases.offset(clock.uncertaintyUs).dropFirst()
        return "\(offset) ± \(range) by \(Phrases.count(clock.samples, "shared exchange"))"
    }
}
