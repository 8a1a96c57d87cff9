import Derive
import Model

/// A rule in SQL of its own: what it compares, and what that rests on.
///
/// `compares:` is one SELECT with a row for each comparison: `subject_id` as in `applies` (docs of ``Rule``), and
/// `is_wrong`, which is NULL where something was due and nothing could be compared. A row with `is_wrong = 1` has the columns of
/// `breaches` too. ``ComparingSQL`` says what may be left out. Where subjects and breaches are not the same rows, `applies:` and
/// `breaches:` are given instead.
///
/// `breach: present` (the breaching rows are there) or `missing` (something was not seen); `holds:` the same for a pass.
enum SQLKind: RuleKind {
    static let name = "sql"
    static let keys = Set(["compares", "applies", "breaches", "breach", "holds"] + ComparingSQL.words)
    static let witness: Rule.Witness? = nil

    private enum Basis: String, CaseIterable {
        case present, missing
    }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        let breach = try yaml.word("breach", Basis.self)
        let holds = try yaml.word("holds", Basis.self)
        let (applies, breaches) = try selects(yaml, subject: subject)
        return CompiledChecks(
            applies: applies, breaches: breaches,
            blindness: BlindPolicy(
                fail: breach == .present ? .stays : .inconclusive, pass: holds == .present ? .stays : .inconclusive),
            looks: Rule.Looks(families: [], events: []))
    }

    private static func selects(
        _ yaml: YAMLMap, subject: SubjectKind
    ) throws(RuleFileFailure) -> (applies: String, breaches: String) {
        let isComparing = yaml.contains("compares")
        for key in isComparing ? ["applies", "breaches"] : ComparingSQL.words where yaml.contains(key) {
            let goes = "'compares' says who is judged and what is wrong: '\(key)' goes"
            throw yaml.failure(at: yaml.keyNode(key), isComparing ? goes : "'\(key)' stands beside 'compares'")
        }
        guard isComparing else { return (try yaml.text("applies"), try yaml.text("breaches")) }
        let checks = try ComparingSQL(yaml, subject: subject)
        return (checks.applies, checks.breaches)
    }
}
