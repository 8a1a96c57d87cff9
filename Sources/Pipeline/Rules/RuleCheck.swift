import Audit
import Derive
import Model
import Store

/// Finds the mistakes of rule files that only a database can find: SQL that does not compile, columns that are missing,
/// words in a message that no column fills. Each is reported with file, line and column.
struct RuleCheck {
    private let settings: Set<String>
    private let library: RelationLibrary

    init(settings: [SettingDefault], library: RelationLibrary) {
        self.settings = Set(settings.map(\.key))
        self.library = library
    }

    func check(_ files: [RuleFile]) throws(PipelineFailure) {
        let database = try PipelineFailure.storing { () throws(StoreFailure) in try Database.temporary() }
        try RelationCheck(settings: settings, library: library).check(in: database)
        var ids: [String: String] = [:]
        for file in files {
            if let earlier = ids.updateValue(file.file, forKey: file.rule.id) {
                throw .file(failure(file, "id", "the id '\(file.rule.id)' is taken by \(earlier)"))
            }
            try check(file, database)
        }
    }

    private func check(_ file: RuleFile, _ database: Database) throws(PipelineFailure) {
        let rule = file.rule
        for key in rule.settings where !settings.contains(key) {
            let place = rule.kind == "sql" ? RuleCheck.key("breaches", of: file) : "kind"
            throw .file(failure(file, place, "the setting '\(key)' is not in settings.yaml"))
        }
        for key in rule.facts + rule.assume.keys.sorted() where !Facts.keys.contains(where: { $0.name == key }) {
            throw .file(failure(file, "id", "the fact '\(key)' does not exist; 'beaconproof facts' lists them"))
        }
        for name in rule.uses where library[name].map(\.isInternal) ?? true {
            throw .file(failure(file, "use", "'\(name)' is not a relation that rules may read"))
        }
        let read = library.names(in: rule.applies).union(library.names(in: rule.breaches))
        for name in read.subtracting(rule.uses).sorted() {
            throw .file(failure(file, "id", "it reads the relation \(name); add it to 'use'"))
        }
        for name in rule.uses where !read.contains(name) {
            throw .file(failure(file, "use", "it does not read the relation \(name)"))
        }
        try columns(
            of: rule.applies, in: file, RuleCheck.key("applies", of: file), needed: ["subject_id", "from_us", "to_us"],
            database)
        let found = try columns(
            of: rule.breaches, in: file, RuleCheck.key("breaches", of: file),
            needed: RuleCheck.columns(of: rule), database)
        if let twice = found.first(where: { name in found.count(where: { $0 == name }) > 1 }) {
            let key = file.places[twice] == nil ? RuleCheck.key("breaches", of: file) : twice
            throw .file(failure(file, key, "\(twice) is given twice"))
        }
        for name in MessageTemplate(rule.message).names where !found.contains(name) {
            throw .file(
                failure(
                    file, "message",
                    "the message names {\(name)}, which is not a column of '\(RuleCheck.key("breaches", of: file))' (\(found.joined(separator: ", ")))"
                ))
        }
    }

    /// The key of the file that one of the two SELECTs comes from.
    private static func key(_ select: String, of file: RuleFile) -> String {
        file.places["compares"] == nil ? select : "compares"
    }

    /// What a row of `breaches` must have.
    private static func columns(of rule: Rule) -> [String] {
        guard rule.evidence.isEmpty else { return ["subject_id"] + rule.evidence.flatMap { [$0.id, $0.at] } }
        return [
            "subject_id", "item", "severity", "observed", "expected", "evidence_table", "evidence_id", "role", "at_us",
        ]
    }

    @discardableResult
    private func columns(
        of sql: String, in file: RuleFile, _ key: String, needed: [String], _ database: Database
    ) throws(PipelineFailure) -> [String] {
        let found: [String]
        do {
            found = try database.restricted { (queries) throws(StoreFailure) in try queries.columns(of: sql) }
        } catch {
            throw .file(locate(error, in: sql, file, key))
        }
        let missing = needed.filter { !found.contains($0) }
        guard missing.isEmpty else {
            throw .file(failure(file, key, "'\(key)' does not return \(missing.joined(separator: ", "))"))
        }
        return found
    }

    /// The place of an SQL error in the rule file; of SQL that a kind wrote, the kind's own place.
    private func locate(_ error: StoreFailure, in sql: String, _ file: RuleFile, _ key: String) -> RuleFileFailure {
        guard case .sql(let message, _, let offset?) = error, let place = file.places[key], place.isBlock else {
            return failure(file, file.places[key] == nil ? "kind" : key, "\(key): \(error.description)")
        }
        let before = sql.utf8.prefix(max(0, offset))
        let line = before.count { $0 == UInt8(ascii: "\n") }
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
        // Block text is indented by at least two columns.
        return RuleFileFailure(
            file: file.file, line: place.line + 1 + line, column: column + 2, message: "\(key): \(message)")
    }

    private func failure(_ file: RuleFile, _ key: String, _ message: String) -> RuleFileFailure {
        let place = file.places[key] ?? RuleFile.Place(line: 1, column: 1, isBlock: false)
        return RuleFileFailure(file: file.file, line: place.line, column: place.column, message: message)
    }
}
