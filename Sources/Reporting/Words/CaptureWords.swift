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

    /// `58.0 s from 2026-11-21 04:21:18.052 UTC`.
    var time: String {
        guard let first = capture.firstUs, let last = capture.lastUs else { return "" }
        return "\(Phrases.duration(Clamped.difference(last, first))) from \(Phrases.time(first))"
    }
}
