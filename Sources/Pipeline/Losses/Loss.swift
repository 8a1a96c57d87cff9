import Model

/// A systematic loss: what a faulty app, a recorder or an exporter leaves out of all that a correct run shows. None may
/// pass where the account says that something was due.
enum Loss: String, CaseIterable {
    /// All beacons of one event.
    case event = "all beacons of one event"
    /// Everything that comes after the first beacon of an event, while the recording goes on.
    case rest = "everything after an event"
    /// All beacons of one ad.
    case ad = "the beacons of one ad"
    /// All beacons of one family.
    case family = "the beacons of one family"
    /// What beacons say behind a length that some recorder keeps.
    case cut = "URLs of beacons cut at 96 or 256 characters"
    /// What went to one host, in a recording that says so.
    case host = "the traffic of one host hidden"
    /// The log fits no more: it is of a run two days before.
    case log = "a log of another run"
    /// The log was not given.
    case noLog = "no log"
    /// Exporters that leave out what answers say.
    case bodies = "an exporter without the bodies of answers"
    /// Exporters that remove what may be private.
    case queries = "an exporter without the queries of beacons"
    /// What a person knows of a correct run: the families that were seen are expected.
    case facts = "the true fact expect.families added"

    /// It is of the recorder, the exporter or the person: a correct app must not fail for it.
    var isOfRecorder: Bool {
        switch self {
        case .event, .rest, .ad, .family: false
        case .cut, .host, .log, .noLog, .bodies, .queries, .facts: true
        }
    }

    /// A request that reports something: what is lost is described by it.
    struct Beacon: Hashable {
        /// Its place among the exchanges.
        var place: Int
        var family: String
        var event: String
        var adPlay: Int?
    }

    struct Variant {
        /// What was lost: `vast start`.
        var name: String
        var capture: ExampleCapture
        /// Facts that a person adds.
        var facts: [String: String] = [:]
    }

    func variants(of capture: ExampleCapture, _ beacons: [Beacon]) -> [Variant] {
        switch self {
        case .event: removing(from: capture, beacons) { "\($0.family) \($0.event)" }
        case .ad: removing(from: capture, beacons) { beacon in beacon.adPlay.map { "ad play \($0)" } }
        case .family: removing(from: capture, beacons) { $0.family }
        case .rest: removingRest(of: capture, beacons)
        case .cut: [96, 256].compactMap { cutting(capture, beacons, at: $0) }
        case .host:
            Set(capture.exchanges.map(\.request.host)).sorted().map { Variant(name: $0, capture: capture.hiding($0)) }
        case .log, .noLog: changingLog(of: capture)
        case .bodies:
            [
                changed(capture, "all bodies") { exchange in
                    if case .kept(let bytes)? = exchange.response?.body.content {
                        exchange.response?.body = Body(size: bytes.count, content: .missing)
                    }
                }
            ].compactMap { $0 }
        case .queries:
            [
                changed(capture, "all queries") { exchange in
                    exchange.request.target = String(exchange.request.target.prefix { $0 != "?" })
                }
            ].compactMap { $0 }
        case .facts:
            [
                Variant(
                    name: "expect.families", capture: capture,
                    facts: ["expect.families": Set(beacons.map(\.family)).sorted().joined(separator: ",")])
            ].filter { _ in !beacons.isEmpty }
        }
    }

    /// One variant for each name that beacons have, without the beacons of that name.
    private func removing(
        from capture: ExampleCapture, _ beacons: [Beacon], by name: (Beacon) -> String?
    ) -> [Variant] {
        var places: [String: Set<Int>] = [:]
        for beacon in beacons {
            if let name = name(beacon) { places[name, default: []].insert(beacon.place) }
        }
        return places.sorted { $0.key < $1.key }.map { name, places in
            Variant(name: name, capture: capture.keeping { !places.contains($0) })
        }
    }

    private func removingRest(of capture: ExampleCapture, _ beacons: [Beacon]) -> [Variant] {
        var first: [String: Timestamp] = [:]
        for beacon in beacons {
            let at = capture.exchanges[beacon.place].startedAt
            let name = "\(beacon.family) \(beacon.event)"
            first[name] = min(first[name] ?? at, at)
        }
        return first.sorted { $0.key < $1.key }.compactMap { name, at in
            let variant = capture.keeping { capture.exchanges[$0].startedAt <= at }
            guard variant.exchanges.count < capture.exchanges.count else { return nil }
            return Variant(name: "after \(name)", capture: variant)
        }
    }

    private func cutting(_ capture: ExampleCapture, _ beacons: [Beacon], at length: Int) -> Variant? {
        let places = Set(beacons.map(\.place))
        return changed(capture, "at \(length)") { exchange in
            guard case .entry(let place) = exchange.locator, places.contains(place) else { return }
            let begin = exchange.url.utf8.count - exchange.request.target.utf8.count
            exchange.request.target = String(exchange.request.target.prefix(max(1, length - begin)))
        }
    }

    private func changingLog(of capture: ExampleCapture) -> [Variant] {
        guard !capture.calls.isEmpty, !capture.exchanges.isEmpty else { return [] }
        var variant = capture
        variant.calls = self == .noLog ? [] : capture.calls.map { $0.shifted(by: -2 * 86_400_000_000) }
        return [Variant(name: rawValue, capture: variant)]
    }

    /// `nil` where nothing changes.
    private func changed(_ capture: ExampleCapture, _ name: String, _ change: (inout Exchange) -> Void) -> Variant? {
        var variant = capture
        for place in variant.exchanges.indices { change(&variant.exchanges[place]) }
        return variant.exchanges == capture.exchanges ? nil : Variant(name: name, capture: variant)
    }
}

extension ExampleCapture {
    /// The same capture with some of its exchanges. It ends when it ended before.
    fileprivate func keeping(_ isKept: (Int) -> Bool) -> ExampleCapture {
        var copy = self
        copy.exchanges = exchanges.indices.filter(isKept).map { exchanges[$0] }
        return copy
    }
}
