import Model
import Store

/// The exchange, call and tracker behind a row that a rule gave as evidence: where a reader can look it up.
struct EvidenceOrigin: Sendable {
    var exchange: ID<Exchange>?
    var call: ID<Call>?
    var tracker: ID<Tracker>?

    var isKnown: Bool { exchange != nil || call != nil || tracker != nil }
}

/// The origins of the evidence of one rule's breaches.
struct EvidenceOrigins {
    private var origins: [String: [Int: EvidenceOrigin]] = [:]

    /// How each view leads to them.
    private static let paths: [String: String] = [
        "firing": "SELECT id, exchange, call, tracker FROM firing WHERE id IN",
        "beacon": "SELECT id, exchange, call, NULL AS tracker FROM beacon WHERE id IN",
        "ping": """
        SELECT p.beacon AS id, b.exchange AS exchange, b.call AS call, NULL AS tracker
        FROM ping p JOIN beacon b ON b.id = p.beacon WHERE p.beacon IN
        """,
        "tracker": """
        SELECT t.id AS id, d.exchange AS exchange, NULL AS call, t.id AS tracker
        FROM tracker t JOIN document d ON d.id = t.document WHERE t.id IN
        """,
        "resource": """
        SELECT r.id AS id, coalesce(r.fetch, d.exchange) AS exchange, NULL AS call, NULL AS tracker
        FROM resource r JOIN document d ON d.id = r.document WHERE r.id IN
        """,
        "document": "SELECT id, exchange, NULL AS call, NULL AS tracker FROM document WHERE id IN",
        "ad": """
        SELECT a.id AS id, d.exchange AS exchange, NULL AS call, NULL AS tracker
        FROM ad a JOIN document d ON d.id = a.document WHERE a.id IN
        """,
        "ad_play": """
        SELECT p.id AS id, d.exchange AS exchange, NULL AS call, NULL AS tracker
        FROM ad_play p JOIN document d ON d.id = p.document WHERE p.id IN
        """,
        "exchange": "SELECT id, id AS exchange, NULL AS call, NULL AS tracker FROM exchange WHERE id IN",
        "call": "SELECT id, NULL AS exchange, id AS call, NULL AS tracker FROM call WHERE id IN",
    ]

    init(_ evidence: some Sequence<Judgement.Evidence>, database: Database) throws(StoreFailure) {
        var wanted: [String: Set<Int>] = [:]
        for row in evidence {
            guard let id = row.id else { continue }
            wanted[row.view, default: []].insert(id)
        }
        for (view, ids) in wanted {
            guard let path = EvidenceOrigins.paths[view] else { continue }
            let list = ids.sorted().map(String.init).joined(separator: ", ")
            for row in try database.rows("\(path) (\(list))") {
                guard let id = row.int("id") else { continue }
                origins[view, default: [:]][id] = EvidenceOrigin(
                    exchange: row.id("exchange"), call: row.id("call"), tracker: row.id("tracker"))
            }
        }
    }

    /// The hosts of the requests behind all of it.
    func hosts(_ database: Database) throws(StoreFailure) -> [ID<Exchange>: String] {
        let exchanges = Set(origins.values.lazy.flatMap(\.values).compactMap(\.exchange?.number))
        guard !exchanges.isEmpty else { return [:] }
        let list = exchanges.sorted().map(String.init).joined(separator: ", ")
        var hosts: [ID<Exchange>: String] = [:]
        for row in try database.rows("SELECT id, host FROM exchange WHERE id IN (\(list))") {
            guard let id: ID<Exchange> = row.id("id") else { continue }
            hosts[id] = row.text("host")
        }
        return hosts
    }

    subscript(_ evidence: Judgement.Evidence) -> EvidenceOrigin? {
        evidence.id.flatMap { origins[evidence.view]?[$0] }
    }
}
