import Encodings
import Store

/// The requests that a reader of findings asks about.
extension ReportReader {
    private static let headersPerMessage = 40
    private static let parametersPerRequest = 60

    /// - Parameters:
    ///   - exchanges: those shown.
    ///   - captureIndex: positions of captures in the report.
    func requestDetails(
        _ exchanges: [Int], _ captureIndex: [Int: Int]
    ) throws(StoreFailure) -> [ReportModel.Request] {
        guard !exchanges.isEmpty else { return [] }
        let ids: [String: SQLValue] = ["ids": SQLValue.set(exchanges)]
        let places = try Places(of: exchanges, in: views, captureIndex)
        let beacons = Dictionary(grouping: try views.rows(Self.beacons, ids)) { $0.number("exchange") }
        let parameters = Dictionary(grouping: try views.rows(Self.parameters, ids)) { $0.number("exchange") }
        let firings = Dictionary(grouping: try views.rows(Self.firings, ids)) { $0.number("exchange") }
        let documents = Dictionary(grouping: try views.rows(Self.documents, ids)) { $0.number("exchange") }
        return try views.rows(Self.exchanges, ids).map { row in
            let id = row.number("id")
            let (scheme, target) = (row.string("scheme"), row.string("target"))
            return ReportModel.Request(
                exchange: id, atUs: row.integer("at_us") ?? 0, method: row.string("method"), scheme: scheme,
                authority: String(row.string("url").dropFirst(scheme.count + 3).dropLast(target.count)), target: target,
                status: row.int("status"),
                ending: row.string("ending"), responseUs: row.integer("response_us"), endUs: row.integer("end_us"),
                protocolName: row.text("protocol"), server: row.text("server"), requestBytes: row.int("request_bytes"),
                responseBytes: row.int("response_bytes"), requestHeaders: Self.headers(row.string("request_headers")),
                responseHeaders: Self.headers(row.string("response_headers")), notes: row.string("notes"),
                place: places[id]?.place, beacons: (beacons[id] ?? []).map(Self.beacon),
                parameters: Self.parameters(parameters[id] ?? [], target: target),
                firings: (firings[id] ?? []).map(Self.declaration),
                documents: (documents[id] ?? []).map { $0.string("label") })
        }
    }

    private static func beacon(_ row: Row) -> ReportModel.Request.Beacon {
        ReportModel.Request.Beacon(
            family: row.string("family"), kind: row.string("kind"), event: row.string("event"))
    }

    private static func declaration(_ row: Row) -> ReportModel.Request.Declaration {
        ReportModel.Request.Declaration(
            family: row.string("family"), event: row.string("event"), adPlay: row.text("play"),
            document: row.string("document"), line: row.int("line"), repeatClass: row.string("repeat_class"),
            ambiguous: row.flag("ambiguous"), alteration: row.text("alteration"))
    }

    private static func headers(_ block: String) -> [String] {
        block.lines.prefix(headersPerMessage).map { String($0) }
    }

    /// As the family decoded them; of a request that none did, the pieces of its query.
    private static func parameters(
        _ rows: [Row], target: String
    ) -> ReportModel.Limited<ReportModel.Request.Parameter> {
        var found = rows.map { row in
            ReportModel.Request.Parameter(
                name: row.string("name"), subkey: row.text("subkey").flatMap { $0.isEmpty ? nil : $0 },
                value: row.string("value"))
        }
        if found.isEmpty, let question = target.firstIndex(of: "?") {
            found = target[target.index(after: question)...].split(separator: "&").map { piece in
                let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return ReportModel.Request.Parameter(
                    name: PercentCoding.text(pair.first ?? ""), value: PercentCoding.text(pair.count > 1 ? pair[1] : "")
                )
            }
        }
        return ReportModel.Limited(Array(found.prefix(parametersPerRequest)), total: found.count)
    }

    private static let exchanges = """
        SELECT id, at_us, method, scheme, url, target, status, ending, response_us, end_us, protocol, server,
          request_bytes, response_bytes, request_headers, response_headers, notes
        FROM exchange WHERE run = :run AND id IN (SELECT value FROM json_each(:ids)) ORDER BY at_us, id
        """

    private static let beacons = """
        SELECT exchange, family, kind, event FROM beacon
        WHERE run = :run AND exchange IN (SELECT value FROM json_each(:ids)) ORDER BY id
        """

    private static let parameters = """
        SELECT b.exchange AS exchange, p.name AS name, p.subkey AS subkey, p.value AS value
        FROM beacon b JOIN parameter p ON p.beacon = b.id
        WHERE b.run = :run AND b.exchange IN (SELECT value FROM json_each(:ids)) ORDER BY b.id, p.ordinal
        """

    private static let documents = """
        SELECT exchange, label FROM document
        WHERE run = :run AND exchange IN (SELECT value FROM json_each(:ids)) ORDER BY id
        """

    private static let firings = """
        SELECT f.exchange AS exchange, f.family AS family, f.event AS event, f.repeat_class AS repeat_class,
          f.ambiguous AS ambiguous, f.alteration AS alteration, p.label AS play, t.line AS line, d.label AS document
        FROM firing f JOIN tracker t ON t.id = f.tracker JOIN document d ON d.id = t.document
          LEFT JOIN ad_play p ON p.id = f.ad_play
        WHERE f.run = :run AND f.exchange IN (SELECT value FROM json_each(:ids)) ORDER BY f.id
        """
}
