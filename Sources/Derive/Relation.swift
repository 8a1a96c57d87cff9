/// One table that is derived from the views: what several rules would otherwise work out, each for itself.
///
/// It is filled once for each run by an `INSERT … SELECT`, and stays in the file: a query sees what the rules saw.
package struct Relation: Sendable, Hashable {
    /// In SQL. One that begins with `_` is for other relations only.
    package var name: String
    /// The folder of `Rules/library` it stands in: `viewing`, or a family.
    package var package: String
    /// One sentence, or a few.
    package var meaning: String
    package var columns: [Column]
    /// What no two rows of a run have in common; empty where rows may repeat.
    package var key: [String]
    /// Columns by which rows are looked up, each list one index; `run` comes before them.
    package var indexes: [[String]]
    /// What fills it. More than one where several packages know rows of one kind: each family tells in its own folder which
    /// of its rows are signs of a viewer.
    package var parts: [Part]
    /// Whether it is one of those inside the binary, whose tables every database has.
    package var isShipped = false

    /// One SELECT that fills a relation.
    package struct Part: Sendable, Hashable {
        /// The folder it stands in.
        package var package: String
        /// What its rows are.
        package var meaning: String
        /// The relations that the SELECT reads.
        package var needs: [String]
        /// With a value for each column, for the run `:run`.
        package var select: String
        /// The rows without which the SELECT has none; `nil` where nobody worked it out.
        package var precondition: Precondition?
    }

    /// A column, as the relation declares it.
    package struct Column: Sendable, Hashable {
        /// What values it holds, in the words of SQLite's strict tables.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case integer = "INTEGER"
            case real = "REAL"
            case text = "TEXT"
        }

        package var name: String
        package var kind: Kind
        package var isRequired: Bool
        /// The view whose row it is the number of: it moves with that row where runs are merged.
        package var references: String?
        package var meaning: String
    }

    /// The relations that what fills it reads.
    package var needs: [String] { Set(parts.flatMap(\.needs)).sorted() }

    /// Whether only other relations may read it.
    package var isInternal: Bool { name.hasPrefix("_") }
}
