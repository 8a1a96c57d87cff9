import Encodings
import Model

/// MediaTailor's client-side tracking: the document declares ads and trackers of the family ssai, each poll is a beacon of
/// kind `tracking-poll` with the parameters (`response`, `nextToken`) and (`request`, `nextToken`): what the answer hands out,
/// and what was asked for with it. A poll whose answer shows no list is a beacon of kind `tracking-unread`, and the beginning of
/// a session whose ads the app is to report (`trackingUrl`) one of kind `tracking-session`.
public struct MediaTailorFamily: BeaconFamily {
    private var known = ListedAds()
    /// Paths of lists that were read, or that the beginning of a session named.
    private var lists: Set<String> = []

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, let response = observation.exchange.response else { return }
        guard (200..<300).contains(response.status) else { return noteUnread(observation, in: &run) }
        do throws(JSONDocumentFault) {
            if let document = try TrackingDocument(response.body.bytes) {
                declare(document, observation, in: &run)
            } else if let list = try list(ofSession: observation, answer: response.body.bytes) {
                lists.insert(list)
                run.recordBeacon(observation, family: .ssai, kind: "tracking-session", event: "tracking-session")
            } else {
                noteUnread(observation, in: &run)
            }
        } catch {
            declareMalformed(error, observation, in: &run)
        }
    }

    /// The path of the list of ads that the beginning of a session names; `nil` for any other answer, and where the session
    /// leaves reporting to the server.
    private func list(ofSession observation: Observation, answer: [UInt8]) throws(JSONDocumentFault) -> String? {
        let request = observation.exchange.request
        guard request.method == "POST", observation.url.text(observation.url.path).hasPrefix("/v1/session/"),
            JSONReader.beginsObject(answer),
            let url = try JSONReader.readDocument(answer)["trackingUrl"]?.string
        else { return nil }
        if JSONReader.beginsObject(request.body.bytes),
            try JSONReader.readDocument(request.body.bytes)["reportingMode"]?.string?.lowercased() == "server"
        {
            return nil
        }
        // It may have a host in front and parameters behind.
        guard let start = url.firstRange(of: Self.listPath)?.lowerBound else { return nil }
        return String(url[start...].prefix { $0 != "?" })
    }

    /// The path that MediaTailor gives out is its own, and others have it, too.
    private func isPoll(_ observation: Observation) -> Bool {
        observation.url.bytes[observation.url.path].starts(with: Self.listPath.utf8)
    }

    private static let listPath = "/v1/tracking/"

    private func noteUnread(_ observation: Observation, in run: inout RunContext) {
        guard isPoll(observation),
            observation.url.hostName.hasSuffix(".amazonaws.com")
                || lists.contains(observation.url.text(observation.url.path))
        else { return }
        run.recordBeacon(observation, family: .ssai, kind: "tracking-unread", event: "tracking-poll")
    }

    private mutating func declare(
        _ document: TrackingDocument, _ observation: Observation, in run: inout RunContext
    ) {
        let url = observation.url
        let endpoint = url.text(url.host) + url.text(url.path)
        lists.insert(url.text(url.path))
        let fresh = known.fresh(of: document.ads, in: endpoint)
        let declared = run.declare(
            DocumentDeclaration(
                kind: .mediaTailor, state: document.ads.isEmpty ? .empty : .wellFormed, label: "MediaTailor tracking",
                ads: fresh.map(\.declaration)),
            for: observation)
        for (ad, id) in zip(fresh, declared.ads) {
            guard let media = ad.seat.media else { continue }
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
        // Other documents may hold the word.
        guard fault.isAmbiguous || isPoll(observation) else { return }
        noteUnread(observation, in: &run)
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
