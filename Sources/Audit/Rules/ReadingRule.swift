import Derive
import Model

extension Rule {
    /// A rule that judges nothing and reads a relation: the relation is derived as for any rule.
    package static func reader(of relation: Relation) -> Rule {
        Rule(
            id: "library.reader", title: "", severity: .info, subject: .run, kind: "sql", message: "", why: "", fix: "",
            sources: [], formerly: [], uses: [relation.name],
            applies: "SELECT id AS subject_id, NULL AS from_us, NULL AS to_us FROM run WHERE id = :run AND 0",
            breaches: "SELECT NULL AS subject_id", evidence: [], blindness: BlindPolicy(fail: .stays, pass: .stays),
            looks: Looks(), facts: [], assume: [:], settings: [], inputs: [])
    }
}
