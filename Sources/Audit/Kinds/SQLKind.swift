import Model

/// A rule that gives both SELECTs itself, and says what they rest on.
///
/// `breach: present` (the breaching rows are there) or `missing` (something was not seen); `holds:` the same for a pass.
enum SQLKind: RuleKind {
    static let name = "sql"
    static let keys: Set<String> = ["applies", "breaches", "breach", "holds"]
    static let witness: Rule.Witness? = nil

    private enum Basis: String, CaseIterable {
        case present, missing
    }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        let breach = try yaml.word("breach", Basis.self)
        let holds = try yaml.word("holds", Basis.self)
        return CompiledChecks(
            applies: try yaml.text("applies"), breaches: try yaml.text("breaches"),
            blindness: BlindPolicy(
                fail: breach == .present ? .stays : .inconclusive, pass: holds == .present ? .stays : .inconclusive),
            looks: Rule.Looks(families: [], events: []))
    }
}
