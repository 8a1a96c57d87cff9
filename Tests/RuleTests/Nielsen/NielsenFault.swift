import Testing

/// One thing that an integration, or the SDK in it, does wrong: an edit of a correct recording, and the rule that must
/// find it.
struct NielsenFault: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    var severity = "error"
    var viewing = NielsenViewing.plain
    var evidence = NielsenEvidence.stated
    /// Other rules that the same fault breaks.
    var also: Set<String> = []
    let edit: @Sendable (inout NielsenRecording) -> Void

    var testDescription: String { name }

    static let all = ofPings + ofIdentity + ofPrivacy + ofCalls + ofMetadata

    // MARK: Which pings there are

    private static let ofPings: [NielsenFault] = [
        NielsenFault(name: "view ping twice", rule: "nielsen.ping-view-once") {
            $0.pings.append($0.first(.view).remade(after: 5))
        },
        NielsenFault(name: "view ping missing", rule: "nielsen.ping-view-missing") {
            $0.remove(.view, 0)
        },
        NielsenFault(
            name: "duration ping twice", rule: "nielsen.ping-segment-order", severity: "warning",
            also: ["nielsen.ping-duration-cadence"]
        ) {
            $0.pings.append($0.first(.duration).remade(after: 5))
        },
        NielsenFault(
            name: "duration ping missing", rule: "nielsen.ping-duration-cadence", also: ["nielsen.ping-segment-order"]
        ) {
            $0.remove(.duration, 1)
        },
        NielsenFault(name: "first duration ping missing", rule: "nielsen.ping-duration-cadence") {
            $0.remove(.duration, 0)
        },
        NielsenFault(
            name: "first duration ping missing, as the log shows", rule: "nielsen.ping-duration-cadence",
            evidence: .both
        ) {
            $0.remove(.duration, 0)
        },
        NielsenFault(
            name: "no duration ping at all", rule: "nielsen.ping-duration-cadence", evidence: .both,
            also: ["nielsen.ping-final"]
        ) {
            $0.pings.removeAll { $0.kind == .duration }
        },
        NielsenFault(name: "closing ping missing", rule: "nielsen.ping-final", evidence: .both) {
            $0.remove(.duration, 2)
        },
        NielsenFault(
            name: "closing ping missing beside a skewed log", rule: "nielsen.ping-final", viewing: .ads,
            evidence: .skewed, also: ["nielsen.ping-ad-duration", "nielsen.ping-ad-index"]
        ) {
            $0.removeAd(.duration, 2)
        },
        NielsenFault(
            name: "ad without its duration ping", rule: "nielsen.ping-ad-duration", severity: "warning", viewing: .ads,
            also: ["nielsen.ping-ad-index"]
        ) {
            $0.removeAd(.duration, 1)
        },
        NielsenFault(
            name: "ad without its duration ping, as the log shows", rule: "nielsen.ping-final", viewing: .ads,
            evidence: .both, also: ["nielsen.ping-ad-index", "nielsen.ping-ad-duration"]
        ) {
            $0.removeAd(.duration, 1)
        },
        NielsenFault(
            name: "an asset that played without any ping", rule: "nielsen.gn-present", viewing: .channelChange,
            evidence: .both, also: ["nielsen.ping-final"]
        ) {
            $0.pings.removeAll { $0["ai"] == "PROGRAM2" }
        },
        NielsenFault(name: "nothing measured at all", rule: "nielsen.gn-present", evidence: .both) {
            $0.pings.removeAll { $0.kind == .view || $0.kind == .duration }
        },
        NielsenFault(name: "an interval of two minutes", rule: "nielsen.ping-duration-cadence") {
            let model = $0.first(.duration)
            $0.pings.removeAll { $0.kind == .duration }
            for number in 1...5 {
                var ping = model.remade(after: number * 120 - 300)
                ping["cr"] = "4_00_99_D\(number)_00000"
                ping["c27"] = "cln,120"
                $0.pings.append(ping)
            }
        },
        NielsenFault(
            name: "an interval of ten minutes", rule: "nielsen.ping-duration-cadence", also: ["nielsen.ping-cln-bound"]
        ) {
            $0.remove(.duration, 0)
            $0.change(.duration, 0) { ping in
                ping["c27"] = "cln,600"
                ping["cr"] = "4_00_99_D1_00000"
            }
        },
        NielsenFault(
            name: "more seconds than an interval", rule: "nielsen.ping-cln-bound",
            also: ["nielsen.ping-duration-cadence"]
        ) {
            $0.change(.duration, 0) { $0["c27"] = "cln,420" }
        },
        NielsenFault(name: "negative seconds", rule: "nielsen.ping-cln-bound") {
            $0.change(.duration, 0) { $0["c27"] = "cln,-5" }
        },
        NielsenFault(
            name: "duration pings in the wrong order", rule: "nielsen.ping-segment-order", severity: "info"
        ) {
            $0.change(.duration, 0) { $0["cr"] = "4_00_99_D2_00000" }
            $0.change(.duration, 1) { $0["cr"] = "4_00_99_D1_00000" }
        },
        NielsenFault(
            name: "the view ping ten seconds late", rule: "nielsen.ping-view-early", severity: "warning"
        ) {
            $0.change(.view, 0) { $0 = $0.remade(after: 10) }
        },
        NielsenFault(
            name: "a pause of an hour in one view session", rule: "nielsen.interruption-session", severity: "warning",
            viewing: .longPause, also: ["nielsen.ping-view-once", "nielsen.ping-segment-order"]
        ) {
            let session = $0.first(.view)["c59"]
            for index in $0.pings.indices where !$0.pings[index]["c59"].isEmpty { $0.pings[index]["c59"] = session }
            $0.remove(.view, 1)
            $0.remove(.duration, 0)
        },
        NielsenFault(
            name: "an ad measured longer than it is", rule: "nielsen.playhead-ad-reset", viewing: .ads,
            also: ["nielsen.ping-cln-bound", "nielsen.ping-ad-duration"]
        ) {
            $0.changeAd(.duration, 0) { $0["c27"] = "cln,95" }
        },
        NielsenFault(
            name: "the second ad of two counted as the first of three", rule: "nielsen.ping-ad-index",
            severity: "warning", viewing: .ads
        ) {
            $0.changeAd(.duration, 1) { $0["adidx"] = "3%2F2" }
        },
        NielsenFault(
            name: "made before its asset began", rule: "nielsen.ping-time-order", severity: "warning",
            also: ["nielsen.ping-cln-bound"]
        ) {
            $0.change(.duration, 0) { $0["c64"] = "starttm,\($0.created + 100)" }
        },
        NielsenFault(name: "configuration after the first ping", rule: "nielsen.hello-first") {
            let view = $0.first(.view).at
            for index in $0.pings.indices where $0.pings[index].kind == .config { $0.pings[index].at = view + 3 }
        },
    ]

    // MARK: What pings say

    private static let ofIdentity: [NielsenFault] = [
        NielsenFault(name: "plain HTTP", rule: "nielsen.transport-unencrypted") {
            $0.change(.duration, 1) { $0.scheme = "http" }
        },
        NielsenFault(name: "a URL of 3,000 bytes", rule: "nielsen.url-length") {
            $0.change(.duration, 1) { $0["tl"] = String(repeating: "x", count: 3_000) }
        },
        NielsenFault(name: "an answer of 404", rule: "nielsen.transport-status", severity: "warning") {
            $0.change(.duration, 1) { $0.status = 404 }
        },
        NielsenFault(name: "the app id of the guide's sample", rule: "nielsen.appid-format") {
            for index in $0.pings.indices where $0.pings[index].kind != .page {
                $0.pings[index]["c13"] = "asid,PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"
            }
        },
        NielsenFault(name: "ca of another asset", rule: "nielsen.identity-composite", severity: "warning") {
            $0.change(.duration, 0) { $0["ca"] = "se-900001_c01_OTHER" }
        },
        NielsenFault(
            name: "a title encoded twice", rule: "nielsen.decode-double-encoding", severity: "warning"
        ) {
            $0.change(.view, 0) { $0["tl"] = "Ad%2520preroll" }
        },
        NielsenFault(name: "a program that changes", rule: "nielsen.metadata-constant") {
            $0.change(.duration, 1) { $0["cg"] = "Sport" }
        },
        NielsenFault(name: "no asset length", rule: "nielsen.metadata-required", also: ["nielsen.metadata-constant"]) {
            $0.change(.view, 0) { $0["sd"] = "" }
        },
        NielsenFault(name: "a length in milliseconds", rule: "nielsen.metadata-length", severity: "warning") {
            for index in $0.pings.indices where $0.pings[index]["sd"] == "640" { $0.pings[index]["sd"] = "640000" }
        },
        NielsenFault(name: "a mail address", rule: "nielsen.metadata-hashed-user") {
            $0.change(.view, 0) { $0["ci_userid"] = "a.name%40example.test" }
        },
        NielsenFault(name: "an asset id of thirty characters", rule: "nielsen.metadata-assetid") {
            for index in $0.pings.indices where $0.pings[index]["ai"] == "PROGRAM1" {
                let id = String(repeating: "P", count: 30)
                $0.pings[index]["ai"] = id
                $0.pings[index]["adid"] = id
                $0.pings[index]["ca"] = "se-900001_c01_\(id)"
            }
        },
        NielsenFault(name: "an SDK too old for iOS 17", rule: "nielsen.sdk-version", severity: "warning") {
            for index in $0.pings.indices { $0.pings[index].replace("c30", "bldv,ai.8.1.0.0_sim") }
            for index in $0.pings.indices { $0.pings[index].replace("c16", "sdkv,ai.8.1.0") }
        },
    ]

    // MARK: Privacy

    private static let ofPrivacy: [NielsenFault] = [
        NielsenFault(
            name: "no opt-out parameter after the opt-out", rule: "nielsen.optout-flag", viewing: .optOut,
            evidence: .both, also: ["nielsen.optout-goodbye-hello"]
        ) {
            $0.change(.duration, 0) { $0["uoo"] = "" }
        },
        NielsenFault(
            name: "no opt-out parameter, as the facts say", rule: "nielsen.optout-flag", viewing: .kids
        ) {
            $0.facts["nielsen", default: [:]]["flavour"] = nil
            $0.facts["nielsen", default: [:]]["optedOut"] = "true"
            $0.change(.duration, 0) { $0["uoo"] = "false" }
        },
        NielsenFault(
            name: "the device's id after the opt-out", rule: "nielsen.optout-ids-blank", viewing: .optOut,
            evidence: .pings
        ) {
            $0.change(.duration, 0) { $0["c9"] = "devid,\(String(repeating: "ab", count: 32))" }
        },
        NielsenFault(
            name: "the device's id though tracking was denied", rule: "nielsen.optout-global-att",
            viewing: .trackingDenied
        ) {
            $0.change(.view, 0) { $0["c9"] = "devid,\(String(repeating: "ab", count: 32))" }
        },
        NielsenFault(
            name: "a kids app that never opts out", rule: "nielsen.optout-noid-kids", viewing: .kids,
            also: ["nielsen.optout-goodbye-hello"]
        ) {
            for index in $0.pings.indices { $0.pings[index].replace("uoo", "") }
        },
        NielsenFault(
            name: "a first-party id though it is switched off", rule: "nielsen.fpid-disabled-blank",
            viewing: .firstPartyOff, evidence: .both
        ) {
            $0.change(.duration, 0) { $0["fp_id"] = String(repeating: "x", count: 29) + "1760000000" }
        },
        NielsenFault(
            name: "a first-party id that expired", rule: "nielsen.fpid-expiry", viewing: .firstPartyOld
        ) {
            for index in $0.pings.indices where !$0.pings[index]["fp_cr_tm"].isEmpty {
                let made = (Int($0.pings[index]["fp_cr_tm"]) ?? 0) - 4 * 86_400
                $0.pings[index]["fp_cr_tm"] = "\(made)"
                $0.pings[index]["fp_id"] = String(repeating: "x", count: 29) + "\(made)"
            }
        },
        NielsenFault(
            name: "another first-party id in the same run", rule: "nielsen.fpid-stable", severity: "warning"
        ) {
            $0.change(.duration, 1) { $0["fp_id"] = String(repeating: "y", count: 29) + $0["fp_cr_tm"] }
        },
        NielsenFault(
            name: "no report of AirPlay", rule: "nielsen.ott-update", severity: "warning", viewing: .airPlay,
            evidence: .log
        ) {
            $0.lines.removeAll { $0.name == "updateOTT" }
        },
        NielsenFault(name: "the page's close link as a choice", rule: "nielsen.optout-value", evidence: .log) {
            $0.insert("optOutURL", nil, before: "play")
            $0.insert("userOptOut", #""nielsen://close""#, before: "play")
        },
        NielsenFault(
            name: "a choice without the page", rule: "nielsen.optout-webview", viewing: .optOut, evidence: .log
        ) {
            $0.lines.removeAll { $0.name == "optOutURL" }
        },
        NielsenFault(name: "a debug flag in a release build", rule: "nielsen.debug-on", evidence: .log) {
            $0.rewrite("init") { $0.replacing("}", with: #","nol_devDebug":"DEBUG"}"#) }
        },
    ]

    // MARK: Calls

    private static let ofCalls: [NielsenFault] = [
        NielsenFault(name: "a position every two seconds", rule: "nielsen.playhead-cadence", evidence: .log) {
            $0.keepPositions { $0 % 2 == 0 }
        },
        NielsenFault(
            name: "five seconds without a position", rule: "nielsen.playhead-cadence", evidence: .log
        ) {
            $0.keepPositions { !(100...104).contains($0) }
        },
        NielsenFault(name: "the same position for ten seconds", rule: "nielsen.playhead-step", evidence: .log) {
            $0.rewritePositions { (100...110).contains($0) ? "100" : "\($0)" }
        },
        NielsenFault(
            name: "milliseconds", rule: "nielsen.playhead-integer", evidence: .log,
            also: ["nielsen.playhead-step", "nielsen.playhead-vod-base"]
        ) {
            $0.rewritePositions { "\($0 * 1_000)" }
        },
        NielsenFault(
            name: "fractions of a second", rule: "nielsen.playhead-integer", evidence: .log,
            also: ["nielsen.sequence-end"]
        ) {
            $0.rewritePositions { "\($0).25" }
        },
        NielsenFault(
            name: "a negative position", rule: "nielsen.playhead-integer", evidence: .log,
            also: ["nielsen.playhead-step"]
        ) {
            $0.rewritePositions { $0 == 0 ? "-1" : "\($0)" }
        },
        NielsenFault(name: "Unix time for a film", rule: "nielsen.playhead-vod-base", viewing: .pause, evidence: .log) {
            $0.rewritePositions { "\(1_100_000_000 + $0)" }
        },
        NielsenFault(
            name: "positions for a live stream", rule: "nielsen.playhead-live-epoch", viewing: .live, evidence: .log
        ) {
            $0.rewritePositions { "\($0 % 100_000)" }
        },
        NielsenFault(
            name: "now instead of the picture's time", rule: "nielsen.playhead-live-epoch", viewing: .liveRewind,
            evidence: .log, also: ["nielsen.seek-ignored"]
        ) {
            for index in $0.lines.indices where $0.lines[index].name == "playheadPosition" {
                $0.lines[index].arguments = "\(Int($0.lines[index].time) - 12)"
            }
        },
        NielsenFault(
            name: "ads counted into the content", rule: "nielsen.playhead-resume", viewing: .ads, evidence: .log
        ) {
            $0.rewritePositions { $0 >= 370 ? "\($0 + 15)" : "\($0)" }
        },
        NielsenFault(
            name: "an ad that begins at the content's position", rule: "nielsen.playhead-ad-base", viewing: .ads,
            evidence: .log
        ) {
            let load = $0.lines.first { $0.arguments?.contains("SPOT3") == true }?.time ?? 0
            let end = $0.lines.first { $0.name == "stop" && $0.time > load }?.time ?? 0
            for index in $0.lines.indices where $0.lines[index].name == "playheadPosition" {
                guard $0.lines[index].time > load, $0.lines[index].time < end else { continue }
                $0.lines[index].arguments = "\(370 + (Int($0.lines[index].arguments ?? "") ?? 0))"
            }
        },
        NielsenFault(name: "no stop on a pause", rule: "nielsen.interruption-stop", viewing: .pause, evidence: .log) {
            $0.removeCall("stop", 0)
        },
        NielsenFault(
            name: "positions while paused", rule: "nielsen.playhead-withheld", viewing: .pause, evidence: .log,
            also: ["nielsen.playhead-step", "nielsen.playhead-cadence"]
        ) {
            let pause = $0.lines.first { $0.name == "pause" }?.time ?? 0
            for second in 1...10 {
                $0.lines.append(
                    NielsenLogLine(
                        time: pause + 3 + Double(second), kind: "call", name: "playheadPosition",
                        arguments: "\(199 + second)", instance: "A"))
            }
        },
        NielsenFault(
            name: "a stop while buffering", rule: "nielsen.buffering-no-stop", severity: "warning", viewing: .buffering,
            evidence: .log
        ) {
            $0.insert("stop", nil, before: "buffer_end")
        },
        NielsenFault(
            name: "no stop before a mid-roll", rule: "nielsen.sequence-stop-before-midroll", viewing: .ads,
            evidence: .log
        ) {
            $0.removeCall("stop", 2)
        },
        NielsenFault(
            name: "no stop after an ad", rule: "nielsen.sequence-stop-after-ad", viewing: .ads, evidence: .log
        ) {
            $0.removeCall("stop", 0)
        },
        NielsenFault(
            name: "an ad first", rule: "nielsen.sequence-content-first", viewing: .ads, evidence: .log
        ) {
            $0.removeCall("loadMetadata", 0)
        },
        NielsenFault(
            name: "content not loaded again", rule: "nielsen.sequence-reload-content", viewing: .ads, evidence: .log
        ) {
            $0.removeCall("loadMetadata", 5)
        },
        NielsenFault(name: "ended twice", rule: "nielsen.sequence-end", evidence: .log) {
            guard let end = $0.lines.last(where: { $0.name == "end" }) else { return }
            $0.lines.append(end)
        },
        NielsenFault(name: "no end", rule: "nielsen.sequence-end", evidence: .log) { $0.removeCall("end", 0) },
        NielsenFault(
            name: "an end after the post-roll", rule: "nielsen.sequence-end", viewing: .ads, evidence: .log
        ) {
            $0.removeCall("end", 0)
            $0.lines.append(
                NielsenLogLine(time: $0.to - 30, kind: "call", name: "end", arguments: nil, instance: "A"))
        },
        NielsenFault(
            name: "play twice", rule: "nielsen.sequence-play-once", severity: "warning", evidence: .log
        ) {
            guard let play = $0.lines.first(where: { $0.name == "play" && $0.kind == "call" }) else { return }
            $0.lines.append(play.later(by: 20.5))
        },
        NielsenFault(name: "no play at all", rule: "nielsen.sequence-play-once", severity: "warning", evidence: .log) {
            $0.lines.removeAll { $0.kind == "call" && $0.name == "play" }
        },
        NielsenFault(name: "a position of nothing", rule: "nielsen.sequence-order", evidence: .log) {
            $0.lines.removeAll { $0.name == "loadMetadata" }
        },
        NielsenFault(
            name: "a channel change without stop", rule: "nielsen.sequence-order", viewing: .channelChange,
            evidence: .log, also: ["nielsen.interruption-stop"]
        ) {
            $0.removeCall("stop", 0)
        },
        NielsenFault(
            name: "an instance made without app information", rule: "nielsen.sdk-init-form", evidence: .log
        ) {
            $0.rewrite("init") { _ in "{}" }
        },
    ]

    // MARK: Metadata in calls

    private static let ofMetadata: [NielsenFault] = [
        NielsenFault(name: "numbers in metadata", rule: "nielsen.metadata-string-values", evidence: .log) {
            $0.rewrite("loadMetadata") { $0.replacing(#""640""#, with: "640") }
        },
        NielsenFault(
            name: "a hyphen in the type", rule: "nielsen.metadata-type", viewing: .ads, evidence: .log
        ) {
            $0.rewrite("loadMetadata") { $0.replacing("preroll", with: "pre-roll") }
        },
        NielsenFault(name: "a key in another case", rule: "nielsen.metadata-key-case", evidence: .log) {
            $0.rewrite("loadMetadata") { $0.replacing("assetid", with: "AssetId") }
        },
        NielsenFault(name: "text that is no JSON", rule: "nielsen.metadata-json", evidence: .log) {
            $0.rewrite("loadMetadata") { _ in #""{ type: content""# }
        },
        NielsenFault(
            name: "a second ad without its metadata", rule: "nielsen.sequence-reload-content", viewing: .ads,
            evidence: .log
        ) {
            $0.removeCall("loadMetadata", 2)
        },
        NielsenFault(
            name: "metadata of one asset that change", rule: "nielsen.metadata-reloaded", viewing: .ads, evidence: .log
        ) {
            $0.lines.change("loadMetadata", 3) { $0.arguments = $0.arguments?.replacing("Nyheterna", with: "Sporten") }
        },
    ]
}

// MARK: Edits

extension NielsenRecording {
    func first(_ kind: NielsenSimulatedPing.Kind) -> NielsenSimulatedPing {
        pings.first { $0.kind == kind } ?? .page(at: from, "none")
    }

    /// The place of the nth ping of content, or of an ad, in the order they were made.
    private func place(_ kind: NielsenSimulatedPing.Kind, _ number: Int, ofAd isAd: Bool) -> Int? {
        let places = pings.indices.filter { pings[$0].kind == kind && pings[$0].isAd == isAd }
        return number < places.count ? places[number] : nil
    }

    mutating func remove(_ kind: NielsenSimulatedPing.Kind, _ number: Int) {
        if let index = place(kind, number, ofAd: false) { pings.remove(at: index) }
    }

    mutating func removeAd(_ kind: NielsenSimulatedPing.Kind, _ number: Int) {
        if let index = place(kind, number, ofAd: true) { pings.remove(at: index) }
    }

    mutating func change(
        _ kind: NielsenSimulatedPing.Kind, _ number: Int, _ edit: (inout NielsenSimulatedPing) -> Void
    ) {
        if let index = place(kind, number, ofAd: false) { edit(&pings[index]) }
    }

    mutating func changeAd(
        _ kind: NielsenSimulatedPing.Kind, _ number: Int, _ edit: (inout NielsenSimulatedPing) -> Void
    ) {
        if let index = place(kind, number, ofAd: true) { edit(&pings[index]) }
    }

    mutating func removeCall(_ name: String, _ number: Int) {
        let places = lines.indices.filter { lines[$0].kind == "call" && lines[$0].name == name }
        if number < places.count { lines.remove(at: places[number]) }
    }

    mutating func insert(_ call: String, _ arguments: String?, before name: String) {
        guard let place = lines.firstIndex(where: { $0.name == name }) else { return }
        lines.insert(
            NielsenLogLine(
                time: lines[place].time - 0.005, kind: "call", name: call, arguments: arguments, instance: "A"),
            at: place)
    }

    mutating func rewrite(_ call: String, _ edit: (String) -> String) {
        for index in lines.indices where lines[index].name == call {
            lines[index].arguments = lines[index].arguments.map(edit)
        }
    }

    mutating func keepPositions(_ isKept: (Int) -> Bool) {
        lines.removeAll { line in
            line.name == "playheadPosition" && !isKept(Int(line.arguments ?? "") ?? 0)
        }
    }

    mutating func rewritePositions(_ edit: (Int) -> String) {
        rewrite("playheadPosition") { edit(Int($0) ?? 0) }
    }
}

extension [NielsenLogLine] {
    mutating func change(_ call: String, _ number: Int, _ edit: (inout NielsenLogLine) -> Void) {
        let places = indices.filter { self[$0].kind == "call" && self[$0].name == call }
        if number < places.count { edit(&self[places[number]]) }
    }
}

extension NielsenLogLine {
    func later(by seconds: Double) -> Self {
        var copy = self
        copy.time += seconds
        return copy
    }
}

extension NielsenSimulatedPing {
    /// Sets a parameter that the ping has.
    mutating func replace(_ name: String, _ value: String) {
        guard parameters.contains(where: { $0.name == name }) else { return }
        self[name] = value
    }
}
