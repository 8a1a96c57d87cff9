import Model
import Store

/// What of one kind of input could not be seen, and which verdicts that touches (decision 0004).
struct Blindness {
    /// What the view `blind` says of the time behind a capture.
    static let captureOver = "the capture was over"

    private let stretches: HiddenStretches
    /// Of those that go on to the end, on whatever host.
    private let cuts: [HiddenStretch]
    /// Addresses seen per host.
    private let servers: [String: Set<String>]
    /// For how many hosts an address is known.
    private let namesOfServer: [String: Int]
    /// Hosts that were asked on connections opened for another name.
    private let coalesced: Set<String>
    private let witnesses: Seers

    /// - Parameter logs: the captures that tell of what is asked; `nil` for all.
    init(
        run: ID<RunRecord>, isOfCalls: Bool, logs: Set<ID<CaptureRecord>>? = nil, unrelated: [String],
        database: Database
    ) throws(StoreFailure) {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        witnesses = try isOfCalls ? Seers() : Seers(run: run, database: database)
        let kind = isOfCalls ? "hides = 'calls'" : "hides <> 'calls'"
        var stretches: [HiddenStretch] = []
        for row in try database.rows("SELECT * FROM blind WHERE run = :run AND \(kind)", arguments) {
            var stretch = HiddenStretch(
                capture: row.id("capture"), from: row.integer("from_us") ?? .min, to: row.integer("to_us") ?? .max,
                host: row.text("host"), server: row.text("server"), manyHosts: row.flag("many_hosts"),
                isDamage: row.integer("diagnostic") != nil,
                reason: row.text("reason") ?? "")
            guard !Blindness.isUnrelated(stretch.host, stretch.server, unrelated) else { continue }
            if let logs, let capture = stretch.capture, !logs.contains(capture) { continue }
            if !stretch.isDamage, stretch.to == .max, let next = stretch.capture.flatMap(witnesses.nextPart) {
                stretch.from = max(stretch.from, next)
            }
            stretches.append(stretch)
        }
        var servers: [String: Set<String>] = [:]
        if !stretches.isEmpty {
            for row in try database.rows("SELECT host, server FROM host_server WHERE run = :run", arguments) {
                guard let host = row.text("host"), let server = row.text("server") else { continue }
                servers[host, default: []].insert(server)
            }
        }
        var coalesced: Set<String> = []
        if stretches.contains(where: { $0.manyHosts && $0.host != nil }) {
            let rows = try database.rows(
                """
                SELECT DISTINCT x.host AS host
                FROM flow f JOIN sighting s ON s.capture = f.capture JOIN exchange x ON x.id = s.exchange AND x.flow = f.number
                WHERE f.run = :run AND f.server_name <> x.host
                """, arguments)
            coalesced = Set(rows.compactMap { $0.text("host") })
        }
        self.stretches = HiddenStretches(stretches)
        cuts = stretches.filter { $0.isDamage && $0.to == .max && $0.host == nil && $0.server == nil }
        self.servers = servers
        self.coalesced = coalesced
        namesOfServer = servers.values.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Whether anything hidden overlaps the window at all: the cheap question before hosts are looked up.
    func overlaps(from: Int64?, to: Int64?) -> Bool {
        stretches.overlap(from ?? .min, to ?? .max)
    }

    /// Why anything at all may have been hidden in the window; `nil` when nothing was.
    func reason(from: Int64?, to: Int64?) -> String? {
        stretches.first(overlapping: from ?? .min, to ?? .max)?.reason
    }

    /// The hosts, and those of the patterns that some hidden stretch names: what nothing was seen of has no other name here.
    func adding(_ patterns: [String], to hosts: Set<String>) -> Set<String> {
        guard !patterns.isEmpty else { return hosts }
        return hosts.union(
            stretches.hosts.filter { host in patterns.contains { Blindness.matches(host, $0) } })
    }

    /// Why something the hosts carry may have been hidden in the window; `nil` when nothing was.
    ///
    /// - Parameter missing: whether something is missed that must have gone somewhere: it may have gone along on a connection
    ///   of another host.
    func touches(from: Int64?, to: Int64?, hosts: Set<String>, missing: Bool) -> String? {
        let (from, to) = (from ?? .min, to ?? .max)
        guard witnesses.areSeveral else {
            return near(from, to, hosts).first { couldCarry($0, hosts, missing) }?.reason
        }
        guard !hosts.isEmpty else { return hidden([], by: [], from, to, missing) }
        return Blindness.weightiest(
            hosts.sorted().lazy.compactMap { hidden([$0], by: witnesses.of($0, among: hosts), from, to, missing) })
    }

    /// Of several reasons the first that is more than the end of a recording, else that.
    static func weightiest(_ reasons: some Sequence<String>) -> String? {
        var end: String?
        for reason in reasons {
            guard reason == captureOver else { return reason }
            end = reason
        }
        return end
    }

    /// Whether any hidden stretch names a host.
    var namesHosts: Bool { stretches.hosts.contains { _ in true } }

    /// Why a part of what went to this very host could not be read, whatever was due then; `nil` when all of it was.
    func partHidden(of host: String) -> String? {
        let damage = near(.min, .max, [host]).filter { stretch in
            stretch.isDamage && stretch.isNamed && stretch.from < stretch.to
                && stretch.host.map { Blindness.matches(host, $0) } ?? false
        }
        guard witnesses.areSeveral else { return damage.first?.reason }
        let seers = witnesses.of(host, among: [host])
        return damage.lazy.compactMap { hidden([host], by: seers, $0.from, $0.to, false) }.first
    }

    /// Why nobody can say what followed: the input itself is damaged to its end, whatever host it was about to show.
    var cutOff: String? {
        let whole = witnesses.ofDevice.subtracting(cuts.compactMap(\.capture))
        guard !witnesses.areSeveral || whole.isEmpty || cuts.contains(where: { $0.capture == nil }) else { return nil }
        return cuts.first?.reason
    }

    // MARK: Several captures

    /// Why something of a host (or of any, when none is known) may have been hidden from every capture that would show
    /// it. Hidden in one and seen in another is seen.
    private func hidden(
        _ host: Set<String>, by seers: Set<ID<CaptureRecord>>, _ from: Int64, _ to: Int64, _ missing: Bool
    ) -> String? {
        let touching = near(from, to, host).filter { couldCarry($0, host, missing) }
        if let reason = touching.first(where: { $0.capture == nil })?.reason { return reason }
        if seers.isEmpty, let reason = touching.first(where: \.isDamage)?.reason {
            // Nobody ever saw the host: whatever hid a part may have hidden all of it.
            return reason
        }
        var hidden = [(from: from, to: to)]
        for capture in seers.isEmpty ? witnesses.ofDevice : seers {
            hidden = Blindness.common(hidden, Blindness.merged(touching.filter { $0.capture == capture }))
        }
        guard let part = hidden.min(by: { $0.from < $1.from }) else { return nil }
        return touching.first { $0.overlaps(part.from, part.to) }?.reason
    }

    /// The stretches in the window among which are all that could have carried one of the hosts.
    private func near(_ from: Int64, _ to: Int64, _ hosts: Set<String>) -> [HiddenStretch] {
        let addresses = hosts.reduce(into: Set<String>()) { $0.formUnion(servers[$1] ?? []) }
        return stretches.near(from, to, hosts: hosts, servers: addresses)
    }

    /// The stretches in order, overlapping ones as one.
    private static func merged(_ stretches: [HiddenStretch]) -> [(from: Int64, to: Int64)] {
        var merged: [(from: Int64, to: Int64)] = []
        for stretch in stretches.sorted(by: { $0.from < $1.from }) {
            if let last = merged.last, stretch.from <= last.to {
                merged[merged.count - 1].to = max(last.to, stretch.to)
            } else {
                merged.append((stretch.from, stretch.to))
            }
        }
        return merged
    }

    /// What two ordered lists both cover.
    private static func common(
        _ left: [(from: Int64, to: Int64)], _ right: [(from: Int64, to: Int64)]
    ) -> [(from: Int64, to: Int64)] {
        var common: [(from: Int64, to: Int64)] = []
        var (row, column) = (0, 0)
        while row < left.count, column < right.count {
            let (from, to) = (max(left[row].from, right[column].from), min(left[row].to, right[column].to))
            if from <= to { common.append((from, to)) }
            if left[row].to < right[column].to { row += 1 } else { column += 1 }
        }
        return common
    }

    /// Whether the hidden stretch could have carried one of the hosts. One connection carries several hosts, so a
    /// server name alone clears nobody.
    private func couldCarry(_ stretch: HiddenStretch, _ hosts: Set<String>, _ missing: Bool) -> Bool {
        guard stretch.host != nil || stretch.server != nil else { return true }
        if stretch.isNamed, let host = stretch.host {
            if hosts.contains(where: { Blindness.matches($0, host) }) { return true }
            guard stretch.manyHosts else { return false }
            // A host that was never seen, or goes along on connections of others, may be on this one too; one certificate
            // rarely goes beyond a domain.
            let movable = missing ? hosts.filter { servers[$0] == nil || coalesced.contains($0) } : []
            if movable.contains(where: { HostDomain.of($0) == HostDomain.of(host) }) { return true }
        }
        guard let server = stretch.server else { return stretch.host == nil }
        if hosts.contains(where: { servers[$0]?.contains(server) == true }) { return true }
        guard !stretch.isNamed else { return false }
        // A proxy, or the address of a network of servers, may answer for any host.
        let names = namesOfServer[server, default: 0]
        let areAllSeen = !hosts.contains { servers[$0] == nil }
        return names == 0 ? stretch.host == nil || !areAllSeen : names > 1 && !areAllSeen
    }

    private static func isUnrelated(_ host: String?, _ server: String?, _ patterns: [String]) -> Bool {
        guard host != nil || server != nil else { return false }
        return patterns.contains { pattern in
            if let host { return matches(host, pattern) }
            guard let server else { return false }
            return server == pattern || server.hasPrefix(pattern + ":") || server.hasPrefix("[\(pattern)]:")
        }
    }

    /// `*.example.test` matches every host below it and the domain itself.
    static func matches(_ host: String, _ pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        return host.hasSuffix(pattern.dropFirst(1)) || host == pattern.dropFirst(2)
    }
}
