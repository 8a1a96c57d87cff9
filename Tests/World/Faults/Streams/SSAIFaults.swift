/// Mistakes of parsers of beacon playlists and of tracking answers: the negative cases of seed 002 among them. An event
/// at the wrong time of its own ad is worth a warning (ssai.beacon-timing); the common model calls it an error, so that
/// is right as well.
enum SSAIFaults {
    private static let s2 = "S2, R-002-17: each beacon at its time"

    static let all: [Fault] = [
        Fault(
            "ssai.unclosed-ad-dropped", "An ad without a closing discontinuity is dropped", family: "ssai",
            breaks: "R-002-34: the last ad counts without a closing DISCONTINUITY", kinds: ["ssai-vod"],
            edit: { stage, _ in
                guard let last = stage.reportsByAd.last else { return }
                stage.drop(last, "nothing was sent for the ad that ends the playlist")
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.tail] = 0
            }),
        Fault(
            "ssai.no-ad-length", "A playlist without AD_LENGTH is ignored", family: "ssai",
            breaks: "R-002-12, R-002-35: AD_LENGTH is not required", kinds: ["ssai-vod", "ssai-live"],
            edit: { stage, _ in stage.drop(stage.reported, "nothing was sent: no AD_LENGTH in the playlist") },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[SSAIApp.adLength] = .absent
            }),
        Fault(
            "ssai.span-not-reset", "The second ad of a pod begins with the first and lasts as long as both",
            family: "ssai",
            breaks: "R-002-32, R-002-33: an ad's span is its own", severity: .warning,
            kinds: ["ssai-vod", "ssai-live"],
            alsoAccept: [.fail],
            edit: { stage, _ in
                let byAd = stage.reportsByAd
                for (first, second) in zip(byAd, byAd.dropFirst()) {
                    guard let one = stage.place(of: first[0].owner), let two = stage.place(of: second[0].owner),
                        one.place == 1, two.place == 2, one.pod == two.pod, let end = second.last?.at
                    else { continue }
                    let begin = first[0].at
                    let own = second[0].at
                    for intent in second where end > own {
                        let share = Double(intent.at - own) / Double(end - own)
                        // A live playlist names it later: nobody sends a URL that no playlist has named yet.
                        let named = stage.known(intent).first?.compactMap(stage.time(of:)).max() ?? begin
                        let at = max(begin + Int(share * Double(end - begin)), named + 100_000)
                        guard at + 2_000_000 < intent.at else { continue }
                        stage.move(
                            intent, to: at + 9_000, "sent while the first ad was shown", beside: [first[0], second[0]])
                    }
                }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 30_000, ads: [20_000, 20_000])])
            }),
        Fault(
            "ssai.spaces-deleted", "Every space of a line is deleted", family: "ssai",
            breaks: "R-002-36: a URL is sent as declared", kinds: ["ssai-vod", "ssai-live"],
            edit: { stage, _ in
                stage.sendOtherwise(stage.reported, "the URL lost its spaces") { $0.replacing("%20", with: "") }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.style] = .spaces
            }),
        Fault(
            "ssai.cut-at-comma", "Attributes are split at every comma, so that URLs are cut", family: "ssai",
            breaks: "R-002-10: a URL goes to the end of the line", kinds: ["ssai-vod", "ssai-live"],
            edit: { stage, _ in
                stage.sendOtherwise(stage.reported, "the URL was cut at a comma") { url in
                    url.firstIndex(of: ",").map { String(url[..<$0]) } ?? url
                }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.style] = .commas
                script[SSAIApp.quoted] = false
            }),
        Fault(
            "ssai.quotes-kept", "Quotation marks are kept as a part of the URL", family: "ssai",
            breaks: "R-002-41: quotation marks are not a part of the value", kinds: ["ssai-vod", "ssai-live"],
            edit: { stage, _ in stage.sendOtherwise(stage.reported, "the URL ends with a quotation mark") { $0 + "%22" }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[SSAIApp.quoted] = true
                script[SSAIApp.urlFirst] = false
            }),
        Fault(
            "ssai.again-at-reload", "Each load of the playlist starts the ad's events anew", family: "ssai",
            breaks: "R-002-18: each beacon once, although every reload repeats its line", kinds: ["ssai-live"],
            edit: { stage, _ in
                let loads = stage.intents.filter { $0.url.hasSuffix("/index.m3u8") }.map(\.at)
                for own in stage.reportsByAd {
                    guard let first = own.first, let load = loads.first(where: { $0 > first.at + 1_000_000 }) else {
                        continue
                    }
                    for intent in own where intent.at < load {
                        stage.repeatIntent(intent, after: load + 200_000 - intent.at, "sent again after a reload")
                    }
                }
            },
            prepare: { script, _ in script[StreamActs.viewer] = .stays }),
        Fault(
            "ssai.window-start", "Times count from the first segment of the playlist, which moves with the live window",
            family: "ssai", breaks: "R-002-43: an ad's place does not move with the window", severity: .warning,
            kinds: ["ssai-live"],
            alsoAccept: [.fail],
            edit: { stage, _ in
                let early = 3 * stage.script[StreamKnobs.segment] * 1_000_000
                for own in stage.reportsByAd {
                    guard let first = own.first else { continue }
                    for intent in own where intent.at > first.at + early + 1_000_000 {
                        stage.move(intent, to: intent.at - early, "sent three segments early", beside: [first])
                    }
                }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.segment] = 4
                script[StreamKnobs.breaks(isLive: true)] = BreaksText([.init(at: 24_000, ads: [30_000])])
            }),
        Fault(
            "mediatailor.polled-once", "The tracking URL is asked once, when the stream begins", family: "ssai",
            breaks: "AWS: tracking is polled as the manifest changes", severity: .warning, kinds: ["mediatailor"],
            quirks: [MediaTailorApp.pollsOnce],
            edit: { stage, _ in
                let polls = stage.intents.filter { $0.url.contains("/v1/tracking/") }
                stage.breaches.append(
                    Breach(
                        kind: .missing, event: "tracking", owner: "", family: "ssai", words: "tracking was not polled",
                        evidence: polls.map { .intent($0.id) },
                        proofs: stage.intents.filter { $0.url.contains("/v1/manifest/") }.suffix(3).map {
                            [.intent($0.id)]
                        },
                        hosts: polls.first.map { [URLText.host($0.url)] } ?? []))
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[MediaTailorApp.live] = true
            }),
        Fault(
            "mediatailor.again-at-poll", "Each poll sends the events that are past once more", family: "ssai",
            breaks: "AWS: each eventId is reported once", kinds: ["mediatailor"],
            edit: { stage, _ in
                let polls = stage.intents.filter { $0.url.contains("/v1/tracking/") }.map(\.at)
                for own in stage.reportsByAd {
                    guard let first = own.first, let poll = polls.first(where: { $0 > first.at + 1_000_000 }) else {
                        continue
                    }
                    for intent in own where intent.at < poll {
                        stage.repeatIntent(intent, after: poll + 200_000 - intent.at, "sent again after a poll")
                    }
                }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[MediaTailorApp.live] = true
            }),
        Fault(
            "mediatailor.avail-offsets", "Start times are taken as counted from the break, not from the stream",
            family: "ssai", breaks: "AWS: startTimeInSeconds counts from the beginning of the session",
            severity: .warning, kinds: ["mediatailor"], alsoAccept: [.fail],
            edit: { stage, _ in
                let byAd = stage.reportsByAd
                // Only that one ad was reported to its end while the next was shows it: a viewer may jump.
                guard let whole = byAd.first?.last, let next = byAd.dropFirst().first?.first else { return }
                for own in byAd where (stage.place(of: own[0].owner)?.place ?? 1) > 1 {
                    guard let known = stage.known(own[0]).first?.first.flatMap(stage.time) else { continue }
                    for intent in own {
                        let at = max(known + 150_000, intent.at - 8_000_000)
                        guard at + 2_500_000 < intent.at else { continue }
                        stage.move(intent, to: at, "sent before its place", beside: [whole, next])
                    }
                }
            },
            prepare: { script, _ in
                script[StreamActs.viewer] = .stays
                script[StreamKnobs.breaks(isLive: true)] = BreaksText([
                    .init(at: 30_000, ads: [20_000, 20_000, 15_000])
                ])
            }),
    ]
}
