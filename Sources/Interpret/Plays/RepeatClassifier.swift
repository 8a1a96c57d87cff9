import Model

/// The repeat classifier (docs/attribution.md, "Sent again") for a request on a tracker that its play has fired before.
///
/// That a proxy passed a request on is proved before, where captures are joined; two equal requests that came this far are
/// two, whatever addresses they went to. Class 1 (preflight) and class 2 (redirect hop) never come this far; class 5
/// (listed again) and class 6 (later play) are decided by the choice of the tracker and of the play.
enum RepeatClassifier {
    static func classify(_ sent: SentRequest, at: Timestamp, after prior: LivePlay.History, _ traits: EventTraits)
        -> Firing.Repeat
    {
        let isIdentical = sent.method == prior.sent.method && sent.url == prior.sent.url
        if isIdentical, isPassedOn(sent, at, prior) { return .seenTwice }
        if prior.isAltered, !sent.isAltered { return .retry }
        if sent.url == prior.sent.url, prior.sent.isUnanswered { return .retry }
        return traits.recurs ? .first : .duplicate
    }

    /// The same for a request that recurs of itself and belongs to no tracker; it takes the place of the one before.
    static func follow(_ last: inout LivePlay.History?, by sent: SentRequest, at: Timestamp) -> Firing.Repeat {
        let repeatClass = last.map { classify(sent, at: at, after: $0, .of("pause")) } ?? .first
        last = LivePlay.History(firing: 0, at: at, sent: sent, isPaired: repeatClass == .seenTwice)
        return repeatClass
    }

    /// A browser lists what a page asked of its service worker, and what that asked of the network, as two requests.
    private static func isPassedOn(_ sent: SentRequest, _ at: Timestamp, _ prior: LivePlay.History) -> Bool {
        !prior.isPaired && at.microseconds(since: prior.at) < AttributionLimits.passedOnWithin
            && sent.isFromServiceWorker != prior.sent.isFromServiceWorker
    }
}

extension Exchange.Connection {
    static func addressWithoutPort(_ address: String) -> String {
        guard let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")),
            !address.utf8[colon...].contains(UInt8(ascii: "]"))
        else { return address }
        return String(address[..<colon])
    }

    /// The client's address without its port.
    var clientHost: String? { client.map(Exchange.Connection.addressWithoutPort) }
}
