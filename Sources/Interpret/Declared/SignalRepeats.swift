import Model

/// Tells a beacon that was sent again by the transport from one that the app sent twice.
struct SignalRepeats: Sendable {
    /// So many different requests are remembered; a retry comes soon.
    private static let remembered = 20_000

    private struct Identity: Sendable, Hashable {
        var url: String
        /// What the beacon itself says: a batch that is sent again may hold more than before.
        var fields: [SignalField]
    }

    private struct Earlier: Sendable {
        var exchange: ID<Exchange>
        var history: LivePlay.History
    }

    private var earlier: [Identity: Earlier] = [:]

    mutating func classify(_ item: SignalItem, _ observation: Observation) -> Firing.Repeat {
        guard observation.redirectedFrom == nil else { return .redirectHop }
        let sent = SentRequest(observation.exchange)
        let identity = Identity(url: sent.url, fields: item.fields)
        let at = observation.exchange.startedAt
        if earlier.count >= Self.remembered { earlier = [:] }
        // Twice in one request is the app's doing.
        var last = earlier[identity].flatMap { $0.exchange == observation.id ? nil : $0.history }
        // What an app may send again, such as a heartbeat without a time, is for the vendor's rules to say.
        let repeatClass = RepeatClassifier.follow(&last, by: sent, at: at)
        earlier[identity] = last.map { Earlier(exchange: observation.id, history: $0) }
        return repeatClass
    }
}
