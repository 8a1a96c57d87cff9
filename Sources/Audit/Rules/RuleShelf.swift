import Model
import Synchronization

/// The rules of one family, read when somebody asks for them: a pack knows many families, and a run shows few.
package final class RuleShelf: Sendable {
    package let family: String
    private let read: @Sendable () throws(RuleFileFailure) -> [Rule]
    private let kept = Mutex<[Rule]?>(nil)

    package init(_ family: String, _ read: @escaping @Sendable () throws(RuleFileFailure) -> [Rule]) {
        self.family = family
        self.read = read
    }

    convenience init(_ family: String, rules: [Rule]) {
        self.init(family) { () throws(RuleFileFailure) in rules }
    }

    /// By id; read once, however many runs a process judges.
    func rules() throws(RuleFileFailure) -> [Rule] {
        if let rules = kept.withLock({ $0 }) { return rules }
        let rules = try read().sorted { $0.id < $1.id }
        kept.withLock { $0 = rules }
        return rules
    }
}
