import Encodings
import Model

/// MediaTailor's client-side tracking: the document declares ads and trackers of the family ssai, each poll is a beacon of
/// kind `tracking-poll` with the parameters (`response`, `nextToken`) and (`request`, `nextToken`): what the answer hands out,
/// and what was asked for with it.
public struct MediaTailorFamily: BeaconFamily {
    /// Ads are told apart within one tracking URL: two sessions may play the same avail.
    private struct AdKey: Sendable, Hashable {
        var endpoint: String
        var identity: String
    }

    private var known: [AdKey: ID<Ad>] = [:]

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, let response = observation.exchange.response,
            (200..<300).contains(response.status)
        else { return }
        do throws(JSONDocumentFault) {
            guard let document = try TrackingDocument(response.body.bytes) else { return }
            declare(document, observation, in: &run)
        } catch {
            declareMalformed(error, observation, in: &run)
        }
    }

    private mutating func declare(
        _ document: TrackingDocument, _ observation: Observation, in run: inout RunContext
    ) {
        let url = observation.url
        let endpoint = url.text(url.host) + url.text(url.path)
        let fresh = document.ads.filter { known[AdKey(endpoint: endpoint, identity: $0.identity)] == nil }
        let declared = run.declare(
            DocumentDeclaration(
                kind: .mediaTailor, state: document.ads.isEmpty ? .empty : .wellFormed, label: "MediaTailor tracking",
                ads: fresh.map(\.declaration)),
            for: observation)
        for (ad, id) in zip(fresh, declared.ads) {
            known[AdKey(endpoint: endpoint, identity: ad.identity)] = id
            guard let media = ad.media else { continue }
            run.timelines.schedule(
                ScheduledAd(
                    ad: id, media: media, number: ad.declaration.adID.flatMap { Int64($0) },
                    session: url.segments.last ?? "", host: url.hostName))
        }
        let beacon = run.recordBeacon(observation, family: .ssai, kind: "tracking-poll", event: "tracking-poll")
        let fields = QueryField.read(url)
        var parameters = fields.enumerated().map { $1.parameter(of: beacon, ordinal: $0) }
        let asked =
            TrackingDocument.token(askedWith: observation.exchange.request.body.bytes)
            ?? fields.first { $0.name.lowercased() == "nexttoken" }?.value
        for (name, token) in [("response", document.nextToken), ("request", asked)] {
            guard let token else { continue }
            parameters.append(
                Parameter(
                    beacon: beacon, name: name, subkey: "nextToken", ordinal: parameters.count, raw: token, value: token
                ))
        }
        for parameter in parameters { run.emit(.parameter(parameter)) }
    }

    private func declareMalformed(_ fault: JSONDocumentFault, _ observation: Observation, in run: inout RunContext) {
        // Other documents may hold the word; the path that MediaTailor gives out is its own.
        guard fault.isAmbiguous || observation.url.text(observation.url.path).hasPrefix("/v1/tracking/") else { return }
        let detail = "byte \(fault.offset): expected \(fault.expected), found \(fault.found)"
        run.declare(
            DocumentDeclaration(
                kind: .mediaTailor, state: .malformed, label: "MediaTailor tracking", detail: detail),
            for: observation)
        run.report(
            Diagnostic(
                .mediaTailorUnread, locator: observation.exchange.locator, at: observation.exchange.startedAt,
                subject: observation.exchange.request.host, detail: detail,
                blind: Blind(
                    from: observation.exchange.startedAt, host: observation.exchange.request.host,
                    server: observation.exchange.connection.server, hides: .responses)))
    }
}

/// Everything that reading MediaTailor's documents reports.
public enum MediaTailorDiagnostics {
    public static let all: [DiagnosticCode] = [.mediaTailorUnread]
}

extension DiagnosticCode {
    /// A tracking document is no JSON.
    public static let mediaTailorUnread = DiagnosticCode(
        "mediatailor.unread", .warning, stage: "interpret",
        meaning: "A MediaTailor tracking document could not be read; the trackers it declares are unknown.",
        remedy: "Record whole response bodies.")
}
