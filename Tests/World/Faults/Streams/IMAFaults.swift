/// Mistakes of apps around the IMA SDK: in the log of its events, and in the beacons beside it.
enum IMAFaults {
    private static func fault(
        _ id: String, _ title: String, breaks requirement: String, severity: Fault.Severity = .error,
        isLogged: Bool = true,
        viewer: StreamActs.Viewer = .stays,
        also: Set<Expectation.Headline> = [],
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            "ima." + id, title, family: "ima", breaks: requirement, severity: severity, kinds: ["ima"],
            alsoAccept: also, edit: edit,
            prepare: { script, stream in
                script[StreamActs.viewer] = viewer
                script[IMAApp.logs] = isLogged
                prepare(&script, &stream)
            })
    }

    private static func pod(_ count: Int) -> @Sendable (inout Script, inout Randomness) -> Void {
        { script, _ in
            let ads = Array([15_000, 15_000, 10_000].prefix(count))
            script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 0, ads: ads)])
        }
    }

    private static let order = "S1, IMA-EV: adBreakStart, adStart, quartiles, adEnd, adBreakEnd"
    private static let agree = "S1, IMA-EV: each event of the log has its beacon, and each beacon its event"
    private static let vast = "S1, VAST 4.3 3.14.1: once, at its position"

    static let all: [Fault] = logs + beacons

    private static let logs: [Fault] = [
        fault("log-no-breakstart", "The delegate is set too late for adBreakStart", breaks: order) { stage, _ in
            stage.forget(stage.lines("adBreakStart"), "adStart without adBreakStart", beside: stage.lines("adStart"))
        },
        fault("log-no-breakend", "adBreakEnd is never logged", breaks: order) { stage, _ in
            stage.forget(stage.lines("adBreakEnd"), "the break never ends", beside: stage.lines("adCompletedAll"))
        },
        fault("log-start-missing", "adStart is never logged", breaks: order) { stage, _ in
            stage.forget(stage.lines("adStart"), "quartiles without adStart", beside: stage.lines("adMidpoint"))
        },
        fault(
            "log-completed-early", "adCompletedAll comes after the first ad of two",
            breaks: "S1: adCompletedAll when all ads are finished", prepare: pod(2)
        ) { stage, _ in
            guard let all = stage.lines("adCompletedAll").first, let first = stage.lines("adEnd").first else { return }
            stage.shift(
                all, to: first.at + 80_000, kind: .early, "adCompletedAll before the second ad",
                beside: stage.lines("adStart"))
        },
        fault(
            "log-pod-sequence", "The number in the pod is not counted on",
            breaks: "R-001-45: sequence rises to totalAds", prepare: pod(3)
        ) { stage, _ in
            let later = stage.calls.filter { call in call.fields.contains { $0.0 == "sequence" && $0.1.written != "1" }
            }
            for call in later {
                stage.rewrite(call.id) { $0.set("sequence", .int(1)) }
            }
            stage.condemn(later + stage.lines("adStart").prefix(1), event: "adStart", "sequence 1 again")
        },
        fault("log-quartile-missing", "One quartile is not logged", breaks: agree) { stage, stream in
            let (name, event) = stream.pick([
                ("adFirstQuartile", "firstQuartile"), ("adMidpoint", "midpoint"), ("adThirdQuartile", "thirdQuartile"),
            ])
            stage.forget(
                stage.lines(name), "\(event) was sent and not logged", beside: stage.lines("adStart"),
                reports: stage.reports(of: event))
        },
        fault("log-quartile-twice", "A quartile is logged twice", breaks: "S1, IMA-EV: once per ad") { stage, stream in
            guard let call = stage.lines(stream.pick(["adFirstQuartile", "adMidpoint", "adThirdQuartile"])).first else {
                return
            }
            let copy = stage.call(at: call.at + 700_000, kind: "event", source: "ima", call.name, fields: call.fields)
            stage.condemn(
                [call] + stage.calls.filter { $0.id == copy }, event: call.name, kind: .repeated, "logged twice")
        },
        fault("log-start-twice", "adStart is logged twice", breaks: "S1, IMA-EV: once per ad") { stage, _ in
            guard let call = stage.lines("adStart").first else { return }
            let copy = stage.call(at: call.at + 400_000, kind: "event", source: "ima", call.name, fields: call.fields)
            stage.condemn(
                [call] + stage.calls.filter { $0.id == copy }, event: call.name, kind: .repeated, "logged twice")
        },
        fault("log-order", "adMidpoint is logged before adFirstQuartile", breaks: order) { stage, _ in
            guard let quarter = stage.lines("adFirstQuartile").first, let middle = stage.lines("adMidpoint").first
            else { return }
            stage.shift(middle, to: quarter.at, kind: .early, "the middle before the quarter", beside: [quarter])
            stage.shift(quarter, to: middle.at, kind: .late, "the quarter after the middle", beside: [middle])
        },
        fault("log-breakend-early", "adBreakEnd is logged before the last adEnd", breaks: order) { stage, _ in
            guard let end = stage.lines("adBreakEnd").first,
                let ad = stage.lines("adThirdQuartile").last(where: { $0.at < end.at })
            else { return }
            stage.shift(
                end, to: ad.at + 600_000, kind: .early, "the break ends before its ad", beside: stage.lines("adEnd"))
        },
        fault("log-quartile-late", "A quartile is logged three seconds after its beacon", breaks: agree) { stage, _ in
            guard let call = stage.lines("adFirstQuartile").first else { return }
            // What is late is late against the beacon: who sees the log alone cannot say that the two disagree.
            stage.shift(
                call, to: call.at + 2_600_000, kind: .late, "logged 2.6 s late", beside: stage.lines("adMidpoint"),
                reports: Array(stage.reports(of: "firstQuartile").prefix(1)))
        },
        fault("log-without-beacon", "The log has a quartile of which no beacon was sent", breaks: agree) {
            stage, stream in
            let event = stream.pick(["firstQuartile", "midpoint", "thirdQuartile"])
            stage.drop(stage.reports(of: event), "\(event) was logged and not sent")
        },
    ]

    private static let beacons: [Fault] = [
        fault("quartiles-not-implemented", "Nothing is sent after start", breaks: vast, isLogged: false) { stage, _ in
            let late: Set<String> = ["firstQuartile", "midpoint", "thirdQuartile", "complete"]
            stage.drop(stage.reported.filter { late.contains($0.event ?? "") }, "no quartile was sent")
        },
        fault("impression-missing", "The impression is never sent", breaks: vast, isLogged: false) { stage, _ in
            stage.drop(stage.reports(of: "impression"), "no impression")
        },
        fault("impression-twice", "The impression is sent again", breaks: vast, isLogged: false) { stage, stream in
            guard let first = stage.reports(of: "impression").first else { return }
            stage.repeatIntent(first, after: .seconds(stream.double(0.8...3)), "impression sent twice")
        },
        fault("complete-twice", "complete is sent again", breaks: vast, isLogged: false) { stage, stream in
            guard let first = stage.reports(of: "complete").first else { return }
            stage.repeatIntent(first, after: .seconds(stream.double(0.8...2)), "complete sent twice")
        },
        fault("quartile-missing", "One quartile is never sent", breaks: vast, isLogged: false) { stage, stream in
            let event = stream.pick(["firstQuartile", "midpoint", "thirdQuartile"])
            stage.drop(stage.reports(of: event), "\(event) never sent")
        },
        fault(
            "second-ad-silent", "The second ad of a pod sends nothing", breaks: vast, isLogged: false,
            also: [.cannotTell], prepare: pod(2)
        ) { stage, _ in
            for own in stage.reportsByAd.dropFirst() { stage.drop(own, "nothing was sent for the second ad") }
        },
        fault(
            "first-ads-trackers", "The second ad of a pod fires the first ad's trackers", breaks: vast, isLogged: false,
            prepare: pod(2)
        ) { stage, _ in
            let byAd = stage.reportsByAd
            guard byAd.count == 2 else { return }
            for intent in byAd[1] {
                guard let other = byAd[0].first(where: { $0.event == intent.event }) else { continue }
                stage.drop([intent], "the first ad's tracker was fired in its place")
                stage.repeatIntent(other, after: intent.at - other.at, "fired for the second ad too")
            }
        },
        fault(
            "sends-while-paused", "Quartiles follow the clock on the wall while the viewer pauses", breaks: vast,
            isLogged: false, viewer: .pausesLongInAd
        ) { stage, _ in
            for own in stage.reportsByAd {
                guard let pause = own.first(where: { $0.event == "pause" }),
                    let resume = own.first(where: { $0.event == "resume" })
                else { continue }
                let long = resume.at - pause.at
                let quarters: Set<String> = ["firstQuartile", "midpoint", "thirdQuartile", "complete"]
                for intent in own
                where intent.at > resume.at && quarters.contains(intent.event ?? "") && long > 2_500_000 {
                    stage.move(
                        intent, to: intent.at - long, "sent as if there had been no pause",
                        beside: [pause, resume, own[0]])
                }
            }
        },
        fault(
            "resume-missing", "resume is never sent", breaks: "VAST 4.3 3.14.1: pause and resume alternate",
            severity: .warning, isLogged: false, viewer: .pausesLongInAd
        ) { stage, _ in
            for own in stage.reportsByAd {
                let resumes = own.filter { $0.event == "resume" }
                guard !resumes.isEmpty, let pause = own.first(where: { $0.event == "pause" }),
                    let next = own.first(where: { $0.event != "resume" && $0.at > pause.at })
                else { continue }
                stage.drop(resumes, "resume never sent")
                stage.blame([pause.id, next.id], kind: .missing, "no resume after a pause", event: "resume")
                stage.breaches[stage.breaches.count - 1].proofs = [[.intent(next.id)]]
            }
        },
    ]
}
