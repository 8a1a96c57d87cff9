import Model

/// What the families of one run share: the numbering, the declared trackers with their ad plays, and the way out.
public struct RunContext: Sendable {
    /// Where interpretations go; the caller's outbox is lent for the length of one call.
    var outbox = Outbox<Interpretation>()
    var numbers = Numbering()
    var attribution = Attribution()
    /// The media of the run's streams: playlists place segments in it, other documents place ads.
    var timelines = StreamTimelines()
    /// The last exchange that a family recognised as its own.
    private(set) var recordedBeacon: ID<Exchange>?

    init() {}

    /// Registers the document in the response of `observation`: emits it with its ads, trackers and resources, and
    /// lets later requests fire them.
    @discardableResult
    public mutating func declare(_ document: DocumentDeclaration, for observation: Observation) -> DeclaredDocument {
        attribution.declare(document, for: observation, numbers: &numbers, into: &outbox)
    }

    /// Adds an ad to a document declared before, such as one that a playlist reload revealed.
    public mutating func declare(_ ad: AdDeclaration, inDocument document: ID<Document>) -> ID<Ad>? {
        attribution.declare(ad, inDocument: document, numbers: &numbers, into: &outbox)
    }

    /// Adds trackers to an ad declared before. Does nothing for an ad that is over and forgotten.
    public mutating func declare(_ trackers: [TrackerDeclaration], ofAd ad: ID<Ad>) {
        attribution.declare(trackers, ofAd: ad, numbers: &numbers, into: &outbox)
    }

    /// Adds URLs to be fetched to an ad declared before, such as segments that a reload lists. Does nothing for an ad that
    /// is over and forgotten.
    public mutating func declare(_ resources: [ResourceDeclaration], ofAd ad: ID<Ad>) {
        attribution.declare(resources, ofAd: ad, numbers: &numbers, into: &outbox)
    }

    /// Records that the exchange is a beacon of `family`.
    ///
    /// - Returns: the beacon's id, for parameters and pings.
    @discardableResult
    public mutating func recordBeacon(
        _ observation: Observation, family: Family, kind: String, event: String, session: ID<Session>? = nil
    ) -> ID<Beacon> {
        let id = numbers.nextBeacon()
        recordedBeacon = observation.id
        outbox.emit(
            .beacon(
                Beacon(
                    id: id, exchange: observation.id, family: family, kind: kind, event: event,
                    at: observation.exchange.startedAt, host: observation.exchange.request.host, session: session)))
        return id
    }

    /// A fresh id for a session; the family emits the ``Session`` when it is final.
    public mutating func nextSession() -> ID<Session> {
        numbers.nextSession()
    }

    /// Writes one thing that was understood.
    public mutating func emit(_ interpretation: Interpretation) {
        outbox.emit(interpretation)
    }

    /// States that something could not be read as expected.
    public mutating func report(_ diagnostic: Diagnostic) {
        outbox.report(diagnostic)
    }
}

/// The ids given out so far; each type counts from 1.
struct Numbering: Sendable {
    private var documents: ID<Document> = 0
    private var ads: ID<Ad> = 0
    private var trackers: ID<Tracker> = 0
    private var resources: ID<Resource> = 0
    private var adPlays: ID<AdPlay> = 0
    private var beacons: ID<Beacon> = 0
    private var firings: ID<Firing> = 0
    private var sessions: ID<Session> = 0

    mutating func nextDocument() -> ID<Document> { Numbering.next(&documents) }
    mutating func nextAd() -> ID<Ad> { Numbering.next(&ads) }
    mutating func nextTracker() -> ID<Tracker> { Numbering.next(&trackers) }
    mutating func nextResource() -> ID<Resource> { Numbering.next(&resources) }
    mutating func nextAdPlay() -> ID<AdPlay> { Numbering.next(&adPlays) }
    mutating func nextBeacon() -> ID<Beacon> { Numbering.next(&beacons) }
    mutating func nextFiring() -> ID<Firing> { Numbering.next(&firings) }
    mutating func nextSession() -> ID<Session> { Numbering.next(&sessions) }

    private static func next<Row>(_ last: inout ID<Row>) -> ID<Row> {
        last.number += 1
        return last
    }
}
