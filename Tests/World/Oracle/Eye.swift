/// What can be seen of a story in a recording.
struct Eye: Sendable {
    let story: Story
    let recording: Recording
    /// For each intent the requests that carried it.
    private let carriers: [Int: [Request]]

    init(_ story: Story, _ recording: Recording) {
        self.story = story
        self.recording = recording
        carriers = Dictionary(grouping: story.requests) { $0.intent.id }
    }

    /// Whether it was seen whole: a request with its URL, and with its content where it is a document. Where a redirect led
    /// is another's host: who sent it there is not known.
    func sees(_ trace: Trace) -> Bool {
        switch trace {
        case .call(let call): return recording.calls.contains(call)
        case .intent(let intent):
            return (carriers[intent] ?? []).contains { request in
                guard let sight = recording.sights[request.id], sight.url, sight.body,
                    URLText.host(request.url) == URLText.host(request.intent.url)
                else { return false }
                return request.answer.text == nil || request.intent.purpose != .document || sight.content
            }
        }
    }

    func sees(all traces: [Trace]) -> Bool { traces.allSatisfy(sees) }
    /// Whether one of the sets of documents was seen; nothing to know is known.
    func knows(_ alternatives: [[Trace]]) -> Bool { alternatives.isEmpty || alternatives.contains(where: sees(all:)) }
    /// Whether the contents of one of the sets were read, whatever became of the queries that they were asked for with.
    func reads(_ alternatives: [[Trace]]) -> Bool {
        alternatives.contains { traces in
            traces.allSatisfy { trace in
                guard case .intent(let intent) = trace else { return sees(trace) }
                return sees(trace)
                    || (carriers[intent] ?? []).contains {
                        $0.answer.text != nil && recording.sights[$0.id]?.content == true
                    }
            }
        }
    }
    func seesAny(_ alternatives: [[Trace]]) -> Bool { alternatives.contains { !$0.isEmpty && sees(all: $0) } }

    /// Whether something stopped it on the device: it never left, and that can be seen.
    func wasBlocked(_ intent: Int) -> Bool { (carriers[intent] ?? []).allSatisfy { $0.outcome == .blocked } }

    /// No ping of Nielsen was taken: nothing was measured, whoever is right.
    private var isUnmeasured: Bool {
        let pings = story.requests.filter {
            $0.intent.family == "nielsen" && $0.url.contains("prd=dcr") && recording.sights[$0.id] != nil
        }
        return !pings.isEmpty && pings.allSatisfy { $0.outcome != .delivered || !(200..<400).contains($0.status) }
    }

    /// A host of beacons answered none of three requests or more with success: nothing is delivered there, whoever is right.
    /// What OMID's compliance scripts say is read on the wire, whatever is answered (OMREF: a proxy, filter "sendmessage").
    var isRefused: Bool {
        let asked = story.requests.filter {
            recording.sights[$0.id] != nil && $0.outcome != .blocked && $0.outcome != .answeredFromCache
        }
        if isUnmeasured { return true }
        return Dictionary(grouping: asked) { URLText.host($0.url) }.values.contains { requests in
            requests.count >= 3 && requests.contains { $0.intent.purpose == .beacon && $0.intent.family != "omid" }
                && requests.allSatisfy { $0.outcome != .delivered || !(200..<400).contains($0.status) }
        }
    }

    /// An integration's own words for Nielsen calls: what it made of them may be right.
    var hasOwnWords: Bool {
        story.calls.contains { $0.source == "nielsen" } && !recording.calls.isEmpty
            && !recording.calls.contains(NielsenDelivery.types)
    }

    /// A log of Nielsen calls with holes, or one that does not print every call.
    var hasPartialLog: Bool {
        story.calls.contains { $0.source == "nielsen" } && !recording.calls.isEmpty
            && !recording.calls.contains(NielsenDelivery.everyCall)
    }

    /// Whether an answer without ads was seen, which owes nothing.
    var seesNoAd: Bool {
        story.requests.contains { request in
            guard request.intent.purpose == .document, let text = request.answer.text else { return false }
            return text.contains("<VAST") && !text.contains("<Ad") && sees(.intent(request.intent.id))
        }
    }

    /// Whether what is missing from a stream was surely due: a beacon says so, or media that no buffer holds for so long
    /// (setting ssai.bufferSeconds). A viewer may stop while half a minute of it is fetched on.
    func isPlain(_ breach: Breach) -> Bool {
        guard breach.kind == .missing, ["ssai", "hls", "dai"].contains(breach.family),
            let due = breach.window?.upperBound
        else { return true }
        return breach.proofs.contains { traces in
            sees(all: traces)
                && traces.contains { trace in
                    guard case .intent(let id) = trace, let intent = carriers[id]?.first?.intent else { return false }
                    return intent.purpose == .beacon || intent.at > due + 28_000_000
                }
        }
    }

    /// Whether something was seen of it, if only its host and a part of its URL.
    func glimpses(_ intent: Int) -> Bool {
        (carriers[intent] ?? []).contains { recording.sights[$0.id] != nil }
    }

    /// Whether an ad's playlist was seen to be fetched: its path says so, whatever its query was.
    func seesFetch(_ intent: Int) -> Bool {
        (carriers[intent] ?? []).contains { $0.intent.event == "asset" } && glimpses(intent)
    }

    /// Whether traffic to one of these hosts could have passed unseen at that time.
    func isBlind(hosts: [String], within window: ClosedRange<Microseconds>) -> Bool {
        if !recording.hiddenHosts.isDisjoint(with: hosts) { return true }
        if recording.holes.contains(where: { $0.overlaps(window) }) { return true }
        return window.lowerBound < recording.span.lowerBound || window.upperBound > recording.span.upperBound
    }
}
