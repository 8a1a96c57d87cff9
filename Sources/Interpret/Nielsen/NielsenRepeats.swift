import Model

/// Tells a ping that was sent again from one that reports something new (docs/nielsen-pings.md, "A ping that was
/// sent again").
struct NielsenRepeats: Sendable {
    private struct Sending: Sendable, Hashable {
        var cacheBuster: String?
        var retry: String?
        var answered: Bool

        /// How often it was sent before, by its own word.
        var tries: Int { retry.flatMap { Int($0) } ?? 0 }
    }

    /// What makes two pings the same report.
    private struct Report: Sendable, Hashable {
        var fields: [String?]
    }

    private var sent: [Report: [Sending]] = [:]

    /// - `first`: nothing like it was sent before.
    /// - `seenTwice`: the cache buster is equal and the earlier sending was answered: the capture saw it twice.
    /// - `retry`: the SDK or the transport sent it again, because nobody had taken it or as its own count of tries says.
    /// - `duplicate`: it was taken, and made once more: it counts twice.
    mutating func classify(_ ping: NielsenPing, exchange: Exchange) -> Firing.Repeat {
        guard let report = Self.report(ping) else { return .first }
        let sending = Sending(
            cacheBuster: ping.parameters.filled("rnd"), retry: ping.parameters.filled("sdd", "retry"),
            answered: exchange.response.map { $0.status < 400 } ?? false)
        let earlier = sent[report, default: []]
        sent[report, default: []].append(sending)
        guard !earlier.isEmpty else { return .first }
        let isSame = earlier.contains {
            $0.cacheBuster == sending.cacheBuster && $0.retry == sending.retry && $0.answered
        }
        if isSame { return .seenTwice }
        let isTriedAgain = !earlier.contains(where: \.answered) || earlier.allSatisfy { $0.tries < sending.tries }
        return isTriedAgain ? .retry : .duplicate
    }

    /// `nil` where a ping lacks what would tell it from another: it is then taken for new.
    private static func report(_ ping: NielsenPing) -> Report? {
        guard ping.endpoint == .dcr || ping.endpoint == .session, ping.createdAt != nil else { return nil }
        let parameters = ping.parameters
        return Report(fields: [
            ping.kind, ping.appID, ping.appSession, ping.viewSession, parameters.value("cr"), ping.stream, ping.asset,
            parameters.value("c64", "starttm"), parameters.value("c61", "createtm"),
        ])
    }
}
