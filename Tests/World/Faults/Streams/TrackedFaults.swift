/// Mistakes in reporting that every player of declared trackers can make: beacon lines, MediaTailor, asset lists.
struct TrackedFaults {
    /// Begins the ids.
    var prefix: String
    var family: String
    var kinds: Set<String>
    /// The requirement that events are reported, once, at their time.
    var requirement: String
    /// Whether the viewer can jump over a break.
    var canJump = true

    var all: [Fault] { missing + repeated + mistimed + (canJump ? [sentForSkipped] : []) + misaddressed }

    private func fault(
        _ id: String, _ title: String, severity: Fault.Severity = .error, kinds: Set<String>? = nil,
        quirks: Set<Quirk> = [], alsoAccept: Set<Expectation.Headline> = [],
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            prefix + "." + id, title, family: family, breaks: requirement, severity: severity,
            kinds: kinds ?? self.kinds,
            quirks: quirks, alsoAccept: alsoAccept, edit: edit,
            prepare: { script, stream in
                script[StreamActs.viewer] = .stays
                prepare(&script, &stream)
            })
    }

    private var missing: [Fault] {
        [
            fault("nothing-sent", "The reporting module is never started") { stage, _ in
                stage.drop(stage.reported, "nothing was sent for the ads")
            },
            fault("opening-missing", "The first event of each ad is never sent") { stage, _ in
                for own in stage.reportsByAd {
                    guard let name = own.first?.event else { continue }
                    stage.drop(own.filter { $0.event == name }, "\(name) never sent")
                }
            },
            fault("quartile-missing", "One quartile is never sent") { stage, stream in
                let name = stream.pick(["firstQuartile", "midpoint", "thirdQuartile"])
                stage.drop(stage.reports(of: name), "\(name) never sent")
            },
            fault("complete-missing", "complete is never sent") { stage, _ in
                stage.drop(stage.reports(of: "complete"), "complete never sent")
            },
            fault(
                "last-ad-dropped", "An ad is closed by the next one alone, so that the last one's events are dropped",
                prepare: { script, _ in script.pairAds() }
            ) { stage, _ in
                guard let last = stage.reportsByAd.last else { return }
                stage.drop(last, "nothing was sent for the last ad")
            },
            fault(
                "second-ad-ignored", "Only the first ad of a pod is reported",
                prepare: { script, _ in script.pairAds() }
            ) { stage, _ in
                for own in stage.reportsByAd.filter({ (stage.place(of: $0[0].owner)?.place ?? 1) > 1 }) {
                    stage.drop(own, "nothing was sent for an ad behind the first of its pod")
                }
            },
            fault(
                "second-url-missing", "Of two URLs of an event only the first is requested",
                prepare: { script, stream in
                    script[StreamKnobs.doubled] = stream.pick(["firstQuartile", "complete", "midpoint"])
                }
            ) { stage, _ in
                let name = stage.script[StreamKnobs.doubled]
                for own in stage.reportsByAd {
                    stage.drop(
                        Array(own.filter { $0.event == name }.dropFirst()), "the second URL of \(name) never requested")
                }
            },
        ]
    }

    private var repeated: [Fault] {
        [
            fault("event-twice", "An event is sent again a moment later") { stage, stream in
                guard let intent = stage.reported.isEmpty ? nil : stream.pick(stage.reported) else { return }
                stage.repeatIntent(intent, after: .seconds(stream.double(0.8...3)), "sent twice")
            },
            fault("two-listeners", "Two listeners each send every event") { stage, stream in
                // Mostly within one turn of the run loop.
                let waits = stream.chance(0.25) ? stream.int(300_000...900_000) : 0
                for intent in stage.reported {
                    stage.repeatIntent(intent, after: waits + stream.int(0...40_000), "every event is sent twice")
                }
            },
        ]
    }

    private var mistimed: [Fault] {
        [
            fault("all-at-start", "All events of an ad are sent when it begins") { stage, _ in
                for own in stage.reportsByAd {
                    guard let first = own.first else { continue }
                    for (place, intent) in own.enumerated().dropFirst() where intent.at > first.at + 2_500_000 {
                        stage.move(
                            intent, to: first.at + place * 20_000, "sent when the ad began", beside: [first])
                    }
                }
            },
            fault("all-when-known", "All events of an ad are sent as soon as they are known") { stage, _ in
                for own in stage.reportsByAd {
                    guard let first = own.first, let known = stage.known(first).first?.first.flatMap(stage.time),
                        known + 3_000_000 < first.at
                    else { continue }
                    for (place, intent) in own.enumerated() {
                        stage.move(intent, to: known + 120_000 + place * 20_000, "sent before the ad was shown")
                    }
                }
            },
            fault(
                "complete-on-quit", "complete is sent when the player is taken down",
                quirks: [Reporting.completesOnQuit],
                prepare: { script, _ in script[StreamActs.viewer] = .leavesInAd }
            ) { _, _ in },
            fault("midpoint-first", "firstQuartile and midpoint are mixed up") { stage, _ in
                for own in stage.reportsByAd {
                    guard let quarter = own.first(where: { $0.event == "firstQuartile" }),
                        let middle = own.first(where: { $0.event == "midpoint" }), let first = own.first
                    else { continue }
                    stage.move(middle, to: quarter.at, "midpoint at a quarter", beside: [first, quarter])
                    stage.move(quarter, to: middle.at, "firstQuartile at the middle", beside: [first, middle])
                }
            },
            fault("late-batch", "Events are queued and sent when the ad is over", severity: .warning) { stage, _ in
                for own in stage.reportsByAd {
                    guard let last = own.last, last.event == "complete", let first = own.first else { continue }
                    for (place, intent) in own.enumerated().dropFirst().dropLast()
                    where intent.at > first.at + 1_000_000 {
                        stage.move(intent, to: last.at - (own.count - place) * 15_000, "sent late", beside: [first])
                    }
                }
            },
            fault(
                "half-speed", "The player's clock counts seconds twice: events come at half of their time",
                severity: .warning, alsoAccept: [.fail]
            ) { stage, _ in
                for own in stage.reportsByAd {
                    // What is fetched once the ad is over says that it was not played twice as fast.
                    guard let first = own.first, let last = own.last,
                        let after = stage.intents.first(where: { $0.purpose == .media && $0.at > last.at - 8_000_000 })
                    else { continue }
                    // Within a target duration of its place a beacon of a playlist is in time (ssai.beacon-timing).
                    let tolerance = prefix == "ssai" ? (stage.script[StreamKnobs.segment] + 1) * 1_000_000 : 2_250_000
                    for intent in own where (intent.at - first.at) / 2 > tolerance + 250_000 {
                        stage.move(
                            intent, to: first.at + (intent.at - first.at) / 2, "sent at half of its time",
                            beside: [first, after])
                    }
                }
            },
        ]
    }

    private var sentForSkipped: Fault {
        fault(
            "sent-for-skipped", "Events of ads that were jumped over are sent when play goes on",
            kinds: kinds.subtracting(["ssai-live"]), quirks: [Reporting.reportsSkipped],
            prepare: { script, _ in
                script[MediaTailorApp.live] = false
                script[StreamActs.viewer] = .jumpsOverBreak
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 24_000, ads: [15_000, 20_000])])
                if script[StreamKnobs.tail] == 0 { script[StreamKnobs.tail] = 48 }
            }
        ) { _, _ in }
    }

    private var misaddressed: [Fault] {
        [
            fault(
                "next-ads-complete", "complete goes to the tracker of the ad that follows",
                prepare: { script, _ in script.pairAds() }
            ) { stage, _ in
                let byAd = stage.reportsByAd
                for (own, next) in zip(byAd, byAd.dropFirst()) {
                    guard let complete = own.last(where: { $0.event == "complete" }),
                        let other = next.first(where: { $0.event == "complete" }),
                        stage.place(of: complete.owner)?.pod == stage.place(of: other.owner)?.pod
                    else { continue }
                    stage.drop(own.filter { $0.event == "complete" }, "complete went to another ad's tracker")
                    let id = stage.send(
                        at: complete.at, other.url, .beacon, family: family, owner: other.owner, event: "complete",
                        template: other.template)
                    stage.blame(
                        [id], kind: .early, "complete of the next ad before it was shown", beside: [.intent(other.id)])
                }
            },
            fault(
                "encoded-twice", "URLs are escaped a second time",
                prepare: { script, _ in
                    script[StreamKnobs.style] = .freewheel
                }
            ) { stage, _ in
                stage.sendOtherwise(stage.reported, "the URL was escaped twice") { $0.replacing("%", with: "%25") }
            },
            fault(
                "entities-kept", "URLs are put through an XML writer and keep `&amp;`",
                prepare: { script, _ in
                    script[StreamKnobs.style] = .freewheel
                }
            ) { stage, _ in
                stage.sendOtherwise(stage.reported, "the URL kept &amp;") { $0.replacing("&", with: "&amp;") }
            },
            fault("stale-urls", "The URLs are those of an earlier session") { stage, _ in
                var stream = stage.dice.stream("earlier session")
                let style = stage.script[StreamKnobs.style]
                var sent: [String: [(event: String, trace: Trace)]] = [:]
                for intent in stage.reported {
                    let old = style.url(ad: intent.owner ?? "", event: intent.event ?? "", from: &stream)
                    stage.sendOtherwise([intent], "the URL is of an earlier session", isTold: false) { _ in
                        URLText.sendable(old)
                    }
                    guard let copy = stage.intents.last else { continue }
                    sent[intent.owner ?? "", default: []].append((intent.event ?? "", .intent(copy.id)))
                }
                // Each alone may be anything; up to the middle, each at its time, they show that the ad was played.
                for place in stage.breaches.indices {
                    let early = (sent[stage.breaches[place].owner] ?? []).filter {
                        ["impression", "start", "firstQuartile", "midpoint"].contains($0.event)
                    }
                    guard early.contains(where: { $0.event == "midpoint" }) else { continue }
                    stage.breaches[place].proofs.append(early.map { $0.trace })
                }
            },
        ]
    }
}
