import Store

/// All relations there are, each behind those that it needs.
package struct RelationLibrary: Sendable, Hashable {
    /// In order of need.
    package let relations: [Relation]

    /// What the preconditions of their SELECTs ask for.
    package let asked: AskedColumns

    package static let empty = RelationLibrary(ordered: [])

    init(ordered relations: [Relation]) {
        self.relations = relations
        asked = AskedColumns(relations.lazy.flatMap(\.parts).compactMap(\.precondition))
    }

    /// - Throws: for names that are taken or unknown, and for relations that need one another in a circle.
    package init(_ relations: [Relation]) throws(RelationFailure) {
        var waiting = try RelationLibrary.joined(relations).sorted { ($0.package, $0.name) < ($1.package, $1.name) }
        try RelationLibrary.checkNeeds(of: waiting)
        var ordered: [Relation] = []
        var placed: Set<String> = []
        while !waiting.isEmpty {
            let ready = waiting.filter { placed.isSuperset(of: $0.needs) }
            guard !ready.isEmpty else {
                let names = waiting.map(\.name).joined(separator: ", ")
                throw RelationFailure(file: waiting[0].path, line: 0, message: "these need one another: \(names)")
            }
            ordered += ready
            placed.formUnion(ready.map(\.name))
            waiting.removeAll { placed.contains($0.name) }
        }
        self.init(ordered: ordered)
    }

    /// Those that are declared, each with the parts that other packages have of it.
    private static func joined(_ relations: [Relation]) throws(RelationFailure) -> [Relation] {
        var declared: [String: Relation] = [:]
        for relation in relations where relation.isDeclared {
            guard declared.updateValue(relation, forKey: relation.name) == nil else {
                throw RelationFailure(
                    file: relation.path, line: 0, message: "there is another relation \(relation.name)")
            }
        }
        for relation in relations.sorted(by: { $0.package < $1.package }) where !relation.isDeclared {
            guard declared[relation.name] != nil else {
                throw RelationFailure(
                    file: relation.path, line: 0, message: "no package declares the relation \(relation.name)")
            }
            declared[relation.name]?.parts += relation.parts
        }
        return Array(declared.values)
    }

    private static func checkNeeds(of relations: [Relation]) throws(RelationFailure) {
        let names = Set(relations.map(\.name))
        for relation in relations {
            guard !relation.parts.isEmpty else {
                throw RelationFailure(file: relation.path, line: 0, message: "no package says what fills it")
            }
            for need in relation.needs where !names.contains(need) {
                throw RelationFailure(
                    file: relation.path, line: 0, message: "it needs '\(need)', which is not a relation")
            }
        }
    }

    /// Those of the given names and all that they need, in order of need.
    package func needed(by names: some Sequence<String>) -> [Relation] {
        var wanted = Set(names)
        for relation in relations.reversed() where wanted.contains(relation.name) { wanted.formUnion(relation.needs) }
        return relations.filter { wanted.contains($0.name) }
    }

    /// This library with relations of a person's own, which replace those of the same name, and with their parts of others.
    package func adding(_ own: [Relation]) throws(RelationFailure) -> RelationLibrary {
        let names = Set(own.filter(\.isDeclared).map(\.name))
        return try RelationLibrary(relations.filter { !names.contains($0.name) } + own)
    }

    /// With the preconditions of all SELECTs.
    package var withPreconditions: RelationLibrary {
        let preconditions = SQLPreconditions(self)
        return RelationLibrary(
            ordered: relations.map { relation in
                var relation = relation
                for place in relation.parts.indices {
                    relation.parts[place].precondition = preconditions.needs(of: relation.parts[place].select)
                }
                return relation
            })
    }

    /// The text of `Rules/Pack/relations.sql`: the tables, without what fills them.
    package var definitions: String {
        "-- Generated from Rules/library by `beaconproof rules pack`. Do not edit.\n\n"
            + relations.map { $0.definition + "\n" }.joined()
    }

    /// The relations that a SELECT names.
    package func names(in sql: String) -> Set<String> {
        PublicSQL.names(in: sql).intersection(relations.map(\.name))
    }

    /// The relation of that name; `nil` for any other.
    package subscript(name: String) -> Relation? { relations.first { $0.name == name } }
}

extension Relation {
    /// Whether it has columns, or is only what one package adds to the relation of another.
    fileprivate var isDeclared: Bool { !columns.isEmpty }

    /// For messages: its place in `Rules/library`.
    var path: String { "\(package)/\(name).sql" }

    /// Reads a relation file.
    ///
    /// - Parameter file: its path, whose last two parts are the package and the name.
    package init(_ text: String, file: String) throws(RelationFailure) {
        self = try RelationFile.relation(in: text, file: file)
    }
}
