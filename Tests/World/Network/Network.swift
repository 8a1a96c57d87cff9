/// Carries what an app means to send: how long it takes, over which connections, and what goes wrong on the way.
struct Network: Sendable {
    static let version = Knob<HTTPVersion>("network.version", usual: .http2, [(.http2, 6), (.http1, 2), (.http3, 2)])
    /// Typical round trip, in milliseconds.
    static let roundTrip = Knob("network.roundTripMs", usual: 40, [(40, 5), (15, 2), (120, 2)])
    /// A kept connection that was closed without an answer: the request is repeated by the transport.
    static let retries = Knob("network.retries", usual: 0, [(0, 8), (1, 2), (2, 1)])
    /// What else happens between a page and a tracker.
    static let oddity = Knob<Oddity>(
        "network.oddity", usual: .none,
        [(.none, 20), (.serviceWorker, 1), (.redirects, 1), (.preflights, 1), (.unavailable, 1), (.blocked, 1)])
    static let knobs: [any Drawable] = [version, roundTrip, retries, oddity]

    enum Oddity: String, Choice {
        case none
        /// A service worker of the page fetches everything itself: DevTools lists both.
        case serviceWorker
        /// Trackers send on to a partner, whose URL says the same event.
        case redirects
        /// A header of the app's own makes each request ask first.
        case preflights
        /// The tracker answers 503.
        case unavailable
        /// A blocker stops the trackers of one host by their paths; documents of that host pass.
        case blocked
    }

    var script: Script

    func carry(_ intents: [Intent]) -> [Request] {
        var requests: [Request] = []
        let retried = Set(retriedIntents(intents))
        let victim = victim(of: intents)
        for intent in intents.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
            var stream = script.dice.stream(
                "network \(intent.family) \(intent.owner ?? "") \(intent.event ?? intent.url)")
            var request = straight(intent, number: requests.count, &stream)
            if intent.answer.status == 0 {
                (request.outcome, request.waited, request.received) = (.lost, .seconds(5), 0)
            } else if retried.contains(intent.id) {
                var first = request
                (first.outcome, first.status, first.received) = (.lost, 0, 0)
                requests.append(first)
                request.id = requests.count
                request.sentAt = first.endedAt + .milliseconds(stream.double(1...5))
                request.follows = .retry(of: first.id)
            }
            meddle(&request, victim: victim, before: &requests)
            requests.append(request)
            follow(request, into: &requests)
        }
        return requests.sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
    }

    private func straight(_ intent: Intent, number: Int, _ stream: inout Randomness) -> Request {
        let host = URLText.host(intent.url)
        let delay: Microseconds = .milliseconds(stream.chance(0.93) ? stream.double(1...9) : stream.double(9...60))
        return Request(
            id: number, intent: intent, url: intent.url, sentAt: intent.at + delay, waited: wait(&stream, for: intent),
            received: .milliseconds(stream.double(0.3...6)), outcome: .delivered, status: intent.answer.status,
            answer: intent.answer, version: script[Self.version], server: Self.address(host),
            connection: Self.connection(host))
    }

    /// What the oddity of this story does to a request.
    private func meddle(_ request: inout Request, victim: String?, before requests: inout [Request]) {
        // Google's verification says with its status whether a tag was right: nothing else meddles with it.
        guard request.intent.purpose == .beacon, request.outcome == .delivered, request.intent.family != "dai" else {
            return
        }
        let isPage = VASTPlayer.platform(of: script) == .web
        switch script[Self.oddity] {
        case .none: break
        case .serviceWorker:
            guard isPage else { return }
            // The page's request first, then the worker's own: one of them is on the network.
            var pages = request
            pages.follows = .serviceWorker(of: request.id + 1)
            requests.append(pages)
            request.id = requests.count
            request.sentAt += 4_000
        case .redirects:
            // Who answers with an error sends nobody on.
            guard URLText.host(request.url) == victim, request.intent.hops.isEmpty, request.status < 300 else { return }
            let partner = "https://sync.partner.example/p?" + URLText.target(request.url).drop { $0 != "?" }.dropFirst()
            request.status = 302
            request.answer = Answer(status: 302, type: "text/plain", bytes: 0, location: partner)
            request.intent.hops = [Hop(url: partner, answer: .pixel)]
        case .preflights:
            guard isPage else { return }
            var preflight = request
            preflight.intent.method = "OPTIONS"
            preflight.answer = .nothing
            preflight.status = 204
            preflight.follows = .preflight(of: request.id + 1)
            requests.append(preflight)
            request.id = requests.count
            request.sentAt = preflight.endedAt + 1_000
        case .unavailable:
            guard URLText.host(request.url) == victim else { return }
            request.status = 503
            request.answer = Answer(status: 503, type: "text/html", bytes: 180)
        case .blocked:
            // A proxy behind the blocker would see nothing, and nobody could tell.
            guard isPage, script[HARRecorder.dialect].namesBlocked, URLText.host(request.url) == victim else { return }
            (request.outcome, request.status, request.waited, request.received) = (.blocked, 0, 1_000, 0)
        }
    }

    /// Further hops of a redirect.
    private func follow(_ request: Request, into requests: inout [Request]) {
        var last = request
        guard request.outcome == .delivered else { return }
        for hop in request.intent.hops {
            var next = last
            next.id = requests.count
            next.url = hop.url
            next.answer = hop.answer
            next.status = hop.answer.status
            next.sentAt = last.endedAt + 2_000
            next.server = Self.address(URLText.host(hop.url))
            next.connection = Self.connection(URLText.host(hop.url))
            next.follows = .redirect(of: last.id)
            requests.append(next)
            last = next
        }
    }

    /// Now and then an answer takes longer; not a document's, whose player has gone on from it already.
    private func wait(_ stream: inout Randomness, for intent: Intent) -> Microseconds {
        let usual = Double(script[Self.roundTrip])
        let least = usual * (0.8 + stream.fraction())
        let longer = stream.chance(0.05) ? stream.double(50...300) : 0
        return .milliseconds(intent.purpose == .document ? least : least + longer)
    }

    /// Only what stands alone is a clear case: the same URL, the same cache buster, the first without an answer.
    private func retriedIntents(_ intents: [Intent]) -> [Int] {
        var stream = script.dice.stream("network retries")
        let beacons = intents.filter { $0.purpose == .beacon }.map(\.id)
        guard !beacons.isEmpty, script[Self.oddity] == .none else { return [] }
        return (0..<script[Self.retries]).map { _ in stream.pick(beacons) }
    }

    /// The host that an oddity is about.
    private func victim(of intents: [Intent]) -> String? {
        var stream = script.dice.stream("network victim")
        let hosts = Set(intents.filter { $0.purpose == .beacon }.map { URLText.host($0.url) }).sorted()
        return hosts.isEmpty ? nil : stream.pick(hosts)
    }

    static func address(_ host: String) -> String {
        let hash = host.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        return "34.\(hash >> 16 & 0xff).\(hash >> 8 & 0xff).\(hash & 0xff)"
    }

    static func connection(_ host: String) -> Int {
        Int(host.utf8.reduce(UInt32(11)) { $0 &* 37 &+ UInt32($1) } % 9_000) + 100
    }
}

extension HTTPVersion: Choice {
    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }
}

extension Network.Oddity {
    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }
}
