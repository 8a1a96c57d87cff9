import Model

@testable import Interpret

/// The output of one interpretation, sorted into its tables.
struct Interpreted {
    var documents: [Document] = []
    var links: [DocumentLink] = []
    var ads: [Ad] = []
    var trackers: [ID<Tracker>: Tracker] = [:]
    var resources: [ID<Resource>: Resource] = [:]
    var fetches: [(resource: ID<Resource>, exchange: ID<Exchange>)] = []
    var redirects: [Redirect] = []
    var plays: [AdPlay] = []
    var playTrackers: [PlayTracker] = []
    var spans: [PlaybackSpan] = []
    var beacons: [Beacon] = []
    var firings: [Firing] = []
    var candidates: [FiringCandidate] = []
    var macros: [Macro] = []
    var diagnostics: [Diagnostic] = []

    init(
        _ exchanges: [Exchange], families: [any BeaconFamily] = [VASTFamily()], probes: Set<ID<Exchange>> = []
    ) {
        var interpreter = Interpreter(families: families, probes: probes)
        var outbox = Outbox<Interpretation>()
        for (index, exchange) in exchanges.enumerated() {
            interpreter.interpret(exchange, id: ID(index + 1), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        diagnostics = outbox.diagnostics
        for event in outbox.events { file(event) }
    }

    private mutating func file(_ event: Interpretation) {
        switch event {
        case .document(let document): documents.append(document)
        case .documentLink(let link): links.append(link)
        case .ad(let ad): ads.append(ad)
        case .tracker(let tracker): trackers[tracker.id] = tracker
        case .resource(let resource): resources[resource.id] = resource
        case .fetch(let resource, let exchange): fetches.append((resource, exchange))
        case .redirect(let redirect): redirects.append(redirect)
        case .adPlay(let play): plays.append(play)
        case .playTracker(let tracker): playTrackers.append(tracker)
        case .playback(let span): spans.append(span)
        case .beacon(let beacon): beacons.append(beacon)
        case .firing(let firing): firings.append(firing)
        case .firingCandidate(let candidate): candidates.append(candidate)
        case .macro(let macro): macros.append(macro)
        case .parameter, .session, .ping, .signal, .omidEvent, .argument, .callStep, .interruption, .playlistReading,
            .segmentFetch, .stitchedPlace, .adTrace:
            break
        }
    }

    /// Firings in the order of their ids, as `event` or `event:class`, with `?` where ambiguous.
    var story: [String] {
        firings.sorted { $0.id < $1.id }.map { firing in
            let repeated = firing.repeatClass == .first ? "" : ":\(firing.repeatClass)"
            return firing.event + repeated + (firing.ambiguous ? "?" : "")
        }
    }

    func firings(_ event: String) -> [Firing] {
        firings.filter { $0.event == event }.sorted { $0.id < $1.id }
    }
}
