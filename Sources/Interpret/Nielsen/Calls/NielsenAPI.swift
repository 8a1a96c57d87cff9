/// The calls of the Nielsen App SDK under the one name that all its platforms share.
enum NielsenAPI: String, Sendable, Hashable, CaseIterable {
    case create = "init"
    case play, loadMetadata, playhead, stop, end, updateOTT, userOptOut, optOutURL, optOutStatus, appDisableApi
    case sendID3, staticEnd, trackViewability

    /// Names of iOS, Android and the browser, lower-case and without a `ggPM:` in front.
    private static let names: [String: NielsenAPI] = [
        "init": .create, "initwithappinfo": .create, "initwithappinfo:delegate:": .create, "new": .create,
        "play": .play, "loadmetadata": .loadMetadata, "playheadposition": .playhead, "setplayheadposition": .playhead,
        "stop": .stop, "end": .end, "updateott": .updateOTT, "useroptout": .userOptOut, "optouturl": .optOutURL,
        "getoptouturl": .optOutURL, "useroptouturlstring": .optOutURL, "optoutstatus": .optOutStatus,
        "getoptoutstatus": .optOutStatus, "appdisableapi": .appDisableApi, "sendid3": .sendID3,
        "staticend": .staticEnd, "trackviewability": .trackViewability,
    ]

    /// What the one-method API reports as its event.
    private static let trackedEvents: [String: NielsenAPI] = [
        "playhead": .playhead, "pause": .stop, "adstop": .stop, "complete": .end,
    ]

    /// - Parameter event: the `event` of a `trackEvent` call.
    init?(name: String, event: String?) {
        var key = name.lowercased()
        if key.hasPrefix("ggpm:") { key = String(key.dropFirst(5)) }
        let tracked = key == "trackevent" ? event.flatMap { NielsenAPI.trackedEvents[$0.lowercased()] } : nil
        guard let api = tracked ?? NielsenAPI.names[key] else { return nil }
        self = api
    }
}
