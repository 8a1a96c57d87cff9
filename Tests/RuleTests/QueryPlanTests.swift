import Audit
import Pipeline
import Store
import Testing

/// No rule scans a table of captured rows once per row of another: with 100,000 beacons it would not end.
struct QueryPlanTests {
    /// Views that grow with the capture. The others hold a few rows per run.
    private static let large: Set<String> = [
        "firing", "firing_candidate", "play_tracker", "tracker", "beacon", "parameter", "ping", "exchange", "ad_play",
        "ad",
        "document", "document_link", "resource", "macro", "playback", "session", "sighting", "call",
    ]

    /// The lines of a plan, indented by depth, that scan a large table under a correlated subquery. SQLite names the
    /// table or the alias, so the aliases of the statement are resolved by it.
    static func scans(in plan: [String], of sql: String) -> [String] {
        let names = aliases(in: sql)
        var correlated: Int?
        /// What is materialised is made once, whoever asks first.
        var materialised: Int?
        var found: [String] = []
        for line in plan {
            let depth = line.prefix { $0 == " " }.count
            let text = line.drop { $0 == " " }
            if let open = correlated, depth <= open { correlated = nil }
            if let open = materialised, depth <= open { materialised = nil }
            if correlated != nil, materialised == nil, text.hasPrefix("MATERIALIZE ") { materialised = depth }
            if correlated != nil, materialised == nil, text.hasPrefix("SCAN ") {
                let name = text.dropFirst(5).prefix { $0 != " " }
                let table = names[String(name)] ?? String(name)
                let view = table.hasSuffix("_row") ? String(table.dropLast(4)) : table
                if large.contains(view) { found.append(String(text)) }
            }
            if correlated == nil, text.hasPrefix("CORRELATED ") { correlated = depth }
        }
        return found
    }

    /// `FROM firing f`, `JOIN beacon b`: the alias leads to the view.
    private static func aliases(in sql: String) -> [String: String] {
        let words = sql.split(whereSeparator: { " \n\t,()".contains($0) }).map(String.init)
        var names: [String: String] = [:]
        for (place, word) in words.enumerated().dropLast() where large.contains(word) { names[words[place + 1]] = word }
        return names
    }

    private static let rules: [Rule] = (try? ShippedRules().pack().pack.rules()) ?? []

    @Test(arguments: rules.map(\.id))
    func noScanUnderACorrelatedSubquery(id: String) throws {
        let rule = try #require(Self.rules.first { $0.id == id })
        let database = try Database.temporary()
        try database.finishLoading()
        for sql in [rule.applies, rule.breaches] {
            let plan = try database.restricted { (queries) throws(StoreFailure) in try queries.queryPlan(sql) }
            #expect(!plan.isEmpty)
            let scans = Self.scans(in: plan, of: sql)
            #expect(scans.isEmpty, "\(scans)\n\(plan.joined(separator: "\n"))")
        }
    }

    /// The check finds what it is for, and only that.
    @Test(arguments: [
        ("SELECT p.id FROM ad_play p WHERE EXISTS (SELECT 1 FROM firing f WHERE f.gap_us > p.start_us)", 1),
        ("SELECT p.id FROM ad_play p WHERE EXISTS (SELECT 1 FROM beacon WHERE beacon.host = p.label)", 1),
        ("SELECT p.id FROM ad_play p WHERE EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = p.id)", 0),
        ("SELECT p.id FROM ad_play p WHERE p.id IN (SELECT f.ad_play FROM firing f WHERE f.gap_us > 3)", 0),
        ("SELECT f.id FROM firing f", 0),
        ("SELECT p.id FROM ad_play p WHERE p.run = (SELECT s.run FROM setting s WHERE s.value = p.label)", 0),
    ])
    func theCheckCanFail(sql: String, scans: Int) throws {
        let database = try Database.temporary()
        try database.finishLoading()
        let plan = try database.queryPlan(sql)
        #expect(Self.scans(in: plan, of: sql).count == scans, "\(plan.joined(separator: "\n"))")
    }
}
