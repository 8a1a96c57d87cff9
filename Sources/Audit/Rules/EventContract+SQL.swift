import Derive

extension EventContract {
    /// What fills the relation `event_contract`: a part of it for each family.
    package func relations() throws(RelationFailure) -> [Relation] {
        var families: [String] = []
        for part in parts where !families.contains(part.family) { families.append(part.family) }
        var relations: [Relation] = []
        for family in families {
            let own = parts.filter { $0.family == family }
            let rows = own.flatMap { part in part.events.map { EventContract.row($0, in: part.name) } }
            let text = """
                -- The events of \(own.map(\.title).joined(separator: "; ")).
                INSERT INTO event_contract
                SELECT
                  \(SQLMacros.quoted(family)) AS family, column1 AS part, column2 AS event, column3 AS element, column4 AS grp,
                  column5 AS share, column6 AS per, column7 AS is_wrapped, column8 AS missing, column9 AS repeated,
                  column10 AS early, column11 AS late, column12 AS misplaced, column13 AS urls, column14 AS levels
                FROM (VALUES
                \(rows.joined(separator: ",\n")))
                """
            relations.append(try Relation(text, file: "library/\(family)/event_contract.sql"))
        }
        return relations
    }

    private static func row(_ event: Event, in part: String) -> String {
        let values =
            [quoted(part), quoted(event.name), quoted(event.element), quoted(event.group.rawValue)]
            + [event.share.map { "\($0)" } ?? "NULL", quoted(event.once), event.levels.contains(.wrapper) ? "1" : "0"]
            + Fault.allCases.map { quoted(event.cells[$0]?.severity?.rawValue) }
        return "(\(values.joined(separator: ", ")))"
    }

    private static func quoted(_ text: String?) -> String { text.map(SQLMacros.quoted) ?? "NULL" }
}
