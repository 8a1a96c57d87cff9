/// Positions that are too rare, too many, or not the position.
extension NielsenFault {
    static let positions: [NielsenFault] = [
        every(
            "nielsen.positions-every-2s", "A position every two seconds",
            "S4 playheadPosition: every second; R-004-80, R-004-185",
            remove: { $0 % 2 == 1 }),
        NielsenFault(
            id: "nielsen.positions-twice-a-second", title: "The timer fires every half second",
            requirement: "S4 playheadPosition: increments by 1; R-004-85", choices: ["nielsen.content": "clip"],
            calls: { plot in
                guard let part = plot.contentParts.first else { return }
                let old = plot.positions(part)
                for place in old {
                    var copy = plot.calls[place]
                    copy.id = 0
                    copy.at += 500_000
                    if let next = plot.next(after: place, where: { _ in true }), plot.calls[next].at > copy.at {
                        plot.calls.append(copy)
                    }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[old[0]].owner, "each second twice",
                    calls: plot.ids(old.prefix(6)))
                plot.number()
            }),
        edited(
            "nielsen.positions-in-milliseconds", "Positions in milliseconds", "S4 playheadPosition: seconds; R-004-81",
            ["nielsen.content": "clip"]
        ) { .int($0 * 1_000 + 83) },
        edited(
            "nielsen.positions-with-fraction", "Positions with a fraction",
            "S4 playheadPosition: whole number; R-004-84",
            ["nielsen.content": "clip"]
        ) { .number(Double($0) + 0.337) },
        edited(
            "nielsen.position-negative", "The first position is -1", "TOOL: non-negative; R-004-84",
            ["nielsen.content": "clip"]
        ) { .int($0 - 1) },
        edited(
            "nielsen.live-counts-from-zero", "A live stream is counted from zero",
            "S4 playheadPosition, live: Unix timestamp; R-004-82", ["nielsen.content": "simulcast"]
        ) { .int($0 % 100_000 % 3_600 + 7_200) },
        edited(
            "nielsen.vod-counts-clock", "Positions of a clip are the clock", "S4 playheadPosition, VOD; R-004-81",
            // A planned live event has a length too: only pings distinguish the two.
            ["nielsen.content": "clip"], also: [.cannotTell]
        ) { .int($0 + 1_794_967_000) },
        NielsenFault(
            id: "nielsen.live-always-now", title: "After seeking back in a live stream, positions go on as before",
            requirement: "S4 playheadPosition: related Unix time; R-004-83",
            choices: ["nielsen.content": "simulcast", "nielsen.twoInstances": "false"],
            acts: [Act(.seek, at: 26, value: -60)],
            calls: { plot in
                guard let seek = plot.calls.indices.first(where: { plot.calls[$0].isEvent("seek") }) else { return }
                let after = plot.calls.indices.filter {
                    $0 > seek && plot.calls[$0].isPosition && plot.calls[$0].part == plot.calls[seek].part
                        && plot.calls[$0].launch == plot.calls[seek].launch
                }
                guard after.count > 3 else { return }
                for place in after {
                    if case .int(let value)? = plot.calls[place].args { plot.calls[place].args = .int(value + 61) }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[seek].owner, "the seek does not show",
                    calls: plot.ids([seek] + after.prefix(3)))
            }),
        NielsenFault(
            id: "nielsen.ad-counts-on", title: "The ad's positions go on from the content's",
            requirement: "S4: the ad playhead begins at 0; R-004-106",
            choices: ["nielsen.content": "episode", "nielsen.midroll": "1", "nielsen.details": "each"], acts: [],
            calls: { plot in
                guard let part = plot.adPart("midroll"), let load = plot.loadPlace(part),
                    let last = plot.previous(before: load, where: \.isPosition),
                    case .int(let base)? = plot.calls[last].args
                else { return }
                let places = plot.positions(part)
                for place in places {
                    if case .int(let value)? = plot.calls[place].args { plot.calls[place].args = .int(base + value) }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[load].owner, "the ad begins at \(base)",
                    calls: plot.ids([load] + places.prefix(2)))
            }),
        afterBreak("nielsen.content-restarts-after-ad", "After the break the content counts from 0 again") {
            _, first, value in
            value - first
        },
        // In the end they lie beyond the length.
        afterBreak("nielsen.content-includes-ads", "The content's positions include the ads", also: [.fail]) {
            plot, _, value in
            value + plot.script[NielsenKnobs.adSeconds]
        },
        NielsenFault(
            id: "nielsen.timer-stalls", title: "The timer does not fire while the viewer scrolls",
            requirement: "S4 playheadPosition: every second; R-004-80", choices: ["nielsen.content": "clip"], acts: [],
            calls: { plot in
                guard let part = plot.contentParts.first else { return }
                let places = plot.positions(part)
                guard places.count > 30 else { return }
                let first = plot.random.int(6...places.count - 20)
                plot.blame(
                    .misplaced, "position", owner: plot.calls[places[0]].owner, "11 seconds without a position",
                    calls: plot.ids([places[first - 1], places[first + 11]]))
                plot.removeCalls(Set(plot.ids(places[first..<first + 11])))
            }),
        NielsenFault(
            id: "nielsen.positions-while-paused",
            title: "The timer is not invalidated: the same position all through the pause",
            requirement: "S4: the playhead is withheld; R-004-120",
            choices: ["nielsen.content": "clip", "nielsen.cause": "pause", "nielsen.observer": "false"],
            acts: [Act(.pause, at: 24, value: 14)],
            calls: { plot in
                guard let event = plot.calls.indices.first(where: { plot.calls[$0].isEvent("pause") }),
                    let stop = plot.next(after: event, where: { $0.isCall("stop") }),
                    let last = plot.previous(before: event, where: \.isPosition)
                else { return }
                let stopId = plot.calls[stop].id
                let now = plot.calls[stop].at
                for second in 1...12 {
                    var copy = plot.calls[last]
                    copy.id = 0
                    copy.at = now + second * 1_000_000
                    plot.calls.append(copy)
                }
                plot.number()
                let added = plot.calls.filter { $0.isPosition && $0.at > now && $0.at <= now + 12_000_000 }.map(\.id)
                plot.blame(
                    .undue, "position", owner: plot.calls[last].owner, "positions while paused",
                    calls: [stopId] + added.prefix(4))
            }),
        NielsenFault(
            id: "nielsen.positions-after-end", title: "The timer is not invalidated: positions after end",
            requirement: "S4 end: stops measurement; R-004-90", choices: ["nielsen.content": "clip"], acts: [],
            calls: { plot in
                guard let end = plot.calls.indices.first(where: { plot.calls[$0].isCall("end") }),
                    let last = plot.previous(before: end, where: \.isPosition)
                else { return }
                let (endId, now) = (plot.calls[end].id, plot.calls[end].at)
                let owner = plot.calls[last].owner
                for second in 1...3 {
                    var copy = plot.calls[last]
                    copy.id = 0
                    copy.at = now + second * 1_000_000
                    plot.calls.append(copy)
                }
                plot.number()
                let added = plot.calls.filter { $0.isPosition && $0.at > now && $0.at <= now + 3_000_000 }.map(\.id)
                plot.blame(.undue, "position", owner: owner, "positions after end", calls: [endId] + added)
            }),
        NielsenFault(
            id: "nielsen.positions-to-wrong-instance",
            title: "Two streams at once, and both tell one SDK object their positions",
            requirement: "S4 Create SDK Instance; R-004-34, R-004-35",
            choices: ["nielsen.content": "simulcast", "nielsen.twoInstances": "true", "nielsen.fpid": "unset"],
            acts: [],
            calls: { plot in
                let places = plot.calls.indices.filter { plot.calls[$0].isPosition && plot.calls[$0].instance == "M" }
                guard places.count > 6 else { return }
                for place in places {
                    plot.calls[place].instance = "A"
                    // The second stream is some seconds behind the first.
                    if case .int(let value)? = plot.calls[place].args { plot.calls[place].args = .int(value - 7) }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[places[0]].owner, "two streams in one instance",
                    calls: plot.ids(places.prefix(6)))
            }),
    ]

