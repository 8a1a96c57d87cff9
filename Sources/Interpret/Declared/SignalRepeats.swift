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
        var sent = SentRequest(observation.exchange)
        sent.body = []
        let identity = Identity(url: sent.url, fields: item.fields)
        let at = observation.exchange.startedAt
        let known = earlier[identity]
        if earlier.count >= Self.remembered { earlier = [:] }
        earlier[identity] = Earlier(exchange: observation.id, history: LivePlay.History(firing: 0, at: at, sent: sent))
        // Twice in one request is the app's doing.
        let prior = known?.exchange == observation.id ? nil : known?.history
        // What an app may send again, such as a heartbeat without a time, is for the vendor's rules to say.
        return prior.map { RepeatClassifier.classify(sent, at: at, after: $0, .of("pause")) } ?? .first
    }
}
