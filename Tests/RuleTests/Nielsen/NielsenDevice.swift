import Foundation
import TestSupport

/// An app with one instance of the Nielsen SDK on a device with a seeded clock. What the app does is recorded as the lines
/// of a call log and as the pings that a correct SDK sends (docs/nielsen-pings.md, "Kinds of pings" and "Calls").
struct NielsenDevice {
    /// What of the SDK's behaviour is not public and may be either way.
    struct Behaviour {
        /// A stop makes a duration ping at once, and the asset loaded again begins a new segment.
        var stopForcesPing = false
        /// Content that goes on after an ad is a view session of its own.
        var renewsAfterAd = false
    }

    private struct Asset {
        var type: String
        var id: String
        var length: Int
        var title: String
        var index: String
        var isAd: Bool { type != "content" }
    }

    /// What the SDK knows of one asset that is measured.
    private struct Measured {
        var start: Int
        var session: String
        var isViewed = false
        /// Seconds viewed since the last duration ping.
        var viewed = 0
        var segment = 1
    }

    private(set) var recording = NielsenRecording()
    var behaviour = Behaviour()
    /// Seconds since 1970 on the device's clock.
    private(set) var now: Double
    var isOptedOut = false
    var hasAdvertisingID = true
    var isLive = false
    /// Days since the first-party id was made; `nil`: switched off.
    var fpidDays: Int? = 20
    var flavour = "global"
    /// Pings are stored and sent later.
    private var isOffline = false
    private var stored: [NielsenSimulatedPing] = []
    private var isOnTelevision = false

    private let instance: String
    private let appID = "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41"
    private let began: Int
    private let appSession: String
    private let player: String
    private var random: SeededGenerator
    private var asset: Asset?
    private var measured: Measured?
    private var contents: [String: Measured] = [:]
    private var sessions = 0

    init(seed: UInt64, instance: String = "A", behaviour: Behaviour = Behaviour()) {
        random = SeededGenerator(seed: seed)
        now = 1_760_000_000 + Double(Int.random(in: 0...5_000_000, using: &random)) + 0.25
        began = Int(now)
        self.instance = instance
        self.behaviour = behaviour
        appSession = Self.identifier("app", began)
        player = "\(began)" + (instance == "A" ? "1702804" : "9902805")
        recording.from = now - 5
    }

    /// The recording, ended `seconds` from now.
    mutating func finish(after seconds: Double = 60) -> NielsenRecording {
        now += seconds
        recording.to = now
        recording.facts["nielsen", default: [:]]["market"] = "se"
        return recording
    }

    // MARK: What the app does

