/// Requests that are missing, doubled, in the wrong rhythm or wrong in themselves.
extension NielsenFault {
    static let pings: [NielsenFault] = [
        NielsenFault(
            id: "nielsen.view-twice", title: "A view session is counted twice",
            requirement: "CFG maxPingCount 1",
            pings: { plot in
                guard let view = plot.views.first(where: { !plot.pings[$0].isAd }) else { return }
                plot.double(view, after: 2_100_000, "view")
            }),
        cadence("nielsen.duration-every-minute", 60, "A D ping every minute"),
        cadence("nielsen.duration-every-10-minutes", 600, "A D ping every ten minutes"),
        NielsenFault(
            id: "nielsen.duration-skipped", title: "The first D ping of a long viewing is never made",
            requirement: "CFG: every 5 minutes",
            choices: ["nielsen.content": "long", "nielsen.launches": "1", "nielsen.plays": "1"],
            acts: [],
            pings: { plot in
                let durations = plot.durations.filter { !plot.pings[$0].isAd }
                guard durations.count > 1, let view = plot.views.first(where: { !plot.pings[$0].isAd }) else { return }
                plot.blame(
                    .misplaced, "D1", owner: plot.pings[view].owner, "D2 without D1",
                    pings: [plot.pings[view].id, plot.pings[durations[1]].id])
                plot.pings.remove(at: durations[0])
            }),
        NielsenFault(
            id: "nielsen.final-missing", title: "No closing D ping after end",
            requirement: "ADOBE tests 1-3; R-004-108",
            choices: ["nielsen.content": "clip"], acts: [],
            pings: { plot in
                guard let place = plot.durations.first(where: { plot.pings[$0].isFinal && !plot.pings[$0].isAd }) else {
                    return
                }
                let ping = plot.pings[place]
                let end = plot.calls.first { $0.isCall("end") && $0.launch == ping.launch && $0.at <= ping.sent }
                plot.blame(
                    .missing, "D", owner: ping.owner, "no closing ping", calls: end.map { [$0.id] } ?? [],
                    hosts: [ping.host],
                    window: ping.created...ping.created + 10_000_000)
                plot.pings.remove(at: place)
            }),
        NielsenFault(
            id: "nielsen.ad-not-counted", title: "One ad of several is not counted at all",
            requirement: "S4 Test: pings per asset; R-004-109",
            choices: ["nielsen.content": "episode", "nielsen.preroll": "2", "nielsen.details": "each"], acts: [],
            pings: { plot in
                guard let ad = plot.durations.last(where: { plot.pings[$0].isAd }) else { return }
                let ping = plot.pings[ad]
                let lines = plot.calls.filter { $0.owner == ping.owner && $0.launch == ping.launch }
                guard let load = lines.first(where: { $0.isCall("loadMetadata") }),
                    let stop = lines.last(where: { $0.isCall("stop") })
                else { return }
                plot.blame(
                    .missing, "D", owner: ping.owner, "an ad without a ping", calls: [load.id, stop.id],
                    hosts: [ping.host],
                    window: load.at...ping.created + 10_000_000)
                plot.pings.removeAll { $0.owner == ping.owner && $0.launch == ping.launch }
            }),
        NielsenFault(
            id: "nielsen.ad-counted-twice", title: "Two listeners call stop: two D pings for one play of an ad",
            requirement: "S4: one ping per ad; R-004-109",
            choices: ["nielsen.content": "episode", "nielsen.preroll": "1", "nielsen.details": "each"], acts: [],
            pings: { plot in
                guard let ad = plot.durations.first(where: { plot.pings[$0].isAd }) else { return }
                plot.double(ad, after: 420_000, "D")
            }),
        NielsenFault(
            id: "nielsen.later-play-not-counted", title: "The same clip again: the later plays are not counted",
            requirement: "S4 Test: GN pings per played asset; R-004-156",
            choices: [
                "nielsen.content": "clip", "nielsen.launches": "3", "nielsen.plays": "1", "nielsen.sameAgain": "true",
            ], acts: [],
            pings: { plot in
                for launch in 1...2 {
                    let lines = plot.calls.filter { $0.launch == launch && $0.isPosition }
                    guard let first = lines.first, let last = lines.last, let host = plot.hosts.first else { continue }
                    plot.blame(
                        .missing, "view", owner: first.owner, "a play without a ping", calls: [first.id, last.id],
                        hosts: [host], window: first.at...last.at + 10_000_000)
                }
                plot.pings.removeAll { ($0.kind == .view || $0.kind == .duration) && $0.launch > 0 }
            }),
        NielsenFault(
            id: "nielsen.dead-instance", title: "The SDK object is made with init: it ignores every call",
            requirement: "S4 Initialisation; R-004-44",
            // What Segment logs does not show whether an SDK object was made: its requests may go around the recorder.
            alsoAccept: [.cannotTell],
            choices: ["nielsen.content": "clip", "nielsen.fpid": "unset", "nielsen.flavour": "global"], acts: [],
            calls: { plot in for place in plot.launches.indices { plot.launches[place].isDead = true } },
            pings: { plot in
                let lines = plot.calls.filter { $0.launch == 0 && $0.isPosition }
                guard let first = lines.first, let last = lines.last else { return }
                let host = plot.settings.pingHost ?? plot.settings.host
                plot.blame(
                    .missing, "view", owner: first.owner, "calls, and no request at all", calls: [first.id, last.id],
                    hosts: [host], window: first.at...last.at + 10_000_000)
            }),
        NielsenFault(
            id: "nielsen.pings-blocked", title: "A blocker on the device stops every ping",
            requirement: "S4 Test: presence of GN pings; R-004-156", severity: .warning,
            // Nothing arrives: that does not pass.
            alsoAccept: [.cannotTell],
            pings: { plot in
                for place in plot.counting { plot.pings[place].status = 0 }
                plot.blameEach(plot.counting, .malformed, "status", "not answered")
            }),
        NielsenFault(
            id: "nielsen.answers-503", title: "The collection facility answers 503",
            requirement: "N-audit",
            severity: .warning, alsoAccept: [.cannotTell],
            pings: { plot in
                for place in plot.counting { plot.pings[place].status = 503 }
                plot.blameEach(plot.counting, .malformed, "503", "answered with an error")
            }),
        NielsenFault(
            id: "nielsen.plain-http", title: "Pings go over plain HTTP", requirement: "S4: HTTPS; R-004-31",
            settings: { $0.scheme = "http" },
            consequence: { plot in plot.blameEach(Array(plot.pings.indices), .malformed, "http", "not HTTPS") }),
        NielsenFault(
            id: "nielsen.appid-placeholder", title: "The app id is the placeholder of the guide",
            requirement: "S4 appid; R-004-36, R-004-186",
            calls: { plot in
                for launch in plot.launches.indices {
                    for place in plot.launches[launch].instances.indices {
                        plot.launches[launch].instances[place].appInfo[0].1 = "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"
                    }
                }
            },
            pings: { plot in
                plot.blameEach(plot.counting, .malformed, "appid", "a placeholder")
                plot.breaches.append(
                    NielsenBreach(
                        kind: .malformed, event: "appid", owner: "", words: "a placeholder", calls: [], pings: [],
                        inits: true, hosts: [], window: nil))
            }),
        NielsenFault(
            id: "nielsen.appid-of-staging", title: "One SDK object is made with the app id of the test app",
            requirement: "S4 appid, TOOL; R-004-34", severity: .warning,
            open: "several app ids are right where they were declared",
            choices: ["nielsen.launches": "2", "nielsen.content": "clip"], acts: [],
            calls: { plot in
                plot.launches[1].instances[0].appInfo[0].1 = "T77A0F0C2-5D1E-4E8B-9B7A-3C9D2E11A0F4"
            },
            pings: { plot in
                guard let one = plot.counting.first(where: { plot.pings[$0].launch == 0 }),
                    let other = plot.counting.first(where: { plot.pings[$0].launch == 1 })
                else { return }
                plot.blame(
                    .malformed, "appid", owner: plot.pings[other].owner, "two app ids",
                    pings: [plot.pings[one].id, plot.pings[other].id])
            }),
        NielsenFault(
            id: "nielsen.sdk-too-old", title: "SDK 8.1 on iOS 17 or later", requirement: "S4 iOS 17: 9.2.0.0; R-004-17",
            severity: .warning,
            calls: { plot in
                // Before iOS 17 it would be new enough.
                if (Int(plot.device.system.prefix(2)) ?? 0) < 17 { plot.device.system = "17.5.1" }
                plot.settings.version = "8.1.0.0"
            },
            pings: { plot in plot.blameEach(plot.counting, .malformed, "8.1", "SDK older than 9.2") }),
        NielsenFault(
            id: "nielsen.config-late", title: "The config request leaves after the first ping",
            requirement: "N-test: config before anything else; R-004-45",
            choices: ["nielsen.launches": "1", "nielsen.flavour": "global"],
            pings: { plot in
                guard let config = plot.pings.firstIndex(where: { $0.kind == .config }),
                    let view = plot.views.first, plot.pings[config].sent < plot.pings[view].sent
                else { return }
                plot.pings[config].sent = plot.pings[view].sent + 3_000_000
                plot.pings[config].created = plot.pings[config].sent
                plot.blame(
                    .misplaced, "configuration", owner: plot.pings[view].owner, "config after a ping",
                    pings: [plot.pings[view].id, plot.pings[config].id])
            }),
        alteredFinal(
            "nielsen.cln-beyond-time", "cln is larger than the time that passed", "CFG, MEAS",
            field: "c27"
        ) {
            ping in ping["c27"] = String((Int(ping["c61"]) ?? 0) - (Int(ping["c64"]) ?? 0) + 180)
        },
        alteredFinal(
            "nielsen.send-before-create", "sendTime lies before createtm", "CFG, MEAS; R-004-171", .warning,
            field: "c62"
        ) {
            ping in ping["c62"] = String((Int(ping["c61"]) ?? 0) - 40)
        },
        alteredFinal(
            "nielsen.composite-disagrees", "ca names another asset than ai", "MEAS, CFG; R-004-75", .warning,
            field: "ca"
        ) {
            ping in ping["ca"] = ping["ci"] + "_c01_V9999"
        },
        NielsenFault(
            id: "nielsen.adidx-impossible", title: "adidx counts 3 of 1", requirement: "S4 ping; R-004-173",
            severity: .warning,
            choices: ["nielsen.content": "episode", "nielsen.preroll": "1", "nielsen.details": "each"], acts: [],
            pings: { plot in
                let ads = plot.counting.filter { plot.pings[$0].isAd }
                for place in ads { plot.pings[place]["adidx"] = "3%2F1" }
                plot.blameEach(ads, .malformed, "adidx", "3 of 1")
            }),
        NielsenFault(
            id: "nielsen.view-late", title: "The view ping is made 30 seconds after the start",
            requirement: "ADOBE: in the first second", severity: .warning,
            choices: ["nielsen.content": "clip"], acts: [],
            pings: { plot in
                guard let view = plot.views.first else { return }
                plot.pings[view].sent += 30_000_000
                plot.pings[view].created += 30_000_000
                let seconds = Int(plot.pings[view]["c61"]) ?? 0
                plot.pings[view]["c61"] = String(seconds + 30)
                plot.pings[view]["c62"] = String(seconds + 30)
                plot.blame(
                    .late, "view", owner: plot.pings[view].owner, "30 seconds after starttm",
                    pings: [plot.pings[view].id])
            }),
        NielsenFault(
            id: "nielsen.same-session-after-pause", title: "After a pause of 33 minutes the view session goes on",
            requirement: "ADOBE, CFG nol_pauseTimeout 1800", severity: .warning,
            choices: ["nielsen.content": "clip", "nielsen.cause": "pause"], acts: [Act(.pause, at: 24, value: 1_990)],
            settings: { $0.endsPausedSessions = false },
            consequence: { plot in
                guard
                    let final = plot.durations.first(where: { place in
                        let ping = plot.pings[place]
                        return !ping.isAd && (Int(ping["c61"]) ?? 0) - (Int(ping["c64"]) ?? 0) > 1_900
                    }),
                    let event = plot.calls.first(where: { $0.isEvent("pause") }),
                    let stop = plot.calls.first(where: { $0.isCall("stop") && $0.at >= event.at })
                else { return }
                plot.blame(
                    .malformed, "sesid", owner: plot.pings[final].owner, "one view session over a pause of 33 minutes",
                    calls: [stop.id], pings: [plot.pings[final].id])
            }),
    ]

