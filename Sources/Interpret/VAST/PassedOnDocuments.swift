import Model

/// Answers that a capture holds twice: a browser lists what a page asked of its service worker, and what that asked of the
/// network, as two exchanges. The player reads one document.
struct PassedOnDocuments: Sendable {
    private struct Answer: Sendable {
        var at: Timestamp
        var bytes: [UInt8]
        var isFromServiceWorker: Bool
    }

    /// The latest answer by URL.
    private var answers: [String: Answer] = [:]
    private var order: [String] = []

    /// The same answer was seen a moment ago on the other side of a service worker. A third one is a document of its own.
    ///
    /// - Parameter bytes: `nil` where the capture lacks the body, as browsers leave out what a worker passed on.
    mutating func isSecond(_ exchange: Exchange, bytes: [UInt8]?) -> Bool {
        let isFromServiceWorker = exchange.notes.contains("service-worker")
        if let first = answers[exchange.url], first.isFromServiceWorker != isFromServiceWorker,
            exchange.startedAt.microseconds(since: first.at) < AttributionLimits.passedOnWithin,
            bytes == nil || first.bytes == bytes
        {
            forget(exchange.url)
            return true
        }
        if let bytes {
            keep(
                Answer(at: exchange.startedAt, bytes: bytes, isFromServiceWorker: isFromServiceWorker),
                to: exchange.url)
        }
        return false
    }

    private mutating func keep(_ answer: Answer, to url: String) {
        forget(url)
        guard answer.bytes.count <= AttributionLimits.knownDocumentBytes else { return }
        if order.count >= AttributionLimits.knownDocuments { forget(order[0]) }
        answers[url] = answer
        order.append(url)
    }

    private mutating func forget(_ url: String) {
        guard answers.removeValue(forKey: url) != nil else { return }
        order.removeAll { $0 == url }
    }
}