    private static func every(
        _ id: String, _ title: String, _ requirement: String, remove isRemoved: @escaping @Sendable (Int) -> Bool
    ) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: requirement,
            choices: ["nielsen.content": "clip", "nielsen.observer": "false"],
            calls: { plot in
                var removed: Set<Int> = []
                var kept: [Int] = []
                for part in plot.contentParts {
                    for (number, place) in plot.positions(part).enumerated() {
                        if isRemoved(number) {
                            removed.insert(plot.calls[place].id)
                        } else {
                            kept.append(plot.calls[place].id)
                        }
                    }
                }
                guard kept.count > 8, let first = plot.calls.first(where: { $0.id == kept[0] }) else { return }
                plot.blame(.malformed, "position", owner: first.owner, title, calls: Array(kept.prefix(8)))
                plot.removeCalls(removed)
            })
    }

    private static func edited(
        _ id: String, _ title: String, _ requirement: String, _ choices: [String: String],
        also: Set<Expectation.Headline> = [], by change: @escaping @Sendable (Int) -> JSON
    ) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: requirement, alsoAccept: also, choices: choices,
            calls: { plot in
                let places = plot.contentParts.flatMap { plot.positions($0) }.sorted()
                guard places.count > 8 else { return }
                for place in places {
                    if case .int(let value)? = plot.calls[place].args { plot.calls[place].args = change(value) }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[places[0]].owner, title,
                    calls: plot.ids(places.prefix(6)))
            })
    }

    private static func afterBreak(
        _ id: String, _ title: String, also: Set<Expectation.Headline> = [],
        by change: @escaping @Sendable (NielsenPlot, Int, Int) -> Int
    ) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: "S4: the content continues where it left off; R-004-107",
            severity: .warning, alsoAccept: also,
            choices: ["nielsen.content": "episode", "nielsen.midroll": "1", "nielsen.details": "each"], acts: [],
            calls: { plot in
                guard let part = plot.adPart("midroll"), let last = part.last,
                    let load = plot.next(after: last, where: \.isContentLoad)
                else { return }
                let places = plot.calls.indices.filter {
                    plot.calls[$0].isPosition && plot.calls[$0].launch == plot.calls[load].launch
                        && plot.calls[$0].part == plot.calls[load].part
                }
                guard places.count > 3, case .int(let first)? = plot.calls[places[0]].args,
                    let before = plot.previous(before: part[0], where: \.isPosition)
                else { return }
                for place in places {
                    if case .int(let value)? = plot.calls[place].args {
                        plot.calls[place].args = .int(change(plot, first, value))
                    }
                }
                plot.blame(
                    .malformed, "position", owner: plot.calls[load].owner, title,
                    calls: plot.ids([before, load] + places.prefix(2)))
            })
    }
}
