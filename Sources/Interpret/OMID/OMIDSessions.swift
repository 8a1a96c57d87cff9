import Model

/// The OMID sessions of a run, and how many instances of a script report each.
struct OMIDSessions: Sendable {
    /// Further messages of one session are not kept: an ad of an hour that moves all the time has fewer.
    static let mostMessages = 20_000

    /// Where a script sends to. Different scripts report one session each on its own.
    struct Endpoint: Sendable, Hashable {
        var url: String
        var client: String?

        init(_ observation: Observation) {
            let url = observation.url
            self.url = url.hostName + url.text(url.port) + url.text(url.path)
            client = observation.exchange.connection.clientHost
        }
    }

    struct Key: Sendable, Hashable {
        var endpoint: Endpoint
        var identifier: String
    }

    /// A session as it is written.
    struct Finished: Sendable {
        var session: Session
        var events: [OMIDEvent]
    }

    private struct Live: Sendable {
        var id: ID<Session>
        /// The announcement of its script, or its first message.
        var from: Timestamp
        var to: Timestamp
        /// How many scripts were announced for it; 0 when none was seen.
        var instances: Int
        /// The first session of those that began together: the scripts were announced for all of them.
        let first: Key
        var messages: [OMIDTimeline.Message] = []
        /// The latest request for each event with its stamp, for the repeat classifier.
        var sent: [Report: LivePlay.History] = [:]
    }

    private struct Report: Sendable, Hashable {
        var url: String
        var body: [UInt8]

        init(_ exchange: Exchange) {
            url = exchange.url
            body = exchange.request.body.bytes
        }
    }

    /// Scripts announced and not yet heard of in a session.
    private struct Announced: Sendable {
        var versions = 0
        var supported = 0
        var from: Timestamp?
        /// The latest request for each, for the repeat classifier.
        var sent: [Report: LivePlay.History] = [:]
    }

    /// Events that no session begins with.
    private static let underWay: Set = [
        "firstQuartile", "midpoint", "thirdQuartile", "complete", "skipped", "sessionFinish",
    ]

    private var live: [Key: Live] = [:]
    private var order: [Key] = []
    private var announced: [Endpoint: Announced] = [:]
    /// Sessions with more than one script, in the order they began: the last may hand one on.
    private var withSpareScripts: [Endpoint: [Key]] = [:]

    func id(of key: Key) -> ID<Session>? { live[key]?.id }

    /// Takes note of `version=` or `supported=`: every instance of a script says each of what it says once.
    mutating func announce(_ event: String, from endpoint: Endpoint, _ exchange: Exchange) {
        var waiting = announced[endpoint] ?? Announced()
        defer { announced[endpoint] = waiting }
        let sent = SentRequest(exchange)
        guard RepeatClassifier.follow(&waiting.sent[Report(exchange)], by: sent, at: exchange.startedAt) == .first
        else {
            return
        }
        if event == "version" { waiting.versions += 1 } else { waiting.supported += 1 }
        waiting.from = waiting.from ?? exchange.startedAt
    }

    /// The session begins with its first message; the scripts announced so far are taken to be its own, unless that
    /// message is one of an ad well under way, whose scripts were announced before anything was recorded.
    mutating func open(_ key: Key, id: ID<Session>, with event: String, at: Timestamp) {
        guard live[key] == nil else {
            live[key]?.to = at
            return
        }
        var instances = 0
        var from = at
        var first = key
        if Self.underWay.contains(event) {
            instances = 0
        } else if let waiting = announced.removeValue(forKey: key.endpoint) {
            instances = max(waiting.versions, waiting.supported)
            from = waiting.from ?? at
        } else if let other = withSpareScripts[key.endpoint]?.last, let session = live[other] {
            // Two sessions that begin together: one of the scripts announced for the first is this one's.
            live[other]?.instances -= 1
            if session.instances == 2 { withSpareScripts[key.endpoint]?.removeLast() }
            instances = 1
            from = session.from
            first = session.first
        }
        if instances > 1 { withSpareScripts[key.endpoint, default: []].append(key) }
        live[key] = Live(id: id, from: from, to: at, instances: instances, first: first)
        order.append(key)
    }

    /// `false` for a request that the transport sent again, or that the capture saw twice.
    mutating func isNew(_ exchange: Exchange, in key: Key) -> Bool {
        let sent = SentRequest(exchange)
        guard var session = live.removeValue(forKey: key) else { return true }
        defer { live[key] = session }
        return RepeatClassifier.follow(&session.sent[Report(exchange)], by: sent, at: exchange.startedAt) == .first
    }

    /// `false` when the session holds as much as it may.
    mutating func add(_ report: OMIDReport, to key: Key, beacon: ID<Beacon>, at: Timestamp) -> Bool {
        guard let count = live[key]?.messages.count, count < Self.mostMessages else { return false }
        let message = OMIDTimeline.Message(report, beacon: beacon, sentAt: at)
        welcome(message, to: key)
        live[key]?.messages.append(message)
        return true
    }

    /// A script that registers late is told all that has happened: what is told again after its announcement is its own.
    private mutating func welcome(_ message: OMIDTimeline.Message, to key: Key) {
        guard let waiting = announced[key.endpoint], let since = waiting.from, let session = live[key],
            message.stampedAt != nil, !OMIDTimeline.isHeardTwice(message.type)
        else { return }
        let isReplayed = session.messages.contains {
            $0.type == message.type && $0.stampedAt == message.stampedAt && $0.sentAt < since
        }
        guard isReplayed else { return }
        live[key]?.instances = max(1, session.instances) + max(waiting.versions, waiting.supported)
        announced[key.endpoint] = nil
    }

    /// All sessions in the order they began, their events in the order of their stamps.
    mutating func finished() -> [Finished] {
        shareScripts()
        var delays: [Endpoint: [Int64]] = [:]
        for key in order {
            delays[key.endpoint, default: []] += live[key]?.messages.compactMap(\.delay) ?? []
        }
        let offsets = delays.mapValues(Self.offset)
        return order.compactMap { key in
            guard let session = live[key] else { return nil }
            let timeline = OMIDTimeline(
                session.messages, instances: session.instances, offset: offsets[key.endpoint] ?? 0)
            return Finished(
                session: Session(
                    id: session.id, kind: .omid, family: .omid, identifier: key.identifier,
                    label: "OMID session \(key.identifier.prefix(8))", from: session.from, to: session.to),
                events: timeline.events(ofSession: session.id))
        }
    }

    /// Of sessions that began together each has as many scripts as told of its start, if so many were announced.
    private mutating func shareScripts() {
        for together in Dictionary(grouping: order, by: { live[$0]?.first ?? $0 }).values where together.count > 1 {
            let heard = together.map { key in
                OMIDTimeline.copies(of: "sessionStart", in: live[key]?.messages ?? [])
            }
            let announced = together.reduce(0) { $0 + (live[$1]?.instances ?? 0) }
            guard !heard.contains(0), heard.reduce(0, +) <= announced else { continue }
            for (key, count) in zip(together, heard) { live[key]?.instances = count }
        }
    }

    /// What to add to a stamp to come to the capture's clock. Messages that were held back come later by any amount, none
    /// comes earlier: the lower quartile is that of messages sent at once.
    private static func offset(_ delays: [Int64]) -> Int64 {
        guard !delays.isEmpty else { return 0 }
        return delays.sorted()[delays.count / 4]
    }
}
