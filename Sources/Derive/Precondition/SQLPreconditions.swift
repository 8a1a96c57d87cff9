import Store

/// Works out the ``Precondition`` of SELECTs from their text.
///
/// Each arm of a SELECT needs a row of all that it joins, and of what its conditions say must EXIST; where an ad play is joined
/// to its firings and `f.event = 'skip'` is one of the conditions, a firing with that event. What is not understood asks for
/// nothing ([decision 0029](docs/decisions/0029-a-small-run-prepares-little.md)).
package struct SQLPreconditions {
    /// The views that show the rows of a table, and relations: what needs are made of.
    private let plain: Set<String>
    /// The SELECTs of the other views.
    private let written: [String: [SQLNode]]
    /// The views that show the rows of private tables, by these.
    private let tables: [String: String]
    /// These have rows in each run.
    private static let given: Set<String> = ["run", "setting"]

    package init(_ library: RelationLibrary) {
        let schema = ViewSources.today
        plain = Set(schema.plain.values).union(library.relations.map(\.name)).subtracting(SQLPreconditions.given)
        tables = schema.plain
        written = schema.written.mapValues(SQLNode.tree)
    }

    /// What must hold for the SELECT to have a row; nothing where that cannot be told from its text.
    package func needs(of sql: String) -> Precondition {
        select(SQLNode.tree(of: SQLMacros.expand(sql).sql)[...], Scope())
    }

    /// What names mean in a SELECT.
    private struct Scope {
        /// Common table expressions.
        var tables: [String: Precondition] = [:]
        /// Inside of a view the columns have the names of the private tables.
        var isInsideView = false
    }

    // MARK: SELECT

    static let compounds: Set<String> = ["UNION", "EXCEPT", "INTERSECT"]

    private func select(_ nodes: ArraySlice<SQLNode>, _ outer: Scope) -> Precondition {
        var nodes = nodes
        var scope = outer
        if nodes.first?.is("WITH") == true {
            nodes = nodes.dropFirst()
            guard define(&nodes, in: &scope) else { return .always }
        }
        guard !nodes.isEmpty else { return .always }
        let arms = nodes.split { $0.isAny(of: SQLPreconditions.compounds) }
        return arms.reduce(.never) { $0.or(arm($1.first?.is("ALL") == true ? $1.dropFirst() : $1, scope)) }
    }

    /// Reads common table expressions. One that names itself adds rows to those that it has, so that it asks for what the
    /// others of its arms do; of one that stands further down, nothing is known yet.
    private func define(_ nodes: inout ArraySlice<SQLNode>, in scope: inout Scope) -> Bool {
        if nodes.first?.is("RECURSIVE") == true { nodes = nodes.dropFirst() }
        for (place, node) in zip(nodes.indices, nodes) {
            guard let name = node.name, SQLPreconditions.defines(nodes[(place + 1)...]) else { continue }
            scope.tables[name] = .always
        }
        while let name = nodes.popFirst()?.name {
            if case .group? = nodes.first { nodes = nodes.dropFirst() }
            guard nodes.popFirst()?.is("AS") == true else { return false }
            nodes = nodes.drop { $0.isAny(of: ["NOT", "MATERIALIZED"]) }
            guard case .group(let body)? = nodes.popFirst() else { return false }
            scope.tables[name] = .never
            scope.tables[name] = select(body[...], scope)
            guard case .comma? = nodes.first else { return true }
            nodes = nodes.dropFirst()
        }
        return false
    }

    /// Whether what follows a name makes it a common table expression.
    private static func defines(_ nodes: ArraySlice<SQLNode>) -> Bool {
        var rest = nodes
        if case .group? = rest.first { rest = rest.dropFirst() }
        guard rest.popFirst()?.is("AS") == true else { return false }
        if case .group? = rest.drop(while: { $0.isAny(of: ["NOT", "MATERIALIZED"]) }).first { return true }
        return false
    }

    static let clauses: Set<String> = ["WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"]

    private func arm(_ nodes: ArraySlice<SQLNode>, _ scope: Scope) -> Precondition {
        guard nodes.first?.is("SELECT") == true, SQLPreconditions.clausesAreClauses(nodes) else { return .always }
        let (list, rest) = SQLPreconditions.cut(nodes.dropFirst()) {
            $0.is("FROM") || $0.isAny(of: SQLPreconditions.clauses)
        }
        var sources = Sources()
        var after = rest
        if rest.first?.is("FROM") == true {
            let (from, clauses) = SQLPreconditions.cut(rest.dropFirst()) { $0.isAny(of: SQLPreconditions.clauses) }
            guard read(from, into: &sources, scope) else { return .always }
            after = clauses
        }
        if !after.contains(where: { $0.is("GROUP") }), !SQLAggregates.needRows(after) {
            // An aggregate of no rows is a row.
            let aggregates = SQLAggregates(of: sources.names)
            let order = SQLPreconditions.cut(after) { $0.is("ORDER") }.from
            guard !aggregates.stand(in: list), !aggregates.stand(in: order), !after.contains(where: { $0.is("HAVING") })
            else { return .always }
        }
        var conditions = sources.conditions
        if after.first?.is("WHERE") == true {
            conditions.append(
                SQLPreconditions.cut(after.dropFirst()) { $0.isAny(of: SQLPreconditions.clauses) }.before)
        }
        var needed = sources.precondition
        for condition in conditions { needed = needed.and(holds(condition, sources, scope)) }
        return needed
    }

    static func cut(
        _ nodes: ArraySlice<SQLNode>, at isEnd: (SQLNode) -> Bool
    ) -> (before: ArraySlice<SQLNode>, from: ArraySlice<SQLNode>) {
        let place = nodes.firstIndex(where: isEnd) ?? nodes.endIndex
        return (nodes[..<place], nodes[place...])
    }

    /// A column may be called like the keyword of a clause that is rarely there: `w.window`.
    private static func clausesAreClauses(_ nodes: ArraySlice<SQLNode>) -> Bool {
        for (place, node) in zip(nodes.indices, nodes) where node.is("WINDOW") {
            guard nodes[(place + 1)...].first?.name != nil, nodes[(place + 1)...].dropFirst().first?.is("AS") == true
            else { return false }
        }
        return true
    }

    // MARK: FROM

    private struct Sources {
        var precondition = Precondition.always
        /// The ON conditions of inner joins.
        var conditions: [ArraySlice<SQLNode>] = []
        /// The views and relations by the names that columns are written with.
        var views: [String: String] = [:]
        /// What is joined, as columns name it.
        var names: Set<String> = []
        /// How many things are joined.
        var count = 0
    }

    private static let joins: Set<String> = ["JOIN", "CROSS", "INNER", "LEFT", "OUTER", "NATURAL", "RIGHT", "FULL"]

    /// - Returns: `false` for what is not understood.
    private func read(_ nodes: ArraySlice<SQLNode>, into sources: inout Sources, _ scope: Scope) -> Bool {
        var nodes = nodes
        var isInner = true
        while let first = nodes.popFirst() {
            if case .comma = first { continue }
            if first.isAny(of: ["RIGHT", "FULL"]) { return false }
            if first.isAny(of: SQLPreconditions.joins) {
                if first.is("LEFT") { isInner = false }
                continue
            }
            guard source(first, &nodes, isInner, into: &sources, scope) else { return false }
            isInner = true
        }
        return true
    }

    private func source(
        _ first: SQLNode, _ nodes: inout ArraySlice<SQLNode>, _ isInner: Bool, into sources: inout Sources,
        _ scope: Scope
    ) -> Bool {
        var needed = Precondition.always
        var view: String?
        if let name = first.name {
            if case .group? = nodes.first {
                nodes = nodes.dropFirst()
            } else {
                (needed, view) = named(name, scope)
            }
        } else if let select = first.select {
            needed = self.select(select[...], scope)
        } else if case .group(let inner) = first {
            var joined = Sources()
            guard read(inner[...], into: &joined, scope) else { return false }
            needed = joined.conditions.reduce(joined.precondition) { $0.and(holds($1, joined, scope)) }
            sources.names.formUnion(joined.names)
        } else {
            return false
        }
        sources.count += 1
        var alias = first.name
        if nodes.first?.is("AS") == true { nodes = nodes.dropFirst() }
        if let next = nodes.first, let name = next.name, !next.isAny(of: SQLPreconditions.joins.union(["ON", "USING"]))
        {
            alias = name
            nodes = nodes.dropFirst()
        }
        if let alias {
            // A name that stands for two things is not asked about.
            let isNew = sources.names.insert(alias).inserted
            sources.views[alias] = isNew ? view : nil
        }
        let (condition, rest) = SQLPreconditions.cut(nodes) { node in
            if case .comma = node { return true }
            return node.isAny(of: SQLPreconditions.joins)
        }
        nodes = rest
        guard isInner else { return true }
        sources.precondition = sources.precondition.and(needed)
        if condition.first?.is("ON") == true { sources.conditions.append(condition.dropFirst()) }
        return true
    }

    /// What a name in FROM needs; the view too, where its columns may be asked for.
    private func named(_ name: String, _ scope: Scope) -> (Precondition, String?) {
        if let table = scope.tables[name] { return (table, nil) }
        if plain.contains(name) { return (Precondition(name), scope.isInsideView ? nil : name) }
        if let view = tables[name], plain.contains(view) { return (Precondition(view), nil) }
        if let nodes = written[name] { return (select(nodes[...], Scope(isInsideView: true)), nil) }
        return (.always, nil)
    }

    // MARK: Conditions

    private func holds(_ nodes: ArraySlice<SQLNode>, _ sources: Sources, _ scope: Scope) -> Precondition {
        let alternatives = nodes.split { $0.is("OR") }
        guard alternatives.count < 2 else {
            return alternatives.reduce(.never) { $0.or(holds($1, sources, scope)) }
        }
        // Several conditions on one row are one need.
        var columns: [String: [String: Set<String>]] = [:]
        var needed = Precondition.always
        for part in SQLPreconditions.conjuncts(nodes) {
            if let (alias, column, values) = values(part, sources) {
                let known = columns[alias]?[column]
                columns[alias, default: [:]][column] = known?.intersection(values) ?? values
            } else {
                needed = needed.and(each(part, sources, scope))
            }
        }
        for (alias, conditions) in columns.sorted(by: { $0.key < $1.key }) {
            guard let view = sources.views[alias] else { continue }
            let words = conditions.sorted { $0.key < $1.key }.map { "\($0)=\($1.sorted().joined(separator: "|"))" }
            needed = needed.and(Precondition(([view] + words).joined(separator: " ")))
        }
        return needed
    }

    /// What AND joins, without `x BETWEEN y` and the `z` behind its own AND.
    static func conjuncts(_ nodes: ArraySlice<SQLNode>) -> [ArraySlice<SQLNode>] {
        var conjuncts: [ArraySlice<SQLNode>] = []
        var isLimit = false
        for part in nodes.split(whereSeparator: { $0.is("AND") }) {
            let isRange = part.contains { $0.is("BETWEEN") }
            if !isLimit, !isRange { conjuncts.append(part) }
            isLimit = isRange
        }
        return conjuncts
    }

    /// A condition that is none on a column.
    private func each(_ part: ArraySlice<SQLNode>, _ sources: Sources, _ scope: Scope) -> Precondition {
        guard let last = part.last, case .group(let inner) = last else { return .always }
        if let select = last.select {
            // EXISTS (SELECT …), column IN (SELECT …).
            let before = part.dropLast()
            let isPlain = before.allSatisfy { node in
                if case .symbol(let symbol) = node { symbol == "." } else { !node.is("NOT") }
            }
            guard before.last?.is("EXISTS") == true && before.count == 1 || before.last?.is("IN") == true && isPlain
            else {
                return .always
            }
            return self.select(select[...], scope)
        }
        guard part.count == 1 || part.count == 2 && part.first?.is("LIKELY") == true else { return .always }
        return holds(inner[...], sources, scope)
    }

    /// `alias.column = 'text'` and `alias.column IN ('text', …)`, the alias left out where there is one source only.
    private func values(
        _ part: ArraySlice<SQLNode>, _ sources: Sources
    ) -> (alias: String, column: String, values: Set<String>)? {
        var part = part
        guard let first = part.popFirst()?.name else { return nil }
        var (alias, column) = (first, "")
        if case .symbol(".")? = part.first {
            guard let name = part.dropFirst().first?.name else { return nil }
            column = name
            part = part.dropFirst(2)
        } else {
            guard sources.count == 1, let only = sources.views.keys.first else { return nil }
            (alias, column) = (only, first)
        }
        guard let view = sources.views[alias], ViewSources.columns(of: view).contains(column) else { return nil }
        var values: [String?] = []
        switch (part.first, part.dropFirst().first) {
        case (.symbol("=")?, .text(let value)?) where part.count == 2: values = [value]
        case (let word?, .group(let list)?) where word.is("IN") && part.count == 2:
            for (place, node) in list.enumerated() {
                switch node {
                case .text(let value) where place % 2 == 0: values.append(value)
                case .comma where place % 2 == 1: continue
                default: return nil
                }
            }
        default: return nil
        }
        let plain = values.compactMap { $0 }.filter { !$0.isEmpty && !$0.contains { " =|".contains($0) } }
        return plain.count == values.count && !plain.isEmpty ? (alias, column, Set(plain)) : nil
    }
}
