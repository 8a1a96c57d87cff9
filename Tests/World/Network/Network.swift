/// Carries what an app means to send: how long it takes, over which connections, and what goes wrong on the way.
struct Network: Sendable {
    static let version = Knob("network.version", usual: HTTPVersion.http2, [(.http2, 6), (.http1, 2), (.http3, 2)])
    /// Typical round trip, in milliseconds.
    static let roundTrip = Knob("network.roundTripMs", usual: 40, [(40, 5), (15, 2), (120, 2)])
    /// A kept connection that was closed without an answer: the request is repeated by the transport.
    static let retries = Knob("network.retries", usual: 0, [(0, 8), (1, 2), (2, 1)])
    static let knobs: [any Drawable] = [version, roundTrip, retries]

    var script: Script

    func carry(_ intents: [Intent]) -> [Request] {
        var requests: [Request] = []
        let retried = Set(retriedIntents(intents))
        for intent in intents.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
            var stream = script.dice.stream(
                "network \(intent.family) \(intent.owner ?? "") \(intent.event ?? intent.url)")
            let host = URLText.host(intent.url)
            let delay: Microseconds = .milliseconds(stream.chance(0.93) ? stream.double(1...9) : stream.double(9...60))
            var request = Request(
                id: requests.count, intent: intent, url: intent.url, sentAt: intent.at + delay,
                waited: wait(&stream), received: .milliseconds(stream.double(0.3...6)), outcome: .delivered,
                status: intent.answer.status, answer: intent.answer, version: script[Self.version],
                server: Self.address(host), connection: Self.connection(host))
            if retried.contains(intent.id) {
                var first = request
                (first.outcome, first.status, first.received) = (.lost, 0, 0)
                requests.append(first)
                request.id = requests.count
                request.sentAt = first.sentAt + first.waited + .milliseconds(stream.double(1...5))
                request.follows = .retry(of: first.id)
            }
            requests.append(request)
        }
        return requests.sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
    }

    private func wait(_ stream: inout Randomness) -> Microseconds {
        let usual = Double(script[Self.roundTrip])
        return .milliseconds(usual * (0.8 + stream.fraction()) + (stream.chance(0.05) ? stream.double(50...300) : 0))
    }

    /// Only what stands alone is a clear case: the same URL, the same cache buster, the first without an answer.
    private func retriedIntents(_ intents: [Intent]) -> [Int] {
        var stream = script.dice.stream("network retries")
        let beacons = intents.filter { $0.purpose == .beacon }.map(\.id)
        guard !beacons.isEmpty else { return [] }
        return (0..<script[Self.retries]).map { _ in stream.pick(beacons) }
    }

    static func address(_ host: String) -> String {
        let hash = host.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        return "34.\(hash >> 16 & 0xff).\(hash >> 8 & 0xff).\(hash & 0xff)"
    }

    static func connection(_ host: String) -> Int {
        Int(host.utf8.reduce(UInt32(11)) { $0 &* 37 &+ UInt32($1) } % 9000) + 100
    }
}

extension HTTPVersion: Choice {
    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }
}
