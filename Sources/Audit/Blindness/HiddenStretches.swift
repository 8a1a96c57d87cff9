import Model
import Store

/// A stretch of time in which something may have happened unseen.
struct HiddenStretch {
    /// `nil`: whatever the captures show, nobody can say.
    var capture: ID<CaptureRecord>?
    var from: Int64
    var to: Int64
    var host: String?
    var server: String?
    var manyHosts: Bool
    /// It comes from damage to the input, not from where recording began and ended.
    var isDamage: Bool
    var reason: String

    /// A connection of which nothing but the address is known, before it was seen, has the address for a name.
    var isNamed: Bool { host != nil && host != server }

    func overlaps(_ from: Int64, _ to: Int64) -> Bool { self.from <= to && from <= self.to }
}

/// Hidden stretches, found by when they are and what they name: a damaged capture has as many as subjects, and each
/// subject asks for its own.
struct HiddenStretches {
    private let all: [HiddenStretch]
    private let timeline: Timeline
    /// Of those without a name for certain: any host may have been on them.
    private let unnamed: Timeline
    private var byHost: [String: Timeline] = [:]
    /// Of those that carry several hosts.
    private var byDomain: [String: Timeline] = [:]
    private var byServer: [String: Timeline] = [:]

    init(_ all: [HiddenStretch]) {
        self.all = all
        timeline = Timeline(Array(all.indices), of: all)
        var unnamed: [Int] = []
        var hosts: [String: [Int]] = [:]
        var domains: [String: [Int]] = [:]
        var servers: [String: [Int]] = [:]
        for (place, stretch) in all.enumerated() {
            guard stretch.isNamed, let host = stretch.host, !host.hasPrefix("*.") else {
                unnamed.append(place)
                continue
            }
            hosts[host, default: []].append(place)
            if stretch.manyHosts { domains[HostDomain.of(host), default: []].append(place) }
            if stretch.manyHosts, let server = stretch.server { servers[server, default: []].append(place) }
        }
        self.unnamed = Timeline(unnamed, of: all)
        byHost = hosts.mapValues { Timeline($0, of: all) }
        byDomain = domains.mapValues { Timeline($0, of: all) }
        byServer = servers.mapValues { Timeline($0, of: all) }
    }

    func overlap(_ from: Int64, _ to: Int64) -> Bool { timeline.overlaps(from, to) }

    /// The first of them that touches the window, in their order.
    func first(overlapping from: Int64, _ to: Int64) -> HiddenStretch? {
        guard overlap(from, to) else { return nil }
        return timeline.overlapping(from, to).min().map { all[$0] }
    }

    /// The names that they have.
    var hosts: some Sequence<String> { byHost.keys }

    /// Those in the window that may be about the hosts, in their order; the caller looks closer.
    ///
    /// - Parameter servers: where the hosts were seen.
    func near(_ from: Int64, _ to: Int64, hosts: Set<String>, servers: Set<String>) -> [HiddenStretch] {
        var places = Set(unnamed.overlapping(from, to))
        for host in hosts {
            places.formUnion(byHost[host]?.overlapping(from, to) ?? [])
            if !byDomain.isEmpty { places.formUnion(byDomain[HostDomain.of(host)]?.overlapping(from, to) ?? []) }
        }
        if !byServer.isEmpty {
            for server in servers { places.formUnion(byServer[server]?.overlapping(from, to) ?? []) }
        }
        return places.sorted().map { all[$0] }
    }
}

/// The last two labels of a name: one certificate rarely goes beyond them.
enum HostDomain {
    static func of(_ host: String) -> String {
        host.split(separator: ".").suffix(2).joined(separator: ".")
    }
}

/// Spans in the order in which they begin, with how far any of those up to each one reaches.
private struct Timeline {
    private var spans: [(from: Int64, to: Int64, place: Int)]
    private var furthest: [Int64] = []

    init(_ places: [Int], of stretches: [HiddenStretch]) {
        spans = places.map { (stretches[$0].from, stretches[$0].to, $0) }.sorted { $0.from < $1.from }
        for span in spans { furthest.append(max(furthest.last ?? .min, span.to)) }
    }

    func overlaps(_ from: Int64, _ to: Int64) -> Bool {
        let end = count(until: to)
        return end > 0 && furthest[end - 1] >= from
    }

    func overlapping(_ from: Int64, _ to: Int64) -> [Int] {
        var found: [Int] = []
        var index = count(until: to)
        while index > 0, furthest[index - 1] >= from {
            index -= 1
            if spans[index].to >= from { found.append(spans[index].place) }
        }
        return found
    }

    /// How many begin at or before a time.
    private func count(until time: Int64) -> Int { spans.partitioningIndex { $0.from > time } }
}
