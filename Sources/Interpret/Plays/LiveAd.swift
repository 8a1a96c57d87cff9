import Model

/// An ad whose trackers may still fire.
struct LiveAd: Sendable {
    let ad: Ad
    let family: Family
    /// When its document's request began, and when the document had arrived.
    let fetchedAt: Timestamp
    let ready: Timestamp
    /// The client's address without its port, where the capture has it.
    let client: String?
    /// The wrapper or break it was fetched or nested under.
    let parent: ID<Ad>?
    /// An auction's answer holds it; what wins is often fetched again, as a document of its own.
    let isOffer: Bool
    var trackers: [LiveTracker] = []
    /// Resources and document URLs, to forget them with the ad.
    var fetchables: [TrackerIndex.TemplateID] = []
    /// Ads of the documents that it led to, and nested ones.
    var children: [ID<Ad>] = []
    /// It led to an ad, which may have been let go since.
    var wasAnswered = false
    /// Media of it was asked for.
    var hasMedia = false
    /// Its plays that are not final, oldest first.
    var plays: [LivePlay.Key] = []
    var playCount = 0

    var isWrapper: Bool { ad.kind == .wrapper }
}

/// A declared tracker whose template is in the index. Its ad and its URL hold the same one: a run has many.
final class LiveTracker: Sendable {
    let id: ID<Tracker>
    let document: ID<Document>
    let ad: ID<Ad>?
    let family: Family
    let event: String
    let template: TrackerIndex.TemplateID
    let offsetUs: Int64?
    /// Of a stitched ad's tracker: what is to be sent byte for byte.
    let target: DeclaredTarget?

    init(_ tracker: Tracker, template: TrackerIndex.TemplateID) {
        id = tracker.id
        document = tracker.document
        ad = tracker.ad
        family = tracker.family
        event = tracker.event
        self.template = template
        offsetUs = tracker.offsetUs
        target = tracker.family == .ssai ? DeclaredTarget(tracker.url) : nil
    }
}

/// An ad play that is not final: possible (nothing fired yet), in progress, or ended.
struct LivePlay: Sendable {
    typealias Key = Int
    /// No play has this key.
    static let noPlay: Key = 0

    /// What was fired of one tracker in one play.
    struct History: Sendable {
        var count = 0
        var firing: ID<Firing>
        var at: Timestamp
        var sent: SentRequest
        /// The other listing of the last request was met: the next one is a request of its own.
        var isPaired = false
        /// The last request was not what is declared: the declared one may still come.
        var isAltered: Bool { sent.isAltered }

        /// Whether a request is the last one again: a client's stack repeats at once what was not answered, and a service
        /// worker passes on what it was asked.
        func isSentAgain(by request: Exchange, at time: Timestamp) -> Bool {
            time.microseconds(since: at) < AttributionLimits.passedOnWithin && sent.url == request.url
                && (sent.isUnanswered || sent.isFromServiceWorker != request.notes.contains("service-worker"))
        }
    }

    let key: Key
    let ad: ID<Ad>
    let nth: Int
    let licence: AdPlay.Licence
    let from: Timestamp
    /// Its id, once something fired or may have fired.
    var id: ID<AdPlay>?
    var begunAt: Timestamp?
    var lastAt: Timestamp?
    var impressionAt: Timestamp?
    var clock = PlaybackClock()
    private(set) var end: Timestamp?
    private(set) var endReason: AdPlay.EndReason?
    /// When a later play took over; it counts as the end unless this play shows life again.
    var supersededAt: Timestamp?
    var histories: [ID<Tracker>: History] = [:]
    var isBeyondStart = false
    /// What the ad said last.
    private(set) var lastEvent: String?
    /// Nothing is known but that its media was loaded: it may wait for another ad to end.
    private(set) var isOnlyLoaded = true

    init(key: Key, ad: ID<Ad>, nth: Int, licence: AdPlay.Licence, from: Timestamp) {
        self.key = key
        self.ad = ad
        self.nth = nth
        self.licence = licence
        self.from = from
    }

    enum Stage: Sendable {
        case possible, inProgress, ended
    }

    var stage: Stage {
        if begunAt == nil { return .possible }
        return end == nil ? .inProgress : .ended
    }

    func hasFired(_ tracker: LiveTracker) -> Bool {
        histories[tracker.id] != nil
    }

    /// Takes note of a firing of this play.
    mutating func observe(
        _ tracker: LiveTracker, _ traits: EventTraits, firing: ID<Firing>, at: Timestamp, isTimed: Bool = true,
        sent: SentRequest
    ) {
        histories[tracker.id] = History(
            count: (histories[tracker.id]?.count ?? 0) + 1, firing: firing, at: at, sent: sent)
        begunAt = begunAt ?? at
        lastAt = at
        supersededAt = nil
        if tracker.event != "loaded" { isOnlyLoaded = false }
        // Verification vendors see the same playback on their own clock; the ad's own events tell its stages.
        guard tracker.family != .criteo, tracker.family != .omid else { return }
        lastEvent = tracker.event
        if traits.isBeyondStart { isBeyondStart = true }
        if isTimed, tracker.event == "impression" { impressionAt = impressionAt ?? at }
        if isTimed { clock.observe(tracker.event, traits, at: at) }
        noteEnd(tracker.event, traits, at)
    }

    private mutating func noteEnd(_ event: String, _ traits: EventTraits, _ at: Timestamp) {
        if endReason == .error, traits.share != nil || event == "impression" {
            // It played after all: the error was one that playback survives.
            end = nil
            endReason = nil
        }
        guard end == nil, let reason = LivePlay.endReasons[event] else { return }
        end = at
        endReason = reason
    }

    private static let endReasons: [String: AdPlay.EndReason] = [
        "complete": .complete, "skip": .skip, "closeLinear": .closeLinear, "close": .closeLinear, "error": .error,
        "notUsed": .notUsed, "breakEnd": .complete,
    ]
}

/// What the repeat classifier compares of two requests.
struct SentRequest: Sendable, Hashable {
    var method: String
    var url: String
    /// There was no usable answer: none at all, or an error. Players try once more after any of these.
    var isUnanswered: Bool
    /// A service worker answered it, possibly with a request of its own, or asked it.
    var isFromServiceWorker: Bool
    /// It is nearly what its tracker declares.
    var isAltered: Bool
    var system: OperatingSystem?

    init(_ exchange: Exchange, isAltered: Bool = false) {
        self.isAltered = isAltered
        method = exchange.request.method
        url = exchange.url
        system = exchange.request.headers["user-agent"].flatMap { OperatingSystem(userAgent: $0) }
        isFromServiceWorker = exchange.notes.contains("service-worker")
        isUnanswered = exchange.response.map { $0.status >= 400 } ?? true
    }

    /// Both say what runs them, and it is not the same.
    func isOfOtherDevice(than other: SentRequest) -> Bool {
        guard let system, let theirs = other.system else { return false }
        return system.contradicts(theirs)
    }
}
