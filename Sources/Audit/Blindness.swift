import Store

/// What of a run could not be seen, in its traffic and in its call logs: a rule weighs what it reads.
struct Sight {
    let traffic: Blindness
    let calls: Blindness

    init(run: Int, unrelated: [String], database: Database) throws(StoreFailure) {
        traffic = try Blindness(run: run, of: "hides <> 'calls'", unrelated: unrelated, database: database)
        calls = try Blindness(run: run, of: "hides = 'calls'", unrelated: unrelated, database: database)
    }

    /// What touches verdicts of `rule`: a rule over calls rests on the log, and on traffic too where it looks at any.
    func of(_ rule: Rule) -> [Blindness] {
        guard rule.readsCalls else { return [traffic] }
        return rule.looks.families.isEmpty ? [calls] : [calls, traffic]
    }
}

/// What of one kind of input could not be seen, and which verdicts that touches (architecture, section 5).
struct Blindness {
    private struct Stretch {
        var from: Int64
        var to: Int64
        var host: String?
        var server: String?
        var manyHosts: Bool
        /// It comes from damage to the input, not from where recording began and ended.
        var isDamage: Bool
        var reason: String
    }

    private let stretches: [Stretch]
    /// Addresses seen per host.
    private let servers: [String: Set<String>]
    /// Addresses for which some host is known.
    private let namedServers: Set<String>

    init(run: Int, of kind: String, unrelated: [String], database: Database) throws(StoreFailure) {
        let arguments: [String: SQLValue] = ["run": .integer(Int64(run))]
        var stretches: [Stretch] = []
        for row in try database.rows("SELECT * FROM blind WHERE run = :run AND \(kind)", arguments) {
            let stretch = Stretch(
                from: row.integer("from_us") ?? .min, to: row.integer("to_us") ?? .max,
                host: row.text("host"), server: row.text("server"), manyHosts: row.flag("many_hosts"),
                isDamage: row.integer("diagnostic") != nil,
                reason: row.text("reason") ?? "")
            guard !Blindness.isUnrelated(stretch.host, stretch.server, unrelated) else { continue }
            stretches.append(stretch)
        }
        var servers: [String: Set<String>] = [:]
        if !stretches.isEmpty {
            for row in try database.rows("SELECT host, server FROM host_server WHERE run = :run", arguments) {
                guard let host = row.text("host"), let server = row.text("server") else { continue }
                servers[host, default: []].insert(server)
            }
        }
        self.stretches = stretches
        self.servers = servers
        namedServers = servers.values.reduce(into: []) { $0.formUnion($1) }
    }

    var isEmpty: Bool { stretches.isEmpty }

    /// Whether anything hidden overlaps the window at all: the cheap question before hosts are looked up.
    func overlaps(from: Int64?, to: Int64?) -> Bool {
        stretches.contains { overlap($0, from ?? .min, to ?? .max) }
    }

    /// Why something the hosts carry may have been hidden in the window; `nil` when nothing was.
    func touches(from: Int64?, to: Int64?, hosts: Set<String>) -> String? {
        stretches.first { overlap($0, from ?? .min, to ?? .max) && couldCarry($0, hosts) }?.reason
    }

    /// Why nobody can say what followed: the input itself is damaged to its end, whatever host it was about to show.
    var cutOff: String? {
        stretches.first { $0.isDamage && $0.to == .max && $0.host == nil && $0.server == nil }?.reason
    }

    private func overlap(_ stretch: Stretch, _ from: Int64, _ to: Int64) -> Bool {
        stretch.from <= to && from <= stretch.to
    }

    /// Whether the hidden stretch could have carried one of the hosts. One connection carries several hosts, so a
    /// server name alone clears nobody.
    private func couldCarry(_ stretch: Stretch, _ hosts: Set<String>) -> Bool {
        guard stretch.host != nil || stretch.server != nil else { return true }
        if let host = stretch.host {
            if hosts.contains(where: { Blindness.matches($0, host) }) { return true }
            guard stretch.manyHosts else { return false }
        }
        guard let server = stretch.server else { return stretch.host == nil }
        if hosts.contains(where: { servers[$0]?.contains(server) == true }) { return true }
        return stretch.host == nil && !namedServers.contains(server)
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
    private static func matches(_ host: String, _ pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        return host.hasSuffix(pattern.dropFirst(1)) || host == pattern.dropFirst(2)
    }
}
