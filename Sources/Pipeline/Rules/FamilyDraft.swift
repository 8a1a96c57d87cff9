import Audit
import Model
import Store

/// A first draft of a family file, from what a capture shows of a host: paths, parameters, and which of them may be the event,
/// the session, the position and the time.
package struct FamilyDraft: Sendable {
    private let name: String
    private let host: String
    private let requests: [Request]

    private struct Request: Sendable {
        var method: String
        var path: String
        var fields: [(name: String, value: String)]
        var isJSON: Bool
    }

    /// - Parameters:
    ///   - name: of the family.
    ///   - host: whose requests are looked at.
    ///   - outcome: a decoded run.
    package init(_ name: String, host: String, in outcome: Certify.Outcome) throws(PipelineFailure) {
        self.name = name
        self.host = host
        var requests: [Request] = []
        try PipelineFailure.storing { () throws(StoreFailure) in
            try ExchangeReader(outcome.database).forEachExchange(run: outcome.run) {
                (_, exchange) throws(StoreFailure) in
                guard exchange.request.host == host else { return }
                requests.append(FamilyDraft.request(exchange))
            }
        }
        guard !requests.isEmpty else { throw .usage("the capture has no request to \(host)") }
        self.requests = requests
    }

    private static func request(_ exchange: Exchange) -> Request {
        let parts = exchange.request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let body = exchange.request.body.bytes
        return Request(
            method: exchange.request.method, path: String(parts.first ?? "/"),
            fields: (parts.count > 1 ? String(parts[1]) : "").split(separator: "&").map { piece in
                let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
            },
            isJSON: body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "["))
    }

    /// The file, with what is to be decided in comments.
    package var text: String {
        var lines = [
            "family: \(name)", "title: \(name)",
            "sources: [{ ref: \"name the vendor's document\", class: vendor, since: 2026-01-01 }]",
            "hosts: [\(host)]", "requests:",
        ]
        let methods = Set(requests.map(\.method)).sorted()
        for method in methods {
            let own = requests.filter { $0.method == method }
            lines.append(
                "  - match: { method: \(method), path: [\(FamilyDraft.paths(own).joined(separator: ", "))] }    # \(own.count) requests"
            )
            if own.contains(where: \.isJSON) {
                lines.append("    parameters: [query, json]    # 'each: NAME' where the body holds a list of beacons")
            }
            lines += Statistics(own.map(\.fields)).lines
        }
        lines += [
            "# events:", "#   start: { once: session, first: session }",
            "#   heartbeat: { every: 10, from: [start], until: [end] }",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func paths(_ requests: [Request]) -> [String] {
        let paths = Set(requests.map(\.path)).sorted()
        return paths.count > 8 ? ["\"*\""] : paths
    }

    /// How often each parameter is there, and with how many values.
    private struct Statistics {
        private var counts: [(name: String, times: Int, values: Set<String>)] = []
        private let total: Int

        init(_ requests: [[(name: String, value: String)]]) {
            total = requests.count
            var places: [String: Int] = [:]
            for (name, value) in requests.joined() {
                let place = places[name] ?? counts.count
                if place == counts.count { counts.append((name, 0, [])) }
                places[name] = place
                counts[place].times += 1
                counts[place].values.insert(value)
            }
        }

        var lines: [String] {
            let always = counts.filter { $0.times >= total }
            // Few short words for many requests are an event; one long value is a session; a number that differs is a time.
            let event = always.first {
                $0.values.count > 1 && $0.values.count <= max(3, total / 2)
                    && $0.values.allSatisfy { $0.count < 24 && Double($0) == nil }
            }
            let session = always.first { field in
                field.name != event?.name && field.values.count * 4 <= max(4, total)
                    && field.values.allSatisfy { $0.count >= 8 }
            }
            let time = always.first { field in
                field.values.allSatisfy { (Double($0) ?? 0) > 1e11 } && field.values.count * 2 > total
            }
            var lines = ["    event: \(event?.name ?? "unknown    # the parameter that names the event")"]
            if let event { lines[0] += "    # \(event.values.sorted().prefix(8).joined(separator: ", "))" }
            if let session { lines.append("    session: \(session.name)") }
            if let time { lines.append("    sentAt: { from: \(time.name), unit: ms }") }
            lines.append("    mandatory: [\(always.map(\.name).prefix(12).joined(separator: ", "))]")
            for field in counts.prefix(60) {
                lines.append("    # \(field.name): in \(field.times) of \(total), \(field.values.count) values")
            }
            return lines
        }
    }
}
