import Encodings
import Model

/// Harmonic VOS: its metadata declares ads and trackers of the family ssai, in a document of the kind that lists what is tracked.
public struct HarmonicFamily: BeaconFamily {
    /// Polls repeat the ads of a session.
    private var known = ListedAds()

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, let response = observation.exchange.response,
            (200..<300).contains(response.status)
        else { return }
        do throws(JSONDocumentFault) {
            guard let metadata = try HarmonicMetadata(response.body.bytes) else { return }
            let place = observation.url.text(observation.url.host) + observation.url.text(observation.url.path)
            let session = place + (observation.url.value("sessid") ?? "")
            let fresh = known.fresh(of: metadata.ads, in: session)
            run.declare(
                DocumentDeclaration(
                    kind: .mediaTailor, state: metadata.ads.isEmpty ? .empty : .wellFormed, label: "Harmonic metadata",
                    ads: fresh.map(\.declaration)),
                for: observation)
        } catch {
            // Other documents may hold the word; only a session's own address is known to want metadata.
            guard error.isAmbiguous || observation.url.value("sessid") != nil else { return }
            declareMalformed(error, observation, in: &run)
        }
    }

    private func declareMalformed(_ fault: JSONDocumentFault, _ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        let detail = "byte \(fault.offset): expected \(fault.expected), found \(fault.found)"
        run.declare(
            DocumentDeclaration(kind: .mediaTailor, state: .malformed, label: "Harmonic metadata", detail: detail),
            for: observation)
        run.report(
            Diagnostic(
                .harmonicUnread, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: detail,
                blind: Blind(
                    from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                    hides: .responses)))
    }
}

/// Everything that reading Harmonic's metadata reports.
public enum HarmonicDiagnostics {
    public static let all: [DiagnosticCode] = [.harmonicUnread]
}

extension DiagnosticCode {
    /// Harmonic's metadata is no JSON.
    public static let harmonicUnread = DiagnosticCode(
        "harmonic.unread", .warning, stage: "interpret",
        meaning: "Harmonic's ad metadata could not be read; the trackers it declares are unknown.",
        remedy: "Record whole response bodies.")
}
