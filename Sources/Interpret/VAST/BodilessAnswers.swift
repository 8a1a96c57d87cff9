import Model

/// XML answers whose bodies the capture lacks and whose URLs do not speak of ads. What comes later tells that one was an ad
/// document: requests in the words of an ad's quartiles that nothing declares, or a document from the same place.
struct BodilessAnswers: Sendable {
    /// An app that reports to others, too, does so right beside the trackers.
    private static let beside: Int64 = 2_000_000
    private static let most = 64

    private var answers: [Observation] = []
    /// When requests in those words were sent that nothing declares.
    private var words: [Timestamp] = []
    private var firedAt: Timestamp?

    mutating func keep(_ observation: Observation) {
        guard Self.mayBeAd(observation), answers.count < Self.most else { return }
        answers.append(observation)
    }

    /// The answer that what came before this request shows to have been an ad document.
    ///
    /// - Parameter event: what the request names and nothing declares.
    mutating func follow(_ observation: Observation, names event: String?) -> Observation? {
        guard !answers.isEmpty else { return nil }
        let at = observation.exchange.startedAt
        let shown = shown(before: at.advanced(byMicroseconds: -Self.beside))
        if observation.isFiring {
            firedAt = at
            words = []
        } else if event == "firstQuartile" || event == "thirdQuartile",
            firedAt.map({ at.microseconds(since: $0) > Self.beside }) ?? true
        {
            words.append(at)
        }
        return shown
    }

    /// Those from a place that answered with an ad document.
    mutating func take(where isAd: (Observation) -> Bool) -> [Observation] {
        let taken = answers.filter(isAd)
        if !taken.isEmpty { answers.removeAll(where: isAd) }
        return taken
    }

    mutating func finish() -> Observation? { shown(before: nil) }

    /// The latest answer in front of a word, which nothing was fired beside.
    private mutating func shown(before limit: Timestamp?) -> Observation? {
        let due = words.prefix { word in limit.map { word < $0 } ?? true }
        let places = due.lazy.compactMap { [answers] word in answers.lastIndex { $0.exchange.startedAt < word } }
        guard let place = places.first else {
            words.removeFirst(due.count)
            return nil
        }
        // The other quartiles are of the same ad.
        words = []
        return answers.remove(at: place)
    }

    /// By its type; not what is known to be an image, a feed, a manifest or a page.
    static func mayBeAd(_ observation: Observation) -> Bool {
        let type = observation.exchange.response?.headers["content-type"]?.lowercased() ?? ""
        return type.contains("xml") && !["svg", "dash", "rss", "atom", "xhtml", "ttml"].contains(where: type.contains)
    }
}
