import Model
import Store

/// What of that which families owed in a run was seen done, and what was found missing: the relations `obligation` and
/// `unmet`.
struct Settlement: Sendable {
    /// The relation of what was not seen done; it needs `obligation`.
    static let relation = "unmet"

    /// How much one thing that was shown owed.
    struct Dues: Sendable {
        var family: String
        /// The view that the owner is a row of.
        var view: String
        var owner: Int
        var due: Int
    }

    /// One thing that was owed and not seen done.
    struct Unmet: Sendable {
        var family: String
        /// The view that the owner is a row of.
        var view: String
        var owner: Int
        var event: String
        var tracker: ID<Tracker>?
        /// What names it in findings.
        var item: String
        /// Why it was owed.
        var because: String
    }

    /// How the obligations of one family stand.
    struct Standing: Sendable {
        /// What was owed, and what of it was seen done or found missing.
        var witnesses = Witnesses()
        /// Of the first that is neither: what it is and why it was owed.
        var unsettled: String?
    }

    private(set) var standings: [String: Standing] = [:]

    init() {}

    /// What is owed of something that is itself `owing` is no witness for it.
    init(_ dues: [Dues], _ unmet: [Unmet], _ judgements: [Judgement], _ owing: Owing = Owing()) {
        for dues in dues {
            let compared = owing.contains(dues.view, dues.owner) ? 0 : dues.due
            standings[dues.family, default: Standing()].witnesses += Witnesses(due: dues.due, compared: compared)
        }
        let missing = Missing(judgements)
        for one in unmet where !missing.contains(one) {
            if !owing.contains(one.view, one.owner) { standings[one.family]?.witnesses.compared -= 1 }
            guard standings[one.family]?.unsettled == nil else { continue }
            standings[one.family]?.unsettled =
                "\(one.item) was neither seen nor found missing, although \(one.because)"
        }
    }

    /// As a run's relations have it, in a fixed order, so that the same rows give the same words.
    init(
        of run: ID<RunRecord>, _ judgements: [Judgement], _ owing: Owing, _ database: Database
    ) throws(StoreFailure) {
        let arguments = ["run": SQLValue(run)]
        let dues = try database.rows(
            """
            SELECT family, owner_kind, owner, count(*) AS due FROM obligation WHERE run = :run AND state = 'owed'
            GROUP BY family, owner_kind, owner
            """, arguments
        ).map { row in
            Dues(
                family: row.text("family") ?? "", view: row.text("owner_kind") ?? "", owner: row.int("owner") ?? 0,
                due: row.int("due") ?? 0)
        }
        let unmet = try database.rows(
            """
            SELECT family, owner_kind, owner, event, tracker, item, because FROM unmet WHERE run = :run
            ORDER BY family, owner_kind, owner, tracker, item
            """, arguments
        ).map { row in
            Unmet(
                family: row.text("family") ?? "", view: row.text("owner_kind") ?? "", owner: row.int("owner") ?? 0,
                event: row.text("event") ?? "", tracker: row.id("tracker"), item: row.text("item") ?? "",
                because: row.text("because") ?? "")
        }
        self.init(dues, unmet, judgements, owing)
    }

    /// What a family owed; `nil` where the account says of nothing that it was.
    func of(_ family: String) -> Standing? { standings[family] }

    /// What no other witness of the family makes up for.
    func debts(of family: String) -> [Owing.Debt] {
        standings[family]?.unsettled.map { [Owing.Debt(family: family, what: $0, isAlone: true)] } ?? []
    }
}

/// What findings say was not done: by the tracker that proves it, else by the owner's name for it.
private struct Missing {
    private var trackers: Set<ID<Tracker>> = []
    private var items: [Owner: [String]] = [:]

    private struct Owner: Hashable {
        var view: String
        var id: Int
    }

    init(_ judgements: [Judgement]) {
        for judgement in judgements {
            let view = judgement.rule.subject.view.name
            for finding in judgement.findings {
                trackers.formUnion(finding.evidence.lazy.compactMap { $0.origin?.tracker })
                items[Owner(view: view, id: finding.subject), default: []].append(finding.item)
            }
        }
    }

    func contains(_ unmet: Settlement.Unmet) -> Bool {
        if let tracker = unmet.tracker, trackers.contains(tracker) { return true }
        let items = items[Owner(view: unmet.view, id: unmet.owner)] ?? []
        return items.contains { $0 == unmet.item || $0.hasPrefix(unmet.event) }
    }
}
