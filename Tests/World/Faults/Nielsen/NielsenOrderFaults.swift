/// Calls that are missing, doubled or in the wrong order.
extension NielsenFault {
    private static let mid = ["nielsen.content": "episode", "nielsen.midroll": "1", "nielsen.details": "each"]
    private static let pre = ["nielsen.content": "episode", "nielsen.preroll": "1", "nielsen.details": "each"]
    private static let post = ["nielsen.content": "episode", "nielsen.postroll": "1", "nielsen.details": "each"]

    static let order: [NielsenFault] = [
        NielsenFault(
            id: "nielsen.play-never-called", title: "The app never calls play", requirement: "S4 play; R-004-76",
            severity: .warning,
            calls: { plot in
                let plays = plot.calls.filter { $0.isCall("play") }
                guard let load = plot.calls.first(where: \.isContentLoad) else { return }
                plot.removeCalls(Set(plays.map(\.id)))
                plot.blame(.misplaced, "play", owner: load.owner, "content loaded without play", calls: [load.id])
            }),
        NielsenFault(
            id: "nielsen.ad-loaded-first", title: "With a preroll, the ad's metadata come before the content's",
            requirement: "S4 loadMetadata: content first; R-004-79, R-004-183", choices: pre, acts: [],
            calls: { plot in
                guard let part = plot.adPart("preroll"), let ad = plot.loadPlace(part),
                    let content = plot.previous(before: ad, where: \.isContentLoad)
                else { return }
                plot.blame(
                    .misplaced, "loadMetadata", owner: plot.calls[ad].owner, "an ad was loaded before any content",
                    calls: plot.ids([ad] + plot.positions(part).prefix(1)))
                plot.removeCalls([plot.calls[content].id])
            }),
        NielsenFault(
            id: "nielsen.midroll-without-stop", title: "The content is not stopped before the midroll",
            requirement: "S4 revision note, Use case 2; R-004-98, R-004-184", choices: mid, acts: [],
            calls: { plot in
                guard let part = plot.adPart("midroll"), let load = plot.loadPlace(part),
                    let stop = plot.previous(before: load, where: { $0.kind == .call }),
                    plot.calls[stop].isCall("stop"),
                    let last = plot.previous(before: stop, where: \.isPosition)
                else { return }
                plot.blame(
                    .misplaced, "stop", owner: plot.calls[load].owner, "no stop between content and midroll",
                    calls: plot.ids([last, load]))
                plot.removeCalls([plot.calls[stop].id])
            }),
        NielsenFault(
            id: "nielsen.ad-without-stop", title: "An ad that is over is not stopped",
            requirement: "S4 stop: when ads complete; R-004-87", choices: pre, acts: [],
            calls: { plot in
                guard let part = plot.adPart("preroll"), let last = plot.positions(part).last,
                    let stop = plot.next(after: last, where: { $0.isCall("stop") }),
                    let next = plot.next(after: stop, where: { $0.kind == .call })
                else { return }
                plot.blame(
                    .misplaced, "stop", owner: plot.calls[last].owner, "no stop after the ad",
                    calls: plot.ids([last, next]))
                plot.removeCalls([plot.calls[stop].id])
            }),
        NielsenFault(
            id: "nielsen.content-not-loaded-again", title: "After a break the content goes on without loadMetadata",
            requirement: "S4 Use case 2; R-004-97, R-004-100", choices: mid, acts: [],
            calls: { plot in
                guard let part = plot.adPart("midroll"), let last = part.last,
                    let load = plot.next(after: last, where: \.isContentLoad),
                    let position = plot.next(after: load, where: \.isPosition)
                else { return }
                plot.blame(
                    .misplaced, "loadMetadata", owner: plot.calls[load].owner, "content positions right after the ad",
                    calls: plot.ids([last, position]))
                plot.removeCalls([plot.calls[load].id])
            }),
        NielsenFault(
            id: "nielsen.end-never-called", title: "The content was played to its end, and end is not called",
            requirement: "S4 end; R-004-90, R-004-189",
            choices: ["nielsen.content": "clip", "nielsen.plays": "2", "nielsen.stopBeforeEnd": "false"], acts: [],
            calls: { plot in
                guard let end = plot.calls.indices.first(where: { plot.calls[$0].isCall("end") }),
                    let last = plot.previous(before: end, where: \.isPosition),
                    let next = plot.next(after: end, where: { $0.kind == .call })
                else { return }
                plot.blame(
                    .misplaced, "end", owner: plot.calls[last].owner, "the last second was played, and the next play",
                    calls: plot.ids([last, next]))
                plot.removeCalls([plot.calls[end].id])
            }),
        NielsenFault(
            id: "nielsen.end-twice", title: "end is called by two listeners", requirement: "S4 end; R-004-90", acts: [],
            calls: { plot in
                guard let end = plot.calls.indices.first(where: { plot.calls[$0].isCall("end") }) else { return }
                var copy = plot.calls[end]
                let first = copy.id
                copy.id = 0
                copy.at += 340_000
                plot.calls.append(copy)
                plot.number()
                guard let second = plot.calls.last(where: { $0.isCall("end") && $0.at == copy.at }) else { return }
                plot.blame(.repeated, "end", owner: copy.owner, "end twice", calls: [first, second.id])
            }),
        NielsenFault(
            id: "nielsen.end-after-postroll", title: "end is called only after the postroll",
            requirement: "S4 Use case 2; R-004-101", choices: post, acts: [],
            calls: { plot in
                guard let part = plot.adPart("postroll"), let load = plot.loadPlace(part), let last = part.last,
                    let end = plot.previous(before: load, where: { $0.isCall("end") })
                else { return }
                plot.calls[end].at = plot.calls[last].at + 60_000
                plot.blame(
                    .misplaced, "end", owner: plot.calls[load].owner, "a postroll before end",
                    calls: plot.ids([load, end]))
            }),
        NielsenFault(
            id: "nielsen.end-at-each-pause", title: "The app calls end where the viewer pauses, and goes on",
            requirement: "S4 end: when the content completes; R-004-88, R-004-90",
            choices: ["nielsen.content": "clip", "nielsen.resume": "positions", "nielsen.cause": "pause"],
            acts: [Act(.pause, at: 25, value: 12)],
            calls: { plot in
                guard let event = plot.calls.indices.first(where: { plot.calls[$0].isEvent("pause") }),
                    let stop = plot.next(after: event, where: { $0.isCall("stop") }),
                    let position = plot.next(after: stop, where: \.isPosition)
                else { return }
                plot.calls[stop].name = "end"
                plot.blame(
                    .undue, "end", owner: plot.calls[position].owner, "positions after end",
                    calls: plot.ids([stop, position]))
            }),
        stopMissing("pause", cause: "pause", requirement: "S4 stop: when a user pauses; R-004-88, R-004-110"),
        stopMissing("background", cause: "background", requirement: "S4 interruption scenarios; R-004-116"),
        stopMissing("call", cause: "call", requirement: "S4 interruption scenarios; R-004-112"),
        stopMissing("headphones", cause: "headphones", requirement: "S4 interruption scenarios; R-004-118"),
        stopMissing("network-loss", cause: "network", requirement: "S4 interruption scenarios; R-004-111"),
        NielsenFault(
            id: "nielsen.stop-on-buffering", title: "The app calls stop whenever the player buffers",
            requirement: "S4 interruption scenarios: no stop while buffering; R-004-114", severity: .warning,
            choices: ["nielsen.content": "clip"], acts: [Act(.stall, at: 24, value: 7)],
            calls: { plot in
                guard let event = plot.calls.indices.first(where: { plot.calls[$0].isEvent("buffer_start") }) else {
                    return
                }
                var stop = plot.calls[event]
                (stop.kind, stop.name, stop.id, stop.details) = (.call, "stop", 0, [])
                stop.at += 45_000
                plot.calls.append(stop)
                plot.number()
                guard let place = plot.next(after: event, where: { $0.isCall("stop") }) else { return }
                plot.blame(
                    .undue, "stop", owner: stop.owner, "stop while buffering", calls: plot.ids([event, place]))
            }),
        NielsenFault(
            id: "nielsen.channel-without-stop", title: "The viewer changes the channel, and the old one is not stopped",
            requirement: "S4 interruption scenarios: channel change; R-004-117",
            choices: [
                "nielsen.content": "simulcast", "nielsen.plays": "2", "nielsen.sameAgain": "false",
                "nielsen.twoInstances": "false",
            ],
            acts: [],
            calls: { plot in
                let plays = plot.calls.indices.filter { plot.calls[$0].isCall("play") }
                guard plays.count > 1, let stop = plot.previous(before: plays[1], where: { $0.isCall("stop") }),
                    let last = plot.previous(before: stop, where: \.isPosition)
                else { return }
                plot.blame(
                    .misplaced, "stop", owner: plot.calls[last].owner, "another channel without stop",
                    calls: plot.ids([last, plays[1]]))
                plot.removeCalls([plot.calls[stop].id])
            }),
    ]

    private static func stopMissing(_ name: String, cause: String, requirement: String) -> NielsenFault {
        NielsenFault(
            id: "nielsen.\(name)-without-stop", title: "No stop at an interruption: \(name)", requirement: requirement,
            choices: ["nielsen.cause": cause, "nielsen.content": "clip", "nielsen.resume": "positions"],
            acts: [Act(.pause, at: 22, value: 15)],
            calls: { plot in
                let begins = Set(["pause", "background", "call", "route_change", "network_loss"])
                guard
                    let event = plot.calls.indices.first(where: {
                        plot.calls[$0].kind == .event && begins.contains(plot.calls[$0].name)
                    }),
                    let stop = plot.next(after: event, where: { $0.isCall("stop") }),
                    let last = plot.previous(before: event, where: \.isPosition),
                    let next = plot.next(after: stop, where: \.isPosition)
                else { return }
                plot.blame(
                    .misplaced, "stop", owner: plot.calls[stop].owner, "\(plot.calls[event].name) without stop",
                    calls: plot.ids([last, event, next]))
                plot.removeCalls([plot.calls[stop].id])
            })
    }
}