    private static func cadence(_ id: String, _ seconds: Int, _ title: String) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: "CFG: segment of 5 x 60 s",
            choices: [
                "nielsen.content": "long", "nielsen.seconds": seconds > 300 ? "120" : "70", "nielsen.launches": "1",
                "nielsen.plays": "1", "nielsen.optOut": "never",
            ], acts: [],
            settings: { $0.secondsPerDuration = seconds },
            consequence: { plot in
                let durations = plot.durations.filter { !plot.pings[$0].isAd }
                guard let view = plot.views.first, !durations.isEmpty else { return }
                // One early ping may come of a stop; the same wrong interval again does not.
                let several = seconds < 300 ? 3 : 2
                let all = [view] + durations
                for first in 0...Swift.max(0, all.count - several) {
                    plot.blame(
                        .misplaced, "D", owner: plot.pings[view].owner, title,
                        pings: all[first...].prefix(several).map { plot.pings[$0].id })
                }
            })
    }

    private static func alteredFinal(
        _ id: String, _ title: String, _ requirement: String, _ severity: Fault.Severity = .error, field: String,
        by change: @escaping @Sendable (inout NielsenPing) -> Void
    ) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: requirement, severity: severity,
            choices: ["nielsen.content": "clip"], acts: [],
            pings: { plot in
                guard let place = plot.durations.first(where: { plot.pings[$0].isFinal && !plot.pings[$0].isAd }) else {
                    return
                }
                change(&plot.pings[place])
                plot.blameEach([place], .malformed, field, title)
            })
    }
}

extension NielsenPlot {
    /// The same ping once more, with its own time and number.
    mutating func double(_ place: Int, after delay: Microseconds, _ event: String) {
        var copy = pings[place]
        copy.id = 0
        copy.created += delay
        copy.sent += delay
        copy["c61"] = String((copy.created + device.skew) / 1_000_000)
        copy["c62"] = copy["c61"]
        copy["rnd"] = String((copy.created + device.skew) / 1_000)
        let (first, sent) = (pings[place].id, copy.sent)
        pings.append(copy)
        number()
        guard let second = pings.first(where: { $0.sent == sent && $0.owner == copy.owner && $0.id != first }) else {
            return
        }
        blame(.repeated, event, owner: copy.owner, "counted twice", pings: [first, second.id])
    }
}
