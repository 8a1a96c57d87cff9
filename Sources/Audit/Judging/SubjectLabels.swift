import Model
import Store

/// What subjects are called.
struct SubjectLabels {
    private var labels: [SubjectKind: [Int: String]] = [:]

    init(_ judgements: [Judgement], database: Database) throws(StoreFailure) {
        var wanted: [SubjectKind: Set<Int>] = [:]
        for judgement in judgements {
            for verdict in judgement.verdicts {
                wanted[verdict.isWholeRun ? .run : judgement.rule.subject, default: []].insert(verdict.subject)
            }
            wanted[judgement.rule.subject, default: []].formUnion(judgement.findings.map(\.subject))
        }
        for (kind, ids) in wanted {
            let view = kind.view
            var found: [Int: String] = [:]
            try database.forEachRow(
                "SELECT id, \(view.label) AS label FROM \(view.name) WHERE id IN (SELECT value FROM json_each(:ids))",
                ["ids": .set(ids)]
            ) { (row) throws(StoreFailure) in
                guard let id = row.int("id") else { return }
                found[id] = row.text("label") ?? ""
            }
            labels[kind] = found
        }
    }

    subscript(kind: SubjectKind, id: Int) -> String {
        labels[kind]?[id] ?? "\(kind.rawValue) \(id)"
    }
}
