import Model
import Store

/// What of a run could not be seen, in its traffic and in its call logs: a rule weighs what it reads.
struct Sight {
    let traffic: Blindness
    let calls: Blindness
    /// What of the calls of one source could not be seen, where several logs were given: each log tells of its own sources,
    /// and begins and ends for them alone.
    private var ofSource: [String: Blindness] = [:]

    init(run: ID<RunRecord>, unrelated: [String], database: Database) throws(StoreFailure) {
        traffic = try Blindness(run: run, isOfCalls: false, unrelated: unrelated, database: database)
        calls = try Blindness(run: run, isOfCalls: true, unrelated: unrelated, database: database)
        var logs: [String: Set<ID<CaptureRecord>>] = [:]
        for row in try database.rows(
            "SELECT DISTINCT source, capture FROM call WHERE run = :run", ["run": SQLValue(run)])
        {
            guard let source = row.text("source"), let log: ID<CaptureRecord> = row.id("capture") else { continue }
            logs[source, default: []].insert(log)
        }
        guard Set(logs.values.joined()).count > 1 else { return }
        // What the player did may stand in any of them.
        let ofPlayer = logs["player"] ?? []
        for (source, logs) in logs {
            ofSource[source] = try Blindness(
                run: run, isOfCalls: true, logs: logs.union(ofPlayer), unrelated: unrelated, database: database)
        }
    }

    /// Where something would have been seen.
    enum Input: String {
        case traffic, calls
    }

    /// What touches verdicts of `rule`: a rule over calls rests on the log, and on traffic too where it looks at any.
    ///
    /// - Parameter input: where what is missing would have been seen, where the rule knows.
    func of(_ rule: Rule, missingIn input: Input? = nil) -> [Blindness] {
        let calls = ofSource[rule.family] ?? calls
        return switch input {
        case .traffic: [traffic]
        case .calls: [calls]
        case nil where !rule.readsCalls: [traffic]
        case nil: rule.looks.families.isEmpty ? [calls] : [calls, traffic]
        }
    }
}
