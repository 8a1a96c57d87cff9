import Derive
import Model

/// A rule in SQL of its own: what it compares, and what that rests on.
///
/// `compares:` is one SELECT with a row for each comparison: `subject_id, from_us, to_us` as in `applies` (docs of ``Rule``), and
/// `is_wrong`, which is NULL where something was due and nothing could be compared. A row with `is_wrong = 1` has the columns of
/// `breaches` too. Where subjects and breaches are not the same rows, `applies:` and `breaches:` are given instead.
///
/// `breach: present` (the breaching rows are there) or `missing` (something was not seen); `holds:` the same for a pass.
enum SQLKind: RuleKind {
    static let name = "sql"
    static let keys: Set<String> = ["compares", "applies", "breaches", "breach", "holds"]
    static let witness: Rule.Witness? = nil

    private enum Basis: String, CaseIterable {
        case present, missing
    }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        let breach = try yaml.word("breach", Basis.self)
        let holds = try yaml.word("holds", Basis.self)
        let (applies, breaches) = try selects(yaml)
        return CompiledChecks(
            applies: applies, breaches: breaches,
            blindness: BlindPolicy(
                fail: breach == .present ? .stays : .inconclusive, pass: holds == .present ? .stays : .inconclusive),
            looks: Rule.Looks(families: [], events: []))
    }

    private static func selects(_ yaml: YAMLMap) throws(RuleFileFailure) -> (applies: String, breaches: String) {
        guard yaml.contains("compares") else { return (try yaml.text("applies"), try yaml.text("breaches")) }
        for key in ["applies", "breaches"] where yaml.contains(key) {
            throw yaml.failure(at: yaml.keyNode(key), "'compares' says who is judged and what is wrong: '\(key)' goes")
        }
        let compares = try yaml.text("compares")
        let time = try EvidenceColumns.read(yaml).first?.at ?? "at_us"
        // On the line of the rule's own SQL, so that places in messages are right.
        let applies =
            "SELECT subject_id, min(from_us) AS from_us, CASE WHEN count(to_us) = count(*) THEN max(to_us) END AS to_us, "
            + "count(*) AS due, count(is_wrong) AS compared, coalesce(max(is_wrong), 0) AS is_wrong FROM (\(compares)\n) "
            + "GROUP BY subject_id"
        return (applies, "SELECT * FROM (\(compares)\n) WHERE is_wrong = 1 ORDER BY subject_id, \(time)")
    }
}
