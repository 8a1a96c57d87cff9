/// The faults of all kinds of streams.
enum StreamFaults {
    static let all: [Fault] =
        TrackedFaults(
            prefix: "ssai", family: "ssai", kinds: ["ssai-vod", "ssai-live"],
            requirement: "S2, R-002-17, R-002-18: each beacon once, while the ad plays"
        ).all
        + TrackedFaults(
            prefix: "mediatailor", family: "ssai", kinds: ["mediatailor"],
            requirement: "AWS, client-side reporting: each beaconUrl once, at its event's time"
        ).all
        + TrackedFaults(
            prefix: "interstitials", family: "hls", kinds: ["interstitials"],
            requirement: "SVTA signaling, MediaTailor TRACKING: each URL once, at its event's time", canJump: false
        ).all.map(tracked)
        + SSAIFaults.all + DAIFaults.all + InterstitialFaults.all + AdTagFaults.all + IMAFaults.all

    /// Interstitials have events to report only where their list declares tracking.
    private static func tracked(_ fault: Fault) -> Fault {
        var fault = fault
        let prepare = fault.prepare
        fault.prepare = { script, stream in
            script[InterstitialsApp.asset] = .list
            if script[InterstitialsApp.tracking] == .none { script[InterstitialsApp.tracking] = .slots }
            prepare(&script, &stream)
        }
        return fault
    }
}
