import Store

/// Which rows a run has, as far as preconditions ask for them. Each view is looked at once.
package final class Presence {
    /// What of a view's rows is known.
    private enum Rows {
        case none
        /// The different values of the columns that are asked for; `nil` where there are many rows, and any are taken to be there.
        case some([Row]?)
    }

    private let database: Database
    /// Whether what a precondition rules out is run all the same, and must find nothing: for tests of rules.
    package let isDoubted: Bool
    private let asked: AskedColumns
    /// Those of all beacons and trackers, and so of what is made of them; `nil` where nobody has looked.
    private let families: Set<String>?
    private var views: [String: Rows] = [:]
    /// Relations, once they are filled: whether they have rows.
    private var relations: [String: Bool?]
    private var answers: [Precondition.Need: Bool] = [:]
    /// More rows of a view are not looked through: that would cost more than preparing the statements that find nothing.
    private static let most = 2_000

    /// - Parameters:
    ///   - asked: the columns of all preconditions that will be asked for.
    ///   - relations: the names of relations, which are filled later.
    ///   - families: all that beacons and trackers of the run belong to.
    package init(
        _ asked: AskedColumns, relations: [String], families: Set<String>? = nil, in database: Database,
        isDoubted: Bool = false
    ) {
        self.asked = asked
        self.families = families
        self.database = database
        self.isDoubted = isDoubted
        self.relations = Dictionary(relations.map { ($0, nil) }, uniquingKeysWith: { $1 })
    }

    /// Without one, a SELECT may find rows.
    package func holds(_ precondition: Precondition?) throws(StoreFailure) -> Bool {
        guard let precondition else { return true }
        for needs in precondition.alternatives {
            var isThere = true
            for need in needs where isThere { isThere = try self.isThere(need) }
            if isThere { return true }
        }
        return false
    }

    /// To be told when a relation is filled, or was stopped and is not known.
    func note(_ relation: String, hasRows: Bool?) {
        relations[relation] = hasRows
    }

    private func isThere(_ need: Precondition.Need) throws(StoreFailure) -> Bool {
        if let answer = answers[need] { return answer }
        let asked = Precondition.AskedRows(need)
        if let hasRows = relations[asked.view] { return hasRows ?? true }
        if let families, Presence.ofFamilies.contains(asked.view), let texts = asked.texts["family"],
            families.isDisjoint(with: texts)
        {
            return false
        }
        let isThere =
            switch try rows(of: asked.view) {
            case .none: false
            case .some(nil): true
            case .some(let rows?):
                rows.contains { row in asked.texts.allSatisfy { Presence.agrees(row[$0.key], with: $0.value) } }
            }
        answers[need] = isThere
        return isThere
    }

    /// Views whose rows are of the family of a beacon or a tracker. A run has many rows of them, and few families.
    private static let ofFamilies: Set<String> = ["beacon", "tracker", "firing", "play_tracker"]

    private static func agrees(_ value: SQLValue, with texts: [String]) -> Bool {
        switch value {
        case .text(let text): texts.contains(text)
        case .null: false
        // What is no text may be equal to one all the same.
        case .integer, .real, .blob: true
        }
    }

    private func rows(of view: String) throws(StoreFailure) -> Rows {
        if let known = views[view] { return known }
        let columns = asked.columns(of: view)
        let found = try database.rows(
            columns.isEmpty
                ? "SELECT 1 FROM \(view) LIMIT 1"
                : """
                SELECT DISTINCT \(columns.joined(separator: ", ")),
                  (SELECT 1 FROM \(view) LIMIT 1 OFFSET \(Presence.most)) AS are_many
                FROM (SELECT \(columns.joined(separator: ", ")) FROM \(view) LIMIT \(Presence.most))
                """)
        let rows: Rows =
            found.isEmpty ? .none : .some(columns.isEmpty || found[0].int("are_many") == 1 ? nil : found)
        views[view] = rows
        return rows
    }
}
