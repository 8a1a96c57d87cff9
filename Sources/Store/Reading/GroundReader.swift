import Model

extension Database {
    /// What decided a run besides its captures, in the order of the kinds. A row that this version cannot name is left out.
    public func grounds(run: ID<RunRecord>) throws(StoreFailure) -> [Ground] {
        let rows = try rows(
            "SELECT * FROM ground WHERE run = :run ORDER BY name, value, sha256, path", ["run": SQLValue(run)])
        let grounds = rows.compactMap { row -> Ground? in
            guard let kind = row.text("kind").flatMap(Ground.Kind.init(rawValue:)),
                let origin = row.text("origin").flatMap(Ground.Origin.init(rawValue:))
            else { return nil }
            return Ground(
                kind, name: row.text("name") ?? "", value: row.text("value"), sha256: row.text("sha256"),
                origin: origin, place: row.text("path"))
        }
        return Ground.Kind.allCases.flatMap { kind in grounds.filter { $0.kind == kind } }
    }
}
