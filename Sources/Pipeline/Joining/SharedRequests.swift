import Model
import Store

/// Requests of one method and URL that more than one capture of the run holds.
struct SharedRequests {
    /// One exchange, as one or more captures saw it. Times are on the run's clock.
    private struct Entry {
        var exchange: ID<Exchange>
        var at: Int64
        var captures: [ID<CaptureRecord>]
        /// As packets show it.
        var connection: Connection?
    }

    private struct Connection: Hashable {
        var client: String
        var server: String
        var stream: Int?

        /// Two captures that agree on both addresses saw the same side of the way: another port, or another stream, is
        /// another request.
        func isOther(than connection: Connection) -> Bool {
            guard self != connection, server == connection.server,
                Relays.address(client) == Relays.address(connection.client)
            else { return false }
            return client != connection.client || stream != nil && connection.stream != nil
        }
    }

    private struct Group {
        /// Of captures already joined, in time order.
        var joined: [Entry] = []
        /// Of captures still to be joined, in time order.
        var waiting: [Entry]

        func waiting(in capture: ID<CaptureRecord>) -> [Entry] { waiting.filter { $0.captures == [capture] } }
    }

    private var groups: [Group] = []
    private var sides: [ID<CaptureRecord>: CaptureRecord.Side] = [:]

    init(run: ID<RunRecord>, in database: Database, _ captures: [RunCapture]) throws(StoreFailure) {
        for capture in captures { sides[capture.id] = capture.side }
        let packets = Set(captures.filter(\.hasPackets).map(\.id))
        var groups: [Group] = []
        var key: [SQLValue] = []
        var entries: [Entry] = []
        var schemes: [String] = []
        func add(_ entries: [Entry]) {
            guard let first = entries.first, entries.contains(where: { $0.captures != first.captures }) else { return }
            groups.append(Group(waiting: entries))
        }
        func close() {
            // A server's log names no scheme, or that of the last leg, behind whatever ended TLS.
            let anyScheme = entries.contains { $0.captures.contains { self.sides[$0] == .receiver } }
            if anyScheme || schemes.allSatisfy({ $0 == schemes.first }) {
                add(entries)
            } else {
                for scheme in Set(schemes).sorted() {
                    add(zip(entries, schemes).filter { $0.1 == scheme }.map(\.0))
                }
            }
            entries.removeAll(keepingCapacity: true)
            schemes.removeAll(keepingCapacity: true)
        }
        try database.forEachRow(
            JoiningSQL.requestsByTarget, ["run": SQLValue(run)]
        ) { (row) throws(StoreFailure) in
            let next = Array(row.values.prefix(3))
            if next != key {
                close()
                key = next
            }
            let capture: ID<CaptureRecord> = row.id("capture") ?? 0
            var entry = Entry(exchange: row.id("id") ?? 0, at: row.integer("at_us") ?? 0, captures: [capture])
            if packets.contains(capture), let client = row.text("client"), let server = row.text("server") {
                entry.connection = Connection(client: client, server: server, stream: row.int("stream"))
            }
            // Both sides of a proxy were joined before: a further sighting in the same capture.
            guard entries.last?.exchange != entry.exchange else { return }
            entries.append(entry)
            schemes.append(row.text("scheme") ?? "")
        }
        close()
        self.groups = groups
    }

    /// Takes the capture whose clock the run keeps.
    mutating func take(_ capture: RunCapture) {
        for place in groups.indices {
            groups[place].joined = groups[place].waiting(in: capture.id)
            groups[place].waiting.removeAll { $0.captures == [capture.id] }
        }
    }

    /// How many requests it has in common with the captures already joined.
    func shared(with capture: RunCapture) -> Int {
        groups.count { group in
            group.waiting.contains { $0.captures == [capture.id] }
                && group.joined.contains { mayBeOne($0, with: capture) }
        }
    }

    /// The time elsewhere less the time in this capture, for each request that both made exactly once; where there is no
    /// such request, for those both made equally often, in order.
    func differences(to capture: RunCapture) -> [Int64] {
        var once: [Int64] = []
        var often: [Int64] = []
        for group in groups {
            let here = group.waiting(in: capture.id)
            let there = group.joined.filter { mayBeOne($0, with: capture) }
            guard !here.isEmpty, here.count == there.count else { continue }
            for (here, there) in zip(here, there) {
                let (difference, overflow) = there.at.subtractingReportingOverflow(here.at)
                guard !overflow, difference.magnitude <= JoinStage.largestOffset.magnitude else { continue }
                often.append(difference)
            }
            if here.count == 1, let last = often.last { once.append(last) }
        }
        return once.isEmpty ? often : once
    }

