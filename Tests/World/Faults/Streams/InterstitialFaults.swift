/// Mistakes around HLS interstitials themselves: playlists, lists, and players that do not follow them.
enum InterstitialFaults {
    private static let kinds: Set<String> = ["interstitials"]

    private static func fault(
        _ id: String, _ title: String, breaks requirement: String, severity: Fault.Severity = .error,
        quirks: Set<Quirk> = [], alsoAccept: Set<Expectation.Headline> = [],
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        edit: @escaping @Sendable (inout Stage, inout Randomness) -> Void
    ) -> Fault {
        Fault(
            "interstitials." + id, title, family: "hls", breaks: requirement, severity: severity, kinds: kinds,
            quirks: quirks, alsoAccept: alsoAccept, edit: edit,
            prepare: { script, stream in
                script[StreamActs.viewer] = .stays
                script[InterstitialsApp.asset] = .list
                prepare(&script, &stream)
            })
    }

    /// A flaw of a document that the ad server writes.
    private static func flaw(_ id: String, _ title: String, _ requirement: String, _ name: String, in event: String)
        -> Fault
    {
        fault(id, title, breaks: requirement, quirks: [Quirk(stringLiteral: InterstitialsApp.flaws + name)]) {
            stage, _ in
            for document in stage.intents where document.event == event {
                stage.blame([document.id], kind: .malformed, title)
            }
        }
    }

    static let all: [Fault] = [
        flaw("duration-text", "DURATION is a text", "HLS-D D.2: DURATION is a number", "durationText", in: "list"),
        flaw(
            "duration-missing", "An asset has no DURATION", "HLS-D D.2: each asset has URI and DURATION",
            "durationMissing", in: "list"),
        flaw(
            "uri-missing", "An asset has no URI", "HLS-D D.2: each asset has URI and DURATION", "uriMissing", in: "list"
        ),
        flaw("assets-object", "ASSETS is no array", "HLS-D D.2: ASSETS is an array", "assetsObject", in: "list"),
        flaw(
            "both-assets", "A date range has X-ASSET-URI and X-ASSET-LIST", "HLS-D D.2: exactly one of them", "both",
            in: "primary"),
        flaw(
            "no-asset", "A date range has neither X-ASSET-URI nor X-ASSET-LIST", "HLS-D D.2: exactly one of them",
            "neither", in: "primary"),
        fault(
            "ignored", "The player does not know interstitials and plays the content alone",
            breaks: "HLS-D D.2: an interstitial is played at its place", quirks: [InterstitialsApp.ignored],
            alsoAccept: [.cannotTell],
            prepare: { script, _ in
                script[StreamKnobs.tail] = 72
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 24_000, ads: [15_000])])
            }
        ) { stage, _ in
            stage.blame(
                stage.intents.filter { $0.event == "primary" }.map(\.id), kind: .missing, "the break was not taken",
                event: "break-1", owner: "break-1")
            guard let last = stage.breaches.indices.last else { return }
            // What is asked for ten seconds after the break's time, at the pace of play, shows that play has passed it.
            stage.breaches[last].proofs = stage.intents.filter { $0.purpose == .media && $0.at > stage.moment(36) }
                .map { [.intent($0.id)] }
            stage.breaches[last].hosts = ["ads-sgai.vtv-example.com"]
            stage.breaches[last].window = stage.moment(10)...stage.moment(36)
        },
        fault(
            "primary-id-changes", "_HLS_primary_id differs from request to request",
            breaks: "HLS-D D.4: one _HLS_primary_id in a session", severity: .warning
        ) { stage, _ in
            var stream = stage.dice.stream("other primary ids")
            let own = stage.intents.filter { $0.url.contains("_HLS_primary_id=") }
            for intent in own.dropFirst() {
                stage.alter(intent, "another _HLS_primary_id") {
                    $0.url = $0.url.replacingField("_HLS_primary_id", with: stream.uuid())
                }
            }
        },
        fault(
            "primary-id-missing", "_HLS_primary_id is left out", breaks: "HLS-D D.4 (SHOULD)", severity: .warning
        ) { stage, _ in
            for intent in stage.intents where intent.url.contains("_HLS_primary_id=") {
                stage.alter(intent, "no _HLS_primary_id") {
                    $0.url = $0.url.replacingField("_HLS_primary_id", with: nil)
                    if $0.url.hasSuffix("?") { $0.url.removeLast() }
                }
            }
        },
        fault(
            "order-of-assets", "The assets are played in the opposite order",
            breaks: "HLS-D D.2: assets are played in order",
            prepare: { script, _ in
                script[InterstitialsApp.tracking] = .none
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 24_000, ads: [15_000, 15_000])])
            }
        ) { stage, _ in
            let ids = ["251", "252"]
            func isOf(_ intent: Intent, _ id: String) -> Bool {
                intent.url.contains("ads-sgai.vtv-example.com/a\(id)/")
            }
            let both = stage.intents.filter { intent in ids.contains { isOf(intent, $0) } }
            for intent in both {
                let (own, other) = isOf(intent, ids[0]) ? (ids[0], ids[1]) : (ids[1], ids[0])
                stage.replace(intent.id) { $0.url = $0.url.replacing("/a\(own)/", with: "/a\(other)/") }
            }
            let segments = both.filter { $0.purpose == .media }.map(\.id)
            stage.blame(
                segments, kind: .misplaced, "the second asset was played before the first", event: "asset",
                owner: "a252")
        },
        fault(
            "once-again", "An interstitial with CUE=ONCE is fetched again", breaks: "HLS-D D.2: CUE=ONCE once",
            severity: .warning,
            prepare: { script, _ in
                script[InterstitialsApp.once] = true
                script[InterstitialsApp.tracking] = .none
                script[StreamKnobs.tail] = 72
                script[StreamKnobs.breaks(isLive: false)] = BreaksText([.init(at: 24_000, ads: [15_000])])
            }
        ) { stage, _ in
            let own = stage.intents.filter { $0.url.contains("ads-sgai.vtv-example.com") }
            guard let last = own.map(\.at).max(), let first = own.map(\.at).min() else { return }
            var copies: [Int] = []
            for intent in own {
                copies.append(
                    stage.send(
                        at: intent.at + (last - first) + 30_000_000, intent.url, intent.purpose, family: intent.family,
                        owner: intent.owner, event: intent.event, means: intent.means, answer: intent.answer))
            }
            stage.blame(copies, kind: .repeated, "fetched again", beside: own.map { .intent($0.id) })
        },
    ]
}
