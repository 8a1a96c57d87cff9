/// Metadata that are missing, misspelt, of a wrong type or not constant.
extension NielsenFault {
    static let metadata: [NielsenFault] = [
        NielsenFault(
            id: "nielsen.metadata-changes", title: "After the break the content has another title and program",
            requirement: "S4 content metadata are constant, ads included; R-004-64",
            choices: ["nielsen.content": "episode", "nielsen.midroll": "1", "nielsen.preroll": "0"], acts: [],
            calls: { plot in
                let loads = plot.calls.indices.filter { plot.calls[$0].isContentLoad && plot.calls[$0].launch == 0 }
                guard loads.count > 1, plot.calls[loads[0]].value("assetid") == plot.calls[loads[1]].value("assetid")
                else {
                    return
                }
                plot.calls[loads[1]].set("title", "Skärgårdsnytt")
                plot.calls[loads[1]].set("program", "Play")
                plot.blame(
                    .malformed, "loadMetadata", owner: plot.calls[loads[0]].owner, "two titles of one asset",
                    calls: plot.ids(loads.prefix(2)))
            },
            pings: { plot in
                let content = plot.counting.filter { !plot.pings[$0].isAd && plot.pings[$0].launch == 0 }
                guard let first = content.first,
                    let other = content.first(where: {
                        plot.pings[$0]["tl"] != plot.pings[first]["tl"]
                            && plot.pings[$0].owner == plot.pings[first].owner
                    })
                else { return }
                plot.blame(
                    .malformed, "tl", owner: plot.pings[first].owner, "two titles of one asset",
                    pings: [plot.pings[first].id, plot.pings[other].id])
            }),
        NielsenFault(
            id: "nielsen.channel-name-changes", title: "After a pause play is called with another channel name",
            requirement: "S4 channelName is constant; R-004-63",
            choices: [
                "nielsen.resume": "play", "nielsen.content": "clip", "nielsen.cause": "pause", "nielsen.plays": "1",
            ], acts: [Act(.pause, at: 25, value: 9)],
            calls: { plot in
                let plays = plot.calls.indices.filter { plot.calls[$0].isCall("play") && plot.calls[$0].launch == 0 }
                guard plays.count > 1 else { return }
                plot.calls[plays[1]].set("channelName", "Skärgårdsnytt del 2")
                plot.blame(
                    .malformed, "play", owner: plot.calls[plays[1]].owner, "two channel names",
                    calls: plot.ids(plays.prefix(2)))
            }),
        loads(
            "nielsen.metadata-numbers", "Metadata with numbers and flags instead of strings",
            "S4: JSON values are strings; R-004-57 to 59"
        ) {
            call in
            guard let seconds = call.value("length").flatMap({ Int($0) }) else { return }
            call.set("length", .int(seconds))
            call.set("isautoplay", .flag(false))
        },
        loads(
            "nielsen.metadata-key-case", "The asset id is passed as assetId", "S4: names are case-sensitive; R-004-60"
        ) { call in
            call.metadata = call.metadata.map { ($0.0 == "assetid" ? "assetId" : $0.0, $0.1) }
        },
        loads(
            "nielsen.metadata-broken-json", "Metadata as a string that is not JSON",
            "S4: well-formed JSON; R-004-54, R-004-56"
        ) { call in
            var text = JSON.object(call.metadata).written
            text.removeLast()
            call.args = .text(text.replacing("\"title\":\"", with: "\"title\":\"\""))
        },
        loads("nielsen.assetid-missing", "The content has no asset id", "N-se-meta; R-004-65, R-004-71") { call in
            call.metadata.removeAll { $0.0 == "assetid" }
        },
        loads("nielsen.title-missing", "The content has no title and no program", "N-se-meta; R-004-65") { call in
            call.set("title", "")
            call.set("program", "")
        },
        NielsenFault(
            id: "nielsen.type-misspelt", title: "Ads are of type pre-roll", requirement: "S4, N-se-meta; R-004-73",
            choices: ["nielsen.content": "episode", "nielsen.preroll": "1"], acts: [],
            calls: { plot in
                for place in plot.calls.indices where plot.calls[place].value("type") == "preroll" {
                    plot.calls[place].set("type", "pre-roll")
                    plot.blame(
                        .malformed, "pre-roll", owner: plot.calls[place].owner, "a type that is none",
                        calls: [plot.calls[place].id])
                }
            }),
        NielsenFault(
            id: "nielsen.ad-has-content-id", title: "Ads have the content's asset id",
            requirement: "R-004-74: ids of ad and content differ",
            choices: ["nielsen.content": "episode", "nielsen.preroll": "1"], acts: [],
            calls: { plot in
                guard let id = plot.calls.first(where: \.isContentLoad)?.value("assetid") else { return }
                for place in plot.calls.indices where plot.calls[place].isAdLoad && plot.calls[place].launch == 0 {
                    plot.calls[place].set("assetid", .text(id))
                    plot.blame(
                        .malformed, "assetid", owner: id, "the ad has the content's id", calls: [plot.calls[place].id])
                }
            },
            pings: { plot in
                let contents = plot.counting.filter { !plot.pings[$0].isAd }
                for ad in plot.counting where plot.pings[ad].isAd {
                    for content in contents where plot.pings[content]["ai"] == plot.pings[ad]["ai"] {
                        plot.blame(
                            .malformed, "ai", owner: plot.pings[ad]["ai"], "ad and content with one id",
                            pings: [plot.pings[ad].id, plot.pings[content].id])
                    }
                }
            }),
        loads(
            "nielsen.assetid-too-long", "The asset id is a path of 50 characters",
            "N-se-meta: 20 characters, none special; R-004-74"
        ) { call in
            call.set("assetid", .text("urn:kanal/video/2026/11/" + (call.value("assetid") ?? "") + "?v=master&q=1080"))
        },
        NielsenFault(
            id: "nielsen.length-in-milliseconds", title: "The length is in milliseconds",
            requirement: "N-se-meta: integer seconds; R-004-65", severity: .warning,
            choices: ["nielsen.content": "clip", "nielsen.seconds": "112"],
            calls: { plot in
                for place in plot.calls.indices where plot.calls[place].isContentLoad {
                    plot.calls[place].set("length", "112000")
                }
            },
            pings: { plot in
                plot.blameEach(plot.counting.filter { plot.pings[$0]["sd"] == "112000" }, .malformed, "sd", "31 hours")
            }),
        NielsenFault(
            id: "nielsen.length-too-short", title: "The length is that of the trailer: positions go far beyond it",
            requirement: "S4 playheadPosition, VOD; N-se-meta length; R-004-81", choices: ["nielsen.content": "clip"],
            acts: [],
            calls: { plot in
                guard let part = plot.contentParts.first, let last = plot.positions(part).last else { return }
                let owner = plot.calls[last].owner
                var loads: [Int] = []
                for place in plot.calls.indices
                where plot.calls[place].isContentLoad && plot.calls[place].owner == owner {
                    plot.calls[place].set("length", "20")
                    loads.append(place)
                }
                plot.blame(
                    .malformed, "length", owner: owner, "positions beyond the length",
                    calls: plot.ids(loads.prefix(1) + [last]))
            }),
        loads("nielsen.airdate-format", "The air date is written as ISO 8601", "N-api: YYYYMMDD HH:MM:SS", .warning) {
            call in
            call.set("airdate", "2026-11-18T20:00:00+01:00")
        },
        loads(
            "nielsen.user-in-clear", "The mail address of the user is passed in clear",
            "S4 hem, N-se-meta userid: SHA-512; R-004-40"
        ) { call in
            call.set("userid", "anna.lind@post.example")
        },
        loads("nielsen.user-hashed-with-md5", "The user's hash is MD5", "N-se-meta userid: SHA-512; R-004-40") { call in
            call.set("userid", "5d41402abc4b2a76b9719d911017c592")
        },
        loads(
            "nielsen.title-encoded-twice", "The app encodes the title before it passes it",
            "S4: UTF-8 strings; R-004-66, N-cz", .warning
        ) { call in
            call.set("title", .text(URLText.escaped(call.value("title") ?? "")))
        },
        NielsenFault(
            id: "nielsen.title-latin1", title: "The title is sent as ISO 8859-1", requirement: "S4: UTF-8; R-004-69",
            severity: .warning, choices: ["nielsen.content": "clip"],
            pings: { plot in
                for place in plot.counting where plot.pings[place]["tl"].contains("%C3%") {
                    plot.pings[place]["tl"] = plot.pings[place]["tl"].replacing("%C3%A4", with: "%E4")
                        .replacing("%C3%A5", with: "%E5").replacing("%C3%B6", with: "%F6")
                    plot.blameEach([place], .malformed, "tl", "bytes that are no UTF-8")
                }
            }),
        NielsenFault(
            id: "nielsen.url-too-long", title: "A passed parameter makes the URL longer than 2K",
            requirement: "S4 URL character limit; R-004-70", choices: ["nielsen.content": "clip"],
            calls: { plot in
                let text = "origcode=" + String(repeating: "8842019375", count: 70)
                for place in plot.calls.indices where plot.calls[place].isContentLoad {
                    plot.calls[place].set("clientpassparam", .text(text))
                }
            },
            pings: { plot in
                plot.blameEach(
                    plot.counting.filter { plot.pings[$0].url.utf8.count > 2_048 }, .malformed, "2048", "URL too long")
            }),
    ]

