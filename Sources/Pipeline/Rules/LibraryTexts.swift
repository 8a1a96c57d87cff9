import Derive

/// The relation library as text for people.
package struct LibraryTexts: Sendable {
    private let library: RelationLibrary

    package init(_ library: RelationLibrary) {
        self.library = library
    }

    /// The public relations, one line each: `name: meaning`.
    package var list: [String] { library.relations.filter { !$0.isInternal }.map { "\($0.name): \($0.meaning)" } }

    /// One relation with its columns and the SELECT that fills it; `nil` for a name that is not one.
    package func show(_ name: String) -> String? {
        guard let relation = library[name] else { return nil }
        let width = max(relation.columns.map(\.name.count).max() ?? 0, "run".count)
        let columns = [("run", "The run.")] + relation.columns.map { ($0.name, $0.meaning) }
        let lines = columns.map { name, meaning in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(meaning)"
        }
        return
            "\(name): \(relation.meaning)\n\(lines.joined(separator: "\n"))\n\nderived by\n\n\(relation.parts.map(\.select).joined(separator: "\n\n"))\n"
    }

    /// The page `docs/library.md`.
    package var markdown: String {
        var text = """
            <!-- Generated from Rules/library by `beaconproof schema --library --markdown`. Do not edit. -->
            # The relation library

            What several rules need to know of a run and no view says is derived once, by SQL over the [views](schema.md), between \
            interpretation and rules. Each relation is a table with a row for each thing that holds in a run; rules read \
            relations as they read views, and so do queries: what a rule saw is in the file. A relation that no rule of a run \
            reads is left empty.

            A rule names what it reads under `use:` and asks for `run = :run` ([rule-language.md](rule-language.md), with a rule on \
            `obligation`). Columns that end in `_us` are times or lengths of time in microseconds; those that begin with `is_` or \
            `has_` are 1 or 0. `owner_kind` and `owner` name what is shown to the viewer: a view, such as ad_play, and the number \
            of a row of it; `evidence_table` and `evidence_id` name in the same way the row that proves something.

            | question | relation |
            |---|---|
            | Was it owed, by when, and why? | [obligation](#obligation) |
            | What that was owed was not seen done? | [unmet](#unmet) |
            | How far was it watched, and how did it end? | [reach](#reach) |
            | What shows where the viewer was? | [sign](#sign), [viewer_span](#viewer_span) |
            | What did the viewer or the device do? | [viewer_act](#viewer_act) |
            | How grave is which fault of an event? | [event_contract](#event_contract) |
            | Is the log of this run? | [foreign_log](#foreign_log) |
            | What is owed of which nothing at all was seen? | [owing](#owing) |

            How a relation is written, and how it comes to be read, stands in [adding.md](adding.md#a-relation).

            | relation | package | a row is |
            |---|---|---|

            """
        for relation in library.relations.sorted(by: { $0.name < $1.name }) where !relation.isInternal {
            text += "| [\(relation.name)](#\(relation.name)) | \(relation.package) | \(cell(relation.meaning)) |\n"
        }
        for package in Set(library.relations.map(\.package)).sorted() {
            text += "\n## Package \(package)\n"
            for relation in library.relations where relation.package == package { text += section(relation) }
        }
        return text
    }

    private func section(_ relation: Relation) -> String {
        var text = "\n### \(relation.name)\n\n\(relation.meaning)\n\n| column | type | meaning |\n|---|---|---|\n"
        text += "| `run` | INTEGER | The run. |\n"
        for column in relation.columns {
            let reference = column.references.map { " (a row of `\($0)`)" } ?? ""
            text += "| `\(column.name)` | \(column.kind.rawValue)\(column.isRequired ? "" : ", or NULL") | "
            text += "\(cell(column.meaning))\(reference) |\n"
        }
        if !relation.key.isEmpty { text += "\nOne row for each \(code(relation.key)).\n" }
        if !relation.indexes.isEmpty {
            text += "\nQuick to look up by \(relation.indexes.map(code).joined(separator: "; by ")).\n"
        }
        if !relation.needs.isEmpty {
            text += "\nNeeds \(relation.needs.map { "[\($0)](#\($0))" }.joined(separator: ", ")).\n"
        }
        for part in relation.parts {
            if part.package != relation.package { text += "\nOf \(part.package): \(part.meaning)\n" }
            text += "\n```sql\n\(part.select)\n```\n"
        }
        return text
    }

    private func code(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

    private func cell(_ text: String) -> String { text.split(separator: "|").joined(separator: "\\|") }
}
