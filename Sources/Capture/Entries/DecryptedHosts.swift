import Model

/// When requests to which hosts were decrypted. A connection through a proxy carried something that is not known where no
/// request to its host was decrypted, or none while it was open: decrypting may have been switched on late, and some
/// connections of an app may be pinned.
struct DecryptedHosts: Sendable {
    /// What is known of what a connection carried.
    enum Content: Sendable, Equatable {
        case decrypted
        /// Some requests to the host were decrypted, and none of them can be what the connection was opened for. What it
        /// carried until then is not known; `nil` is to the end.
        case opaque(until: Timestamp?)
        /// No request to the host was decrypted at all.
        case neverDecrypted
    }

    fileprivate typealias Stretch = (from: Timestamp, to: Timestamp)

    /// A connection that a client opened through the proxy.
    struct Connection: Sendable {
        var from: Timestamp?
        var to: Timestamp?
        /// TLS came to nothing.
        var hasFailed = false

        /// Until when it may have hidden requests: what the client wanted of a failed one it wants for a moment longer.
        var hiddenUntil: Timestamp? {
            guard let from else { return to }
            let least = from.advanced(byMicroseconds: DecryptedHosts.shortest)
            return to.map { max($0, least) } ?? least
        }

        var isShort: Bool {
            guard let from, let to else { return true }
            return to.microseconds(since: from) < DecryptedHosts.shortest
        }
    }

    /// Requests that follow one another within this are one stretch: longer pauses alone can hide a connection.
    private static let stretch: Int64 = 1_000_000
    /// A client that opens a connection has something to send.
    fileprivate static let promptly: Int64 = 5_000_000
    /// A `CONNECT` that took less may have been timed as the handshake alone.
    fileprivate static let shortest: Int64 = 2_000_000

    /// By authority, as it is written: for each entry this must cost little.
    private var stretches: [String: [Stretch]] = [:]

    mutating func note(_ authority: String, at: Timestamp) {
        Self.add(at, to: &stretches[authority, default: []])
    }

    private static func add(_ at: Timestamp, to stretches: inout [Stretch]) {
        guard let last = stretches.last, at >= last.from, at.microseconds(since: last.to) <= stretch else {
            return stretches.append((at, at))
        }
        stretches[stretches.count - 1].to = max(last.to, at)
    }

    /// The same by host, once all entries were read.
    func byHost() -> ByHost {
        var hosts: [String: [Stretch]] = [:]
        for (authority, ours) in stretches { hosts[Exchange.Request.host(of: authority), default: []] += ours }
        return ByHost(stretches: hosts.mapValues(DecryptedHosts.joined))
    }

    /// In order, none overlapping another: those of several authorities of a host, and of entries out of order, may.
    private static func joined(_ stretches: [Stretch]) -> [Stretch] {
        var joined: [Stretch] = []
        for stretch in stretches.sorted(by: { $0.from < $1.from }) {
            if let last = joined.last, stretch.from <= last.to {
                joined[joined.count - 1].to = max(last.to, stretch.to)
            } else {
                joined.append(stretch)
            }
        }
        return joined
    }

    struct ByHost: Sendable {
        fileprivate let stretches: [String: [Stretch]]

        /// - Parameter host: without a port.
        func contains(_ host: String) -> Bool { stretches[host] != nil }

        /// What connections to the host carried, in their order, which is that of time.
        ///
        /// - Parameter areOpaque: none of them was decrypted, whatever else was.
        func contents(of connections: [Connection], to host: String, areOpaque: Bool = false) -> [Content] {
            guard let ours = stretches[host] else { return connections.map { _ in .neverDecrypted } }
            return connections.indices.map { index in
                let content = content(of: index, among: connections, ours)
                return areOpaque && content == .decrypted
                    ? .opaque(until: connections[index].hiddenUntil) : content
            }
        }

        private func content(of index: Int, among connections: [Connection], _ ours: [Stretch]) -> Content {
            let connection = connections[index]
            if connection.hasFailed { return .opaque(until: connection.hiddenUntil) }
            guard let from = connection.from else { return .decrypted }
            let to = connection.isShort ? nextOpened(after: index, of: connections) : connection.to
            guard let next = DecryptedHosts.first(of: ours, in: from, to) else {
                return .opaque(until: connection.isShort ? to : connection.hiddenUntil)
            }
            return next.microseconds(since: from) > DecryptedHosts.promptly ? .opaque(until: next) : .decrypted
        }

        /// A connection that was timed as its handshake alone carries what follows, until another one is opened; those that
        /// are opened together share it.
        private func nextOpened(after index: Int, of connections: [Connection]) -> Timestamp? {
            guard let end = connections[index].hiddenUntil else { return nil }
            return connections[index...].lazy.compactMap(\.from).first { $0 > end }
        }
    }

    /// When the first of the stretches in a time is, of which none overlaps another.
    ///
    /// - Parameter to: `nil` is the end of time.
    fileprivate static func first(of stretches: [Stretch], in from: Timestamp, _ to: Timestamp?) -> Timestamp? {
        let next = stretches.partitioningIndex { $0.to >= from }
        guard next < stretches.count, to.map({ stretches[next].from <= $0 }) ?? true else { return nil }
        return max(from, stretches[next].from)
    }
}