    /// Changes every load of content.
    private static func loads(
        _ id: String, _ title: String, _ requirement: String, _ severity: Fault.Severity = .error,
        by change: @escaping @Sendable (inout NielsenCall) -> Void
    ) -> NielsenFault {
        NielsenFault(
            id: id, title: title, requirement: requirement, severity: severity, choices: ["nielsen.content": "clip"],
            calls: { plot in
                for place in plot.calls.indices where plot.calls[place].isContentLoad {
                    change(&plot.calls[place])
                    if id == "nielsen.title-encoded-twice" { continue }
                    plot.blame(
                        .malformed, "loadMetadata", owner: plot.calls[place].owner, title, calls: [plot.calls[place].id]
                    )
                }
            },
            pings: { plot in shown(id, &plot) })
    }

    /// What of it stands in the requests, too.
    private static func shown(_ id: String, _ plot: inout NielsenPlot) {
        let content = plot.counting.filter { !plot.pings[$0].isAd }
        switch id {
        case "nielsen.metadata-key-case", "nielsen.assetid-missing":
            plot.blameEach(content.filter { plot.pings[$0]["ai"].isEmpty }, .malformed, "ai", "no asset id")
        case "nielsen.title-missing":
            plot.blameEach(content.filter { plot.pings[$0]["tl"].isEmpty }, .malformed, "tl", "no title")
        case "nielsen.assetid-too-long": plot.blameEach(content, .malformed, "ai", "asset id too long")
        case "nielsen.airdate-format": plot.blameEach(content, .malformed, "c54", "air date")
        case "nielsen.user-in-clear", "nielsen.user-hashed-with-md5":
            plot.blameEach(content, .malformed, "ci_userid", "user id")
        case "nielsen.title-encoded-twice": plot.blameEach(content, .malformed, "tl", "encoded twice")
        default: break
        }
    }
}

extension NielsenCall {
    mutating func set(_ key: String, _ value: JSON) {
        var members = metadata
        if let place = members.firstIndex(where: { $0.0 == key }) {
            members[place].1 = value
        } else {
            members.append((key, value))
        }
        metadata = members
    }
}
