import Model
import Reporting
import Store

/// Whether a recording can be certified, and what to change before the next one: about ten lines, whatever its size.
package struct Preflight: Sendable {
    package let lines: [String]

    package init(_ outcome: Certify.Outcome) throws(PipelineFailure) {
        let database = outcome.database
        let arguments: [String: SQLValue] = ["run": SQLValue(outcome.run)]
        lines = try PipelineFailure.storing { () throws(StoreFailure) in
            let model = try ReportModel(reading: database, run: outcome.run, limits: ReportLimits([]))
            let known = try Self.knows(outcome)
            let hidden = try database.rows(PreflightSQL.hidden, arguments).map {
                Hidden(code: $0.text("code") ?? "", subject: $0.text("subject"), count: $0.int("n") ?? 0)
            }
            let hosts = try database.rows(PreflightSQL.hosts, arguments).map(Self.host)
            let likely = try database.rows(PreflightSQL.likelyAds, arguments).map(Self.host)
            let bodies = try database.rows(PreflightSQL.missingBodies, arguments).first?.int("n") ?? 0
            var lines = [Self.verdict(model, hidden, known: known)]
            lines += model.captures.map(Self.capture)
            lines.append("keys: \(Self.keys(model, hidden))")
            lines.append("hosts: \(Self.list(hosts))")
            lines.append("families: \(Self.families(model))")
            lines.append("ads or measurement of no known family: \(Self.list(likely))")
            lines.append("bodies missing or cut: \(bodies == 0 ? "none" : "\(bodies)")")
            lines.append("proxy tunnels not decrypted: \(Self.subjects(hidden) { $0.hasSuffix("-opaque") })")
            lines.append("URLs: \(Self.urls(hidden))")
            lines.append("profiles that apply: \(model.certificates.isEmpty ? "none" : "")")
            lines += model.certificates.map(Self.certificate)
            return lines
        }
    }

    /// Whether anything of a known family was read.
    package static func hasKnownTraffic(_ outcome: Certify.Outcome) throws(PipelineFailure) -> Bool {
        try PipelineFailure.storing { () throws(StoreFailure) in try knows(outcome) }
    }

    private static func knows(_ outcome: Certify.Outcome) throws(StoreFailure) -> Bool {
        try outcome.database.rows(PreflightSQL.known, ["run": SQLValue(outcome.run)]).first?.flag("known") ?? false
    }

    private struct Hidden {
        var code: String
        var subject: String?
        var count: Int
    }

    // MARK: One line each

    private static func verdict(_ model: ReportModel, _ hidden: [Hidden], known: Bool) -> String {
        var changes: [String] = []
        func has(_ end: String) -> Bool { hidden.contains { $0.code.hasSuffix(end) } }
        if has(".secret-missing") { changes.append("give the key log: --keylog FILE") }
        if has("-opaque") { changes.append("have the proxy decrypt the hosts named below") }
        if has("-sanitised") || has("-redacted") || has(".redacted") { changes.append("export without sanitising") }
        if has(".url-cut") { changes.append("record with something that keeps whole URLs") }
        if has(".handshake-unseen") { changes.append("start recording before the app") }
        if model.captures.allSatisfy({ $0.exchanges == 0 && $0.calls == 0 }) {
            changes.append("no request could be read")
        }
        if !known || has("-sanitised") {
            let why =
                changes.isEmpty ? "it holds no traffic of a system that is known" : changes.joined(separator: "; ")
            return "cannot be certified: \(why)"
        }
        return changes.isEmpty
            ? "can be certified" : "can be certified in part; to change: \(changes.joined(separator: "; "))"
    }

    private static func capture(_ capture: ReportModel.Capture) -> String {
        let span = (capture.lastUs ?? 0) - (capture.firstUs ?? 0)
        let source = capture.source.map { ", by \($0)" } ?? ""
        let calls = capture.calls > 0 ? ", \(capture.calls) calls" : ""
        return
            "\(InputKind.fileName(capture.path)): \(capture.format)\(source), \(capture.exchanges) requests\(calls), "
            + "\(span / 1_000_000) s"
    }

    private static func keys(_ model: ReportModel, _ hidden: [Hidden]) -> String {
        let flows = model.captures.reduce(0) { $0 + $1.flows }
        guard flows > 0 else { return "not needed" }
        let closed = model.captures.reduce(0) { $0 + $1.flowsUndecrypted }
        guard closed > 0 else { return "all \(flows) connections could be read" }
        return "\(closed) of \(flows) connections stayed encrypted, to "
            + subjects(hidden) { $0.hasSuffix(".secret-missing") || $0.hasSuffix(".handshake-unseen") }
    }

    private static func families(_ model: ReportModel) -> String {
        let seen = model.families.filter { $0.beacons > 0 || $0.adPlays > 0 }
        guard !seen.isEmpty else { return "none" }
        return seen.map { family in
            "\(family.name) (\(family.beacons) beacons\(family.adPlays > 0 ? ", \(family.adPlays) ad plays" : ""))"
        }.joined(separator: ", ")
    }

    private static func urls(_ hidden: [Hidden]) -> String {
        let words: [(code: String, text: String)] = [
            ("interpret.capture-sanitised", "sanitised, every query was removed"),
            ("interpret.url-redacted", "values were taken out of some"), ("interpret.url-cut", "some are cut"),
            ("netlog.redacted", "recorded without paths"),
        ]
        let told = words.filter { word in hidden.contains { $0.code == word.code } }.map(\.text)
        let unsent = hidden.filter { $0.code == "har.request-unsent" }.reduce(0) { $0 + $1.count }
        let blocked = unsent > 0 ? ["\(unsent) requests never left the browser (a content blocker, or no network)"] : []
        return told.isEmpty && blocked.isEmpty ? "whole" : (told + blocked).joined(separator: "; ")
    }

    private static func certificate(_ certificate: ReportModel.Certificate) -> String {
        let rest = certificate.reasons.count - mostReasons
        let reasons =
            certificate.reasons.prefix(mostReasons).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
        return
            "  \(certificate.profile): \(certificate.verdict.rawValue)\(reasons.isEmpty ? "" : ", needs: \(reasons)")"
    }

    private static let mostReasons = 3

    // MARK: Lists

    private static func host(_ row: Row) -> (name: String, count: Int) {
        (row.text("host") ?? "", row.int("n") ?? 0)
    }

    private static func list(_ hosts: [(name: String, count: Int)]) -> String {
        guard !hosts.isEmpty else { return "none" }
        let rest = hosts.count - mostHosts
        let told = hosts.prefix(mostHosts).map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        return rest > 0 ? "\(told) and \(rest) more" : told
    }

    private static let mostHosts = 6

    private static func subjects(_ hidden: [Hidden], _ isMeant: (String) -> Bool) -> String {
        var counts: [(name: String, count: Int)] = []
        var places: [String: Int] = [:]
        for item in hidden where isMeant(item.code) {
            let name = item.subject ?? "unknown hosts"
            if let place = places[name] {
                counts[place].count += item.count
            } else {
                places[name] = counts.count
                counts.append((name, item.count))
            }
        }
        return list(counts)
    }
}
