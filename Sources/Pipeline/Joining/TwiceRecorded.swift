import Model
import Store

/// A file that holds its recording twice: two exports of it were put into one, or two recorders wrote to it.
///
/// Requests that are equal are one only where all of them come in pairs, documents too, and the two of each at the very same
/// time or with another peer, as on both sides of a proxy: what an app does twice differs by a moment and goes to one server.
struct TwiceRecorded {
    let run: ID<RunRecord>
    let database: Database

    /// How far the two of a pair may be apart.
    private static let within: Int64 = 50_000
    /// As many requests of its beginning are looked at first.
    private static let sample = 32

    private struct Request: Hashable {
        var url: String
        var method: String
        var status: Int?
        var answer: Int?
        var body: SQLValue
    }

    private struct Pairs {
        var found: [(kept: ID<Exchange>, absorbed: ID<Exchange>)] = []
        var isBroken = false
        private var hasDocument = false
        private var waiting: [Request: (id: ID<Exchange>, at: Int64, server: String?)] = [:]

        mutating func take(_ row: Row) {
            guard !isBroken, let id: ID<Exchange> = row.id("id"), let at = row.integer("at_us") else { return }
            let request = Request(
                url: row.text("url") ?? "", method: row.text("method") ?? "", status: row.int("status"),
                answer: row.int("response_bytes"), body: row["request_body"])
            if let first = waiting.removeValue(forKey: request) {
                isBroken = at - first.at > (first.server == row.text("server") ? 0 : TwiceRecorded.within)
                found.append((first.id, id))
                if row.flag("has_document") { hasDocument = true }
            } else {
                waiting[request] = (id, at, row.text("server"))
                // Whoever waits for longer is alone.
                if waiting.count > TwiceRecorded.sample {
                    isBroken = waiting.values.contains { at - $0.at > TwiceRecorded.within }
                }
            }
        }

        var isWhole: Bool { !isBroken && waiting.isEmpty && hasDocument }
    }

    func join(_ captures: [RunCapture]) throws(StoreFailure) {
        let traffic = captures.filter { $0.exchanges > 0 }
        guard traffic.count == 1, !traffic[0].hasPackets, traffic[0].side == .client, try mayBeTwice() else { return }
        var pairs = Pairs()
        try database.forEachRow(JoiningSQL.requestsInTime, ["run": SQLValue(run), "limit": .integer(-1)]) {
            pairs.take($0)
        }
        guard pairs.isWhole else { return }
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            for pair in pairs.found { try writer.absorb(pair.absorbed, into: pair.kept) }
            _ = try writer.insert(
                diagnostic: Diagnostic(
                    .inputTwice, subject: traffic[0].path, detail: "\(pairs.found.count) requests stand in it twice"),
                run: run, capture: traffic[0].id)
        }
    }

    /// Whether the first requests come in pairs; the last of them may wait for its other.
    private func mayBeTwice() throws(StoreFailure) -> Bool {
        let rows = try database.rows(
            JoiningSQL.requestsInTime, ["run": SQLValue(run), "limit": SQLValue(Self.sample)])
        var pairs = Pairs()
        for row in rows { pairs.take(row) }
        return !pairs.isBroken && pairs.found.count * 3 >= rows.count
    }
}
