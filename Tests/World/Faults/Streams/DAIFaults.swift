/// Mistakes of players of DAI streams: registration, pods, metadata, verification.
enum DAIFaults {
    private static let both: Set<String> = ["dai-full", "dai-pods"]
    private static let pods: Set<String> = ["dai-pods"]

    static let all: [Fault] = verification + metadata + pod

    private static func fault(
        _ id: String, _ title: String, breaks requirement: String, severity: Fault.Severity = .error,
        kinds: Set<String> = both, quirks: Set<Quirk> = [],
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            "dai." + id, title, family: "dai", breaks: requirement, severity: severity, kinds: kinds, quirks: quirks,
            edit: edit,
            prepare: { script, stream in
                script[StreamActs.viewer] = .stays
                prepare(&script, &stream)
            })
    }

    private static let once = "DAI-CLIENT: each tag that is reached is verified once"

    private static let verification: [Fault] = [
        fault("verify-never", "Nothing is verified", breaks: once) { stage, _ in
            stage.drop(stage.reported, "no tag was verified")
        },
        fault("verify-start-only", "Only the tags of type start are verified", breaks: once) { stage, _ in
            stage.drop(stage.reported.filter { $0.event != "start" }, "only start was verified")
        },
        fault("verify-quartile-missing", "The tags of one quartile are never verified", breaks: once) { stage, stream in
            let type = stream.pick(["firstquartile", "midpoint", "thirdquartile"])
            stage.drop(stage.reports(of: type), "\(type) never verified")
        },
        fault("verify-complete-missing", "The tags of type complete are never verified", breaks: once) { stage, _ in
            stage.drop(stage.reports(of: "complete"), "complete never verified")
        },
        fault(
            "verify-second-ad-ignored", "The second ad of a break is not verified", breaks: once,
            prepare: { script, _ in script.pairAds() }
        ) { stage, _ in
            for own in stage.reportsByAd where own[0].owner?.hasSuffix("_ad1") != true {
                stage.drop(own, "nothing was verified of an ad behind the first of its break")
            }
        },
        fault("verify-twice", "A tag is verified twice; the server answers 404", breaks: once) { stage, stream in
            for own in stage.reportsByAd.prefix(2) {
                let copy = stage.repeatIntent(
                    stream.pick(own), after: .seconds(stream.double(0.6...2)), "verified twice")
                stage.answer(copy, with: 404)
            }
        },
        fault("verify-at-once", "All tags of an ad are verified when the metadata name them", breaks: once) {
            stage, _ in
            for own in stage.reportsByAd {
                guard let id = own[0].template,
                    let told = stage.intents.first(where: { $0.answer.text?.contains(id) == true }),
                    told.at + 3_000_000 < own[0].at
                else { continue }
                for (place, intent) in own.enumerated() {
                    stage.move(intent, to: told.at + 150_000 + place * 25_000, "verified before the ad", beside: [told])
                }
            }
        },
        fault("verify-all-at-start", "All tags of an ad are verified when it begins", breaks: once) { stage, _ in
            for own in stage.reportsByAd {
                for (place, intent) in own.enumerated().dropFirst() where intent.at > own[0].at + 2_500_000 {
                    stage.move(intent, to: own[0].at + place * 25_000, "verified when the ad began", beside: [own[0]])
                }
            }
        },
        fault(
            "verify-without-prefix", "Ids are sent without google_; the server answers 404",
            breaks: "DAI-CLIENT: the whole id is appended to media_verification_url"
        ) { stage, _ in
            for intent in stage.reported {
                stage.alter(intent, "the id lost its prefix") {
                    $0.url = $0.url.replacing("google_", with: "")
                    $0.answer.status = 404
                }
            }
        },
        fault(
            "verify-progress", "Tags of type progress are verified too", breaks: "DAI-CLIENT: progress is not verified",
            severity: .warning
        ) { stage, _ in
            guard
                let base = stage.reported.first.map({
                    $0.url.prefix(upTo: $0.url.range(of: "google_")?.lowerBound ?? $0.url.endIndex)
                })
            else { return }
            for own in stage.reportsByAd {
                guard let document = stage.intents.last(where: { $0.event == "metadata" })?.answer.text else {
                    continue
                }
                let mark = "\"ad\":\"\(own[0].owner ?? "")\",\"ad_break_id\""
                let tags = document.components(separatedBy: "\"google_").dropFirst()
                    .filter { $0.contains(mark) && $0.prefix(120).contains("progress") }
                for (place, tag) in tags.enumerated() {
                    let at = own[0].at + (place + 1) * 5_000_000
                    guard at < own[own.count - 1].at else { continue }
                    let id = stage.send(
                        at: at, base + "google_" + tag.prefix { $0 != "\"" }, .beacon, family: "dai",
                        owner: own[0].owner,
                        event: "progress", answer: .nothing)
                    stage.blame([id], "a progress tag was verified")
                }
            }
        },
    ]

    private static let metadata: [Fault] = [
        fault(
            "metadata-once", "Metadata are read once", breaks: "DAI-CLIENT: every polling_frequency seconds",
            severity: .warning, quirks: [DAIPolling.once]
        ) { stage, _ in
            guard let last = stage.reports(of: "metadata").last else { return }
            stage.blame([last.id], kind: .missing, "metadata were not read again", event: "metadata", owner: "")
            // Whoever still loads media three polls later had time to read them again.
            let polls = last.at + .seconds(3 * Double(stage.script[DAIKnobs.poll]))
            stage.breaches[stage.breaches.count - 1].proofs = stage.intents.filter {
                $0.purpose == .media && $0.at > polls
            }.map { [.intent($0.id)] }
        },
        fault(
            "metadata-often", "Metadata are read every second", breaks: "DAI-CLIENT: every polling_frequency seconds",
            severity: .warning, quirks: [DAIPolling.often]
        ) { stage, _ in
            stage.blame(stage.reports(of: "metadata").prefix(6).map(\.id), "metadata were read every second")
        },
    ]

    private static let pod: [Fault] = [
        change(
            "pod-placeholder", "The placeholder {$stream_id} stays in the URL",
            "R-003-64: stream_id is that of the session"
        ) {
            $0.replacingField("stream_id", with: "%7B$stream_id%7D")
        },
        change(
            "pod-foreign-stream", "The pod is asked for with the stream of another session",
            "R-003-65: stream_id is that of the session"
        ) {
            $0.replacingField("stream_id", with: "0b5c1e9a-77aa-4c11-9c50-6e4be8aa01d2:DLS")
        },
        change("pod-no-stream", "The pod is asked for without a stream", "R-003-28: no pod without a stream id") {
            $0.replacingField("stream_id", with: "")
        },
        change("pod-seconds", "pd is in seconds", "R-003-63: pd is in milliseconds", isServed: true) { url in
            let value = url.field("pd").flatMap { Int($0) } ?? 10_000
            return url.replacingField("pd", with: String(value / 1_000))
        },
        change("pod-no-duration", "pd is left out", "R-003-40: pd says how long the break is", isServed: true) {
            $0.replacingField("pd", with: nil)
        },
        change(
            "pod-fraction", "pd is a fraction", "R-003-40: pd is a whole number of milliseconds", isServed: true
        ) { url in
            url.replacingField("pd", with: (url.field("pd") ?? "10000") + ".5")
        },
        change(
            "pod-id-form", "The pod id is not of one of the two forms",
            "R-003-34, R-003-35: pod/{integer} or ad_break_id/{string}"
        ) { url in
            url.replacing("/ad_break_id/", with: "/break/").replacing("/pod/", with: "/pod/p-")
        },
        change(
            "pod-other-network", "The pod is asked for in another network", "R-003-05: the network of the registration"
        ) {
            $0.replacing("network/21775744923", with: "network/6062")
        },
        change(
            "pod-token-other", "The token is signed for another break",
            "DAI-HMAC: the token repeats the request's values",
            prepare: { script, _ in script[DAIPodsApp.signed] = true }
        ) { $0.replacing("pd%3D", with: "pd%3D9") },
        change(
            "pod-token-expired", "The token is past its time", "DAI-HMAC: exp lies in the future",
            prepare: { script, _ in script[DAIPodsApp.signed] = true }
        ) { url in
            guard let at = url.range(of: "exp%3D") else { return url }
            let digits = url[at.upperBound...].prefix { $0.isNumber }
            // It held for an hour; four minutes ago it ended.
            let past = (Int(digits) ?? 0) - 3_840
            return url[..<at.upperBound] + String(past) + url[digits.endIndex...]
        },
        fault(
            "pod-before-registration", "A pod is asked for before the stream is registered",
            breaks: "DAI-SGAI, R-003-66: registration first", kinds: pods, quirks: [DAIPodsApp.refused],
            prepare: { script, _ in
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 24_000, ads: [15_000])])
            }
        ) { stage, _ in
            guard let registration = stage.reports(of: "registration").first, let pod = stage.reports(of: "pod").first
            else { return }
            let later = pod.at + 400_000
            stage.move(
                registration, to: later, "the stream was registered after the pod was asked for", beside: [pod])
            // Nobody knows the stream yet: the pod is asked for without, and metadata are not read.
            stage.replace(pod.id) { $0.url = $0.url.replacingField("stream_id", with: "") }
            stage.intents.removeAll { $0.event == "metadata" && $0.at < later + 300_000 }
            let (until, new) = (registration.at + 500_000 + 28_800_000_000, later + 28_800_000_000)
            stage.replace(registration.id) {
                $0.answer.text = $0.answer.text?.replacing(Calendar.iso(until), with: Calendar.iso(new))
            }
        },
        fault(
            "registration-fails", "Registration fails, and pods are asked for all the same",
            breaks: "R-003-29, R-003-42: without a stream no pod", kinds: pods, quirks: [DAIPodsApp.refused]
        ) { stage, _ in
            guard let registration = stage.reports(of: "registration").first else { return }
            stage.answer(registration.id, with: 400, text: "{\"error\":\"invalid asset\"}")
            let pods = stage.reports(of: "pod")
            stage.blame(pods.map(\.id), "pods were asked for without a stream", beside: [.intent(registration.id)])
            for pod in pods { stage.replace(pod.id) { $0.url = $0.url.replacingField("stream_id", with: "") } }
            stage.intents.removeAll { $0.event == "metadata" }
        },
        fault(
            "stream-expired", "The stream is used after valid_until",
            breaks: "DAI-CLIENT: a stream holds until valid_until", kinds: pods,
            quirks: [DAIPodsApp.expires, DAIPodsApp.refused],
            prepare: { script, _ in
                script[DAIPodsApp.lead] = 4
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 60_000, ads: [15_000])])
            }
        ) { stage, _ in
            let end = stage.moment(StreamShow.lead) + 20_000_000
            for poll in stage.reports(of: "metadata") where poll.at > end {
                stage.replace(poll.id) { $0.answer = .refusal(404) }
            }
            stage.blame(
                stage.reports(of: "pod").map(\.id), "asked for with a stream that had expired",
                beside: stage.reports(of: "registration").map { .intent($0.id) })
        },
        fault(
            "pod-id-reused", "Two breaks have the same id", breaks: "R-003-37: a pod id is unique", severity: .warning,
            kinds: pods,
            prepare: { script, _ in
                script[DAIPodsApp.signed] = false
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([
                    .init(at: 24_000, ads: [15_000]), .init(at: 84_000, ads: [15_000]),
                ])
            }
        ) { stage, _ in
            let asked = stage.reports(of: "pod")
            guard asked.count == 2, let one = asked[0].owner, let two = asked[1].owner else { return }
            for intent in stage.intents where intent.url.contains("/\(two)") {
                stage.replace(intent.id) { $0.url = $0.url.replacing("/\(two)", with: "/\(one)") }
            }
            stage.blame(asked.map(\.id), "two breaks with one id")
        },
    ]

    /// Changes the URL of each pod request.
    /// - Parameter isServed: the server is content with it.
    private static func change(
        _ id: String, _ title: String, _ requirement: String, isServed: Bool = false,
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        by change: @escaping @Sendable (String) -> String
    ) -> Fault {
        fault(
            id, title, breaks: requirement, kinds: pods, quirks: isServed ? [] : [DAIPodsApp.refused], prepare: prepare
        ) { stage, _ in
            for intent in stage.reports(of: "pod") {
                let url = change(intent.url)
                guard url != intent.url else { continue }
                stage.alter(intent, title) { $0.url = url }
            }
        }
    }
}
