import Model
import Store

/// What of that which families owed in a run was seen done, and what was found missing: the rows of the relation
/// `settlement`.
struct Settlement: Sendable {
    /// The relation's name in the library.
    static let relation = "settlement"

    /// One thing that was owed.
    struct Obligation: Sendable {
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
        /// It was seen done.
        var isDone: Bool
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
    init(_ obligations: [Obligation], _ judgements: [Judgement], _ owing: Owing = Owing()) {
        let missing = Missing(judgements)
        for obligation in obligations {
            let isSettled = obligation.isDone || missing.contains(obligation)
            let isWitness = isSettled && !owing.contains(obligation.view, obligation.owner)
            let witnesses = Witnesses(due: 1, compared: isWitness ? 1 : 0)
            standings[obligation.family, default: Standing()].witnesses += witnesses
            guard !isSettled, standings[obligation.family]?.unsettled == nil else { continue }
            standings[obligation.family]?.unsettled =
                "\(obligation.item) was neither seen nor found missing, although \(obligation.because)"
        }
    }

    /// What a family owed; `nil` where the account says of nothing that it was.
    func of(_ family: String) -> Standing? { standings[family] }

    /// What no other witness of the family makes up for.
    func debts(of family: String) -> [Owing.Debt] {
        standings[family]?.unsettled.map { [Owing.Debt(family: family, what: $0, isAlone: true)] } ?? []
    }

    /// In a fixed order, so that the same rows give the same words.
    static func obligations(of run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [Obligation] {
        let sql = """
            SELECT family, owner_kind, owner, event, tracker, item, because, is_done FROM settlement WHERE run = :run
            ORDER BY family, owner_kind, owner, tracker, item
            """
        return try database.rows(sql, ["run": SQLValue(run)]).map { row in
            Obligation(
                family: row.text("family") ?? "", view: row.text("owner_kind") ?? "", owner: row.int("owner") ?? 0,
                event: row.text("event") ?? "", tracker: row.id("tracker"), item: row.text("item") ?? "",
                because: row.text("because") ?? "", isDone: row.int("is_done") == 1)
        }
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

    func contains(_ obligation: Settlement.Obligation) -> Bool {
        if let tracker = obligation.tracker, trackers.contains(tracker) { return true }
        let items = items[Owner(view: obligation.view, id: obligation.owner)] ?? []
        return items.contains { $0 == obligation.item || $0.hasPrefix(obligation.event) }
    }
}
