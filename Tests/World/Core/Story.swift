/// What happened: the truth.
struct Story: Sendable {
    var script: Script
    var begin: Microseconds
    var end: Microseconds
    var requests: [Request]
    var calls: [Call]
    var dues: [Due]
    var breaches: [Breach]
    /// Facts that a person would declare, by their path in the facts file.
    var facts: [(String, JSON)]
    var notes: [String]
    var spared: [String]
    /// Whether the fault made any difference; without one, the story is clean.
    var isFaulty: Bool

    func request(_ intent: Int) -> Request? { requests.first { $0.intent.id == intent } }
}

/// A request as the network carried it.
struct Request: Sendable, Equatable {
    enum Outcome: String, Sendable {
        case delivered
        /// Left, but no answer came.
        case lost
        /// Stopped on the device: a blocker, a policy, no network.
        case blocked
        /// Answered without leaving the device.
        case answeredFromCache
    }

    /// The number of the request in the story; a retry has one of its own.
    var id: Int
    var intent: Intent
    var url: String
    var sentAt: Microseconds
    var waited: Microseconds
    var received: Microseconds
    var outcome: Outcome
    var status: Int
    var answer: Answer
    var version: HTTPVersion
    var server: String
    var connection: Int
    /// The request of which it is the repetition by the transport, the next hop, or the service worker's copy.
    var follows: Follow?

    var endedAt: Microseconds { sentAt + waited + received }

    enum Follow: Sendable, Equatable {
        case retry(of: Int)
        case redirect(of: Int)
        case serviceWorker(of: Int)
        case preflight(of: Int)
    }
}

enum HTTPVersion: String, Sendable, Codable { case http1, http2, http3 }
