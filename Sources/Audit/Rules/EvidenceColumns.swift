import Store

/// Where the evidence of a breach stands in its row: `evidence: { declared: [tracker, tracker_id, declared_us] }` says that the
/// column `tracker_id` is a row of the view `tracker`, which proves the breach in the role `declared`, at the time in `declared_us`.
package struct EvidenceColumns: Sendable, Hashable {
    package var role: String
    /// The view that the number is a row of.
    package var view: String
    package var id: String
    package var at: String

    /// - Returns: `nil` where the row has no evidence in this role.
    func evidence(in row: Row) -> Judgement.Evidence? {
        row.int(id).map { Judgement.Evidence(view: view, id: $0, role: role, at: row.microseconds(at)) }
    }

    static func read(_ yaml: YAMLMap) throws(RuleFileFailure) -> [EvidenceColumns] {
        guard let map = try yaml.map("evidence") else { return [] }
        var result: [EvidenceColumns] = []
        for role in map.keys {
            let parts = try map.list(role)
            guard EvidenceRecord.Role(rawValue: role) != nil, parts.count == 3 else {
                throw map.failure(
                    at: map.keyNode(role),
                    "evidence is written 'role: [view, number column, time column]'; roles are "
                        + EvidenceRecord.Role.allCases.map(\.rawValue).joined(separator: ", "))
            }
            result.append(EvidenceColumns(role: role, view: parts[0], id: parts[1], at: parts[2]))
        }
        return result
    }
}
