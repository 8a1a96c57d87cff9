/// Finds the aggregates of a SELECT without GROUP BY, which has a row even where what it reads has none.
struct SQLAggregates {
    /// What the SELECT joins, as columns name it.
    private let sources: Set<String>

    init(of sources: Set<String>) {
        self.sources = sources
    }

    private static let names: Set<String> = [
        "AVG", "COUNT", "GROUP_CONCAT", "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT", "JSONB_GROUP_ARRAY",
        "JSONB_GROUP_OBJECT", "STRING_AGG", "SUM", "TOTAL",
    ]

    /// Whether one stands in a list of columns or terms. With OVER it is none. One in a SELECT inside is that one's, unless its
    /// columns are from out here.
    ///
    /// - Parameter isInside: whether the list is that of a SELECT inside.
    func stand(in nodes: ArraySlice<SQLNode>, isInside: Bool = false) -> Bool {
        for (place, node) in zip(nodes.indices, nodes) {
            if case .cases(let inner) = node, stand(in: inner[...], isInside: isInside) { return true }
            guard case .group(let inner) = node else { continue }
            if stand(in: inner[...], isInside: isInside || node.select != nil) { return true }
            guard place > nodes.startIndex, nodes[(place + 1)...].first?.is("OVER") != true,
                SQLAggregates.isAggregate(nodes[place - 1], of: inner)
            else { continue }
            if !isInside || isOfOutside(inner) { return true }
        }
        return false
    }

    private static func isAggregate(_ function: SQLNode, of arguments: [SQLNode]) -> Bool {
        if function.isAny(of: names) { return true }
        let isOfOne = !arguments.contains { if case .comma = $0 { true } else { false } }
        return isOfOne && function.isAny(of: ["MIN", "MAX"])
    }

    /// Whether what is counted may be columns from out here: one that is named with something else is not.
    private func isOfOutside(_ arguments: [SQLNode]) -> Bool {
        var names: [Substring] = []
        var tables: [String] = []
        func read(_ nodes: [SQLNode]) {
            for (place, node) in nodes.enumerated() {
                switch node {
                case .group(let inner), .cases(let inner): read(inner)
                case .word(let word):
                    names.append(word)
                    if case .symbol(".")? = nodes[(place + 1)...].first { tables.append(word.lowercased()) }
                default: continue
                }
            }
        }
        read(arguments)
        return !names.isEmpty && tables.allSatisfy(sources.contains)
    }

    /// Whether HAVING leaves an aggregate out that has no rows: `count(*) > 0` is one of its conditions.
    static func needRows(_ clauses: ArraySlice<SQLNode>) -> Bool {
        let having = SQLPreconditions.cut(clauses) { $0.is("HAVING") }.from.dropFirst()
        let condition = SQLPreconditions.cut(having) { $0.isAny(of: SQLPreconditions.clauses) }.before
        guard !condition.contains(where: { $0.is("OR") }) else { return false }
        return SQLPreconditions.conjuncts(condition).contains { part in
            guard part.count == 4, part.first?.is("COUNT") == true, case .group(let all) = part[part.startIndex + 1],
                all.count == 1, case .symbol("*") = all[0], case .symbol(">") = part[part.startIndex + 2]
            else { return false }
            return part.last?.name == "0"
        }
    }
}