    /// - Parameter isFirst: whether the app starts; a further instance shares the app's requests.
    mutating func open(isFirst: Bool = true) {
        let id = fpidDays == nil ? #","enableFpid":"false""# : ""
        call("init", #"{"appid":"\#(appID)","appname":"App","appversion":"1.0"\#(id)}"#)
        if isFirst { greet() }
        now += 1
    }

    mutating func play(channel: String = "channel one") {
        event("play")
        call("play", #"{"channelName":"\#(channel)"}"#)
    }

    mutating func load(
        _ type: String = "content", _ id: String = "PROGRAM1", length: Int = 2_600, index: String = "",
        title: String = "Nyheterna"
    ) {
        close()
        let loaded = Asset(type: type, id: id, length: length, title: title, index: index)
        asset = loaded
        let members =
            loaded.isAd
            ? #"{"type":"\#(type)","assetid":"\#(id)","length":"\#(length)"}"#
            : #"{"type":"content","assetid":"\#(id)","length":"\#(length)","program":"Nyheter","title":"\#(title)"}"#
        call("loadMetadata", members)
        let known = contents[id]
        measured = loaded.isAd || behaviour.renewsAfterAd ? nil : known
        if behaviour.stopForcesPing { measured?.start = Int(now) }
    }

    /// A position each second, as a timer gives them: a little late, never twice.
    mutating func watch(from position: Int, seconds: Int) {
        for place in 0..<seconds {
            let second = now
            now += Double.random(in: 0...0.08, using: &random)
            call("playheadPosition", String(position + place))
            measure()
            now = second + 1
        }
    }

    mutating func stop() {
        call("stop")
        guard let asset, let current = measured, current.viewed > 0 else { return }
        if asset.isAd { return send(.duration, isLast: true) }
        if behaviour.stopForcesPing { send(.duration) }
    }

    mutating func end() {
        call("end")
        if let current = measured, current.viewed > 0 { send(.duration, isLast: true) }
        contents = [:]
        measured = nil
    }

    /// The viewer, or something else, interrupts for a while; the app stops and goes on as the guide says.
    mutating func pause(seconds: Double, event name: String = "pause", until resumed: String = "play") {
        event(name)
        stop()
        if seconds >= 1_800 {
            now += 1_800
            if let current = measured, current.viewed > 0 { send(.duration, isLast: true) }
            measured = nil
            contents = [:]
            now += seconds - 1_800
        } else {
            now += seconds
        }
        event(resumed)
    }

    mutating func seek(from: Int, to: Int) {
        event("seek", #""from":\#(from),"to":\#(to)"#)
    }

    mutating func buffer(seconds: Double) {
        event("buffer_start")
        now += seconds
        event("buffer_end")
    }

    mutating func wait(_ seconds: Double) { now += seconds }

    mutating func event(_ name: String, _ members: String? = nil) {
        write("event", name, members)
    }

    mutating func call(_ api: String, _ arguments: String? = nil) {
        write("call", api, arguments)
    }

    /// The page at the SDK's address is shown and the choice handed to the SDK.
    mutating func optOut(showsPage: Bool = true) {
        if showsPage { call("optOutURL") }
        call("userOptOut", #""nielsenappsdk://1""#)
        isOptedOut = true
        greet()
    }

    mutating func goOffline() {
        event("network_loss")
        stop()
        isOffline = true
    }

    mutating func comeBack() {
        event("network_back")
        isOffline = false
        for (place, ping) in stored.enumerated() {
            var sent = ping
            sent.at = now + 0.2 + Double(place) * 0.1
            sent["c62"] = "sendTime,\(Int(now))"
            recording.pings.append(sent)
        }
        stored = []
    }

    mutating func airPlay(_ isOn: Bool) {
        event("route_change", #""type":"airplay""#)
        let rest = #","ottType":"airplay","ottDevice":"airplay","ottDeviceModel":"AirPlay","ottDeviceID":"1A:2B""#
        call("updateOTT", isOn ? #"{"ottStatus":"1"\#(rest)}"# : #"{"ottStatus":"0"}"#)
        isOnTelevision = isOn
        // A change of the screen counts the view again.
        measured?.isViewed = false
    }

    // MARK: What the SDK does

    private mutating func measure() {
        guard let asset else { return }
        var current =
            measured
            ?? Measured(start: Int(now), session: Self.identifier("v\(nextSession())", Int(now)))
        let isFirst = !current.isViewed
        current.isViewed = true
        measured = current
        if isFirst { send(.view) }
        current.viewed += 1
        measured = current
        if !asset.isAd && current.viewed == 300 { send(.duration) }
        if !asset.isAd { contents[asset.id] = measured }
    }

    /// What another asset does to the one that was measured.
    private mutating func close() {
        guard let asset, let measured, !asset.isAd else { return }
        contents[asset.id] = measured
    }

    private mutating func greet() {
        var config = request(.config, path: "/cgi-bin/cfg")
        config.parameters = [
            ("cfgv", "100"), ("apid", appID), ("apv", "1.0"), ("apn", "App"), ("sdkv", "ai.9.2.0"),
            ("nuid", isOptedOut || !hasAdvertisingID ? "" : Self.device), ("uoo", isOptedOut ? "true" : ""),
        ]
        config.body = #"{"nol_segmentLength":"5","nol_segmentValue":"60","nol_pauseTimeout":"1800"}"#
        deliver(config)
        var session = request(.session, path: "/cgi-bin/gn")
        session.parameters =
            [("prd", "session")] + identity
            + [("sessionId", appSession), ("c16", "sdkv,ai.9.2.0"), ("uoo", isOptedOut ? "true" : ""), ("enc", "true")]
            + firstParty + times(segment: nil)
        deliver(session)
    }

    private mutating func send(_ kind: NielsenSimulatedPing.Kind, isLast: Bool = false) {
        guard let asset, let current = measured else { return }
        let isView = kind == .view
        let seconds = isView ? 0 : current.viewed
        var ping = request(kind, path: "/cgi-bin/gn")
        ping.parameters =
            [("prd", "dcr"), ("ci", "se-900001"), ("ch", "se-900001_c01_P"), ("asn", "defChnAsset")] + firstParty
            + [
                ("sessionId", appSession), ("tl", asset.isAd ? "" : asset.title), ("c6", "vc,c01"),
                ("ca", "se-900001_c01_\(asset.id)"), ("cg", "Nyheter"),
            ] + identity
            + [
                ("cr", "4_00_99_\(isView ? "V" : "D")\(current.segment)_00000"), ("at", isView ? "view" : "timer"),
                ("rt", "video"), ("c16", "sdkv,ai.9.2.0"), ("c27", "cln,\(seconds)"), ("c29", "plid,\(player)"),
                ("c30", "bldv,ai.9.2.0.0_sim"), ("c14", "osver,iOS17.5"), ("c51", "adl,\(asset.isAd ? seconds : 0)"),
                ("sd", "\(asset.length)"), ("c53", "fef,y"), ("c54", "oad,"), ("c57", "adldf,2"), ("ai", asset.id),
                ("c3", asset.isAd ? "st,a" : "st,c"), ("adid", asset.id), ("c58", "isLive,\(isLive && !asset.isAd)"),
                ("c59", "sesid,\(current.session)"), ("adidx", asset.index.replacing("/", with: "%2F")),
                ("davty", isView ? "0" : isLast ? "2" : "1"), ("uoo", isOptedOut ? "true" : ""),
                ("c71", "ottflg,\(isOnTelevision ? 1 : 0)"),
                ("sdd", "retry,0~~retryreason,~~sysname,iOS~~sysversion,17.5"),
            ] + times(segment: current.start)
        deliver(ping)
        guard !isView else { return }
        measured?.viewed = 0
        measured?.segment += 1
        if !asset.isAd { contents[asset.id] = measured }
    }

    private func request(_ kind: NielsenSimulatedPing.Kind, path: String) -> NielsenSimulatedPing {
        NielsenSimulatedPing(kind: kind, at: now, host: "secure-sw.imrworldwide.com", path: path)
    }

    private mutating func deliver(_ ping: NielsenSimulatedPing) {
        now += 0.01
        guard !isOffline else { return stored.append(ping) }
        var ping = ping
        ping.at = now + Double.random(in: 0.02...0.2, using: &random)
        recording.pings.append(ping)
    }

    private static let device = "ac6d6d5b5b86e4c4aa121310cee8009775a397074a88bb3e8f313cd1173f768e"

    private var identity: [(name: String, value: String)] {
        let id = isOptedOut || !hasAdvertisingID ? "" : Self.device
        return [("c13", "asid,\(appID)"), ("c9", "devid,\(id)"), ("c1", "nuid,\(id)")]
    }

    private var firstParty: [(name: String, value: String)] {
        guard let fpidDays else {
            return [("fp_id", ""), ("fp_cr_tm", ""), ("fp_acc_tm", ""), ("fp_emm_tm", "")]
        }
        let made = began - fpidDays * 86_400
        return [
            ("fp_id", Self.identifier("fp", made)), ("fp_cr_tm", "\(made)"), ("fp_acc_tm", "\(began)"),
            ("fp_emm_tm", "\(began)"),
        ]
    }

    private func times(segment: Int?) -> [(name: String, value: String)] {
        [
            ("c64", "starttm,\(segment.map(String.init) ?? "")"), ("c61", "createtm,\(Int(now))"),
            ("c62", "sendTime,\(Int(now))"), ("rnd", "\(Int(now * 1_000))"),
        ]
    }

    private mutating func nextSession() -> String {
        sessions += 1
        return "\(instance.lowercased())\(sessions)"
    }

    /// 29 characters and a time, as Nielsen's identifiers are made.
    private static func identifier(_ name: String, _ time: Int) -> String {
        name + String(repeating: "x", count: 29 - name.count) + String(time)
    }

    private mutating func write(_ kind: String, _ name: String, _ arguments: String?) {
        now += 0.01
        recording.lines.append(
            NielsenLogLine(time: now, kind: kind, name: name, arguments: arguments, instance: instance))
    }
}
