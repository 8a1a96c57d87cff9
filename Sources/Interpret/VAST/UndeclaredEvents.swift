import Encodings
import Model

/// Requests that name an event of an ad or a break and that no document declares.
struct UndeclaredEvents: Sendable {
    /// The first parameter of a query and the server: where trackers differ in it, it says what the server counts.
    private struct Lead: Sendable, Hashable {
        var host: [UInt8]
        var parameter: [UInt8]
    }

    /// Events by what servers call them; `nil` for what stands for several.
    private var own: [Lead: String?] = [:]
    /// Requests without a word for an event, of which a later document may say what they are.
    private var unnamed: [(exchange: ID<Exchange>, lead: Lead)] = []

    private static let most = 4_096

    /// What the trackers of a document call their events.
    mutating func learn(_ document: DocumentDeclaration) {
        for ad in document.ads { learn(ad) }
    }

    private mutating func learn(_ ad: AdDeclaration) {
        for tracker in ad.trackers where tracker.family == .vast && own.count < Self.most {
            guard let lead = Self.lead(URLFields(tracker.url)), !lead.parameter.contains(UInt8(ascii: "[")) else {
                continue
            }
            if let known = own[lead], known != tracker.event {
                own[lead] = .some(nil)
            } else {
                own[lead] = tracker.event
            }
        }
        for nested in ad.nested { learn(nested) }
    }

    /// The event that the request names; one whose meaning only a document can say is kept.
    mutating func follow(_ observation: Observation) -> AdTrace? {
        guard !observation.isFiring, !observation.isPreflight else { return nil }
        if let event = EventWords.event(in: observation.exchange.request.target) {
            return AdTrace(exchange: observation.id, event: event, place: EventWords.place(of: event))
        }
        if unnamed.count < Self.most, let lead = Self.lead(observation.url) {
            unnamed.append((observation.id, lead))
        }
        return nil
    }

    /// Those that have become known by the end of the run.
    mutating func finish() -> [AdTrace] {
        defer { unnamed = [] }
        return unnamed.compactMap { request in
            guard let event = own[request.lead] ?? nil, let place = EventWords.place(of: event) else { return nil }
            return AdTrace(exchange: request.exchange, event: event, place: place)
        }
    }

    private static func lead(_ url: URLFields) -> Lead? {
        guard let query = url.query else { return nil }
        let parameter = url.bytes[query].prefix { $0 != UInt8(ascii: "&") }
        return parameter.isEmpty
            ? nil : Lead(host: HostName.normalise(url.bytes[url.host]), parameter: Array(parameter))
    }
}
