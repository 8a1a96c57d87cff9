import Derive
import Model
import Synchronization

/// The rules of one family, read when somebody asks for them: a pack knows many families, and a run shows few.
package final class RuleShelf: Sendable {
    package let family: String
    private let read: @Sendable () throws(RuleFileFailure) -> [Rule]
    private let kept = Mutex<Contents?>(nil)

    /// The rules by id, and the columns that their preconditions ask for.
    typealias Contents = (rules: [Rule], asked: AskedColumns)

    package init(_ family: String, _ read: @escaping @Sendable () throws(RuleFileFailure) -> [Rule]) {
        self.family = family
        self.read = read
    }

    convenience init(_ family: String, rules: [Rule]) {
        self.init(family) { () throws(RuleFileFailure) in rules }
    }

    /// Read once, however many runs a process judges.
    func contents() throws(RuleFileFailure) -> Contents {
        if let contents = kept.withLock({ $0 }) { return contents }
        let rules = try read().sorted { $0.id < $1.id }
        let asked = AskedColumns(rules.flatMap { [$0.appliesWhere, $0.breachesWhere].compactMap(\.self) })
        kept.withLock { $0 = (rules, asked) }
        return (rules, asked)
    }

    func rules() throws(RuleFileFailure) -> [Rule] { try contents().rules }
}