    mutating func move(_ capture: ID<CaptureRecord>, by offset: Int64) {
        for group in groups.indices {
            for place in groups[group].waiting.indices where groups[group].waiting[place].captures == [capture] {
                let (sum, overflow) = groups[group].waiting[place].at.addingReportingOverflow(offset)
                if !overflow { groups[group].waiting[place].at = sum }
            }
        }
    }

    /// Joins one more capture.
    ///
    /// - Parameter isNextPart: whether it is the next file of the same recorder. Then only what bears the very same time is
    ///   one request, written into both files.
    /// - Returns: the exchanges that are one: `absorbed` is the new capture's.
    mutating func join(_ capture: RunCapture, among captures: [RunCapture], isNextPart: Bool) -> [(
        kept: ID<Exchange>, absorbed: ID<Exchange>
    )] {
        var result: [(kept: ID<Exchange>, absorbed: ID<Exchange>)] = []
        for place in groups.indices {
            var new = groups[place].waiting(in: capture.id)
            guard !new.isEmpty else { continue }
            groups[place].waiting.removeAll { $0.captures == [capture.id] }
            var open = groups[place].joined.indices.filter { mayBeOne(groups[place].joined[$0], with: capture) }
            for pass in isNextPart ? [.near] : Pass.allCases {
                let nearest = isNextPart ? 0 : capture.tolerance
                let tolerance = pass == .wide ? max(JoinStage.wideTolerance, nearest) : nearest
                let joined = groups[place].joined
                let pairs =
                    pass == .sameConnection
                    ? sameConnections(open.map { joined[$0] }, new, tolerance)
                    : SightingMatch.pairs(open.map { joined[$0].at }, new.map(\.at), tolerance: tolerance).filter {
                        pair in
                        let (old, new) = (joined[open[pair.left]], new[pair.right])
                        if let one = old.connection, let other = new.connection, one.isOther(than: other) {
                            return false
                        }
                        return pass == .near || isMutual(old, new, capture, captures)
                    }
                for pair in pairs {
                    result.append((groups[place].joined[open[pair.left]].exchange, new[pair.right].exchange))
                    groups[place].joined[open[pair.left]].captures.append(capture.id)
                    if joined[open[pair.left]].connection == nil {
                        groups[place].joined[open[pair.left]].connection = new[pair.right].connection
                    }
                }
                let (left, right) = (Set(pairs.map(\.left)), Set(pairs.map(\.right)))
                open = open.enumerated().filter { !left.contains($0.offset) }.map(\.element)
                new = new.enumerated().filter { !right.contains($0.offset) }.map(\.element)
            }
            groups[place].joined += new
            groups[place].joined.sort { ($0.at, $0.exchange) < ($1.at, $1.exchange) }
        }
        return result
    }

    /// In which order sightings find each other: what packets show on one connection, then what is near, then what is far
    /// and alone.
    private enum Pass: CaseIterable {
        case sameConnection, near, wide
    }

    /// Pairs of one connection and stream, in order of time.
    private func sameConnections(
        _ left: [Entry], _ right: [Entry], _ tolerance: Int64
    ) -> [(left: Int, right: Int)] {
        var places: [Connection: (left: [Int], right: [Int])] = [:]
        for (place, entry) in left.enumerated() {
            if let connection = entry.connection { places[connection, default: ([], [])].left.append(place) }
        }
        for (place, entry) in right.enumerated() {
            guard let connection = entry.connection else { continue }
            places[connection]?.right.append(place)
        }
        return places.values.flatMap { own in
            SightingMatch.pairs(own.left.map { left[$0].at }, own.right.map { right[$0].at }, tolerance: tolerance)
                .map { (own.left[$0.left], own.right[$0.right]) }
        }.sorted { $0.0 < $1.0 }
    }

    /// A server that asks on the viewer's behalf makes its own requests: none of them is one of the device's.
    private func mayBeOne(_ entry: Entry, with capture: RunCapture) -> Bool {
        guard capture.side != .receiver else { return true }
        let other: CaptureRecord.Side = capture.side == .client ? .sender : .client
        return !entry.captures.contains { sides[$0] == other }
    }

    /// Each side was recording when the other saw it.
    private func isMutual(_ entry: Entry, _ new: Entry, _ capture: RunCapture, _ captures: [RunCapture]) -> Bool {
        capture.isRecording(at: entry.at)
            && captures.contains { entry.captures.contains($0.id) && $0.isRecording(at: new.at) }
    }
}
