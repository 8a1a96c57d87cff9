import Store
import TestSupport

@testable import Pipeline

/// A HAR that was certified into a database of its own.
final class KeptRun {
    let folder: TemporaryFolder
    let database: String
    let har: String
    let outcome: Certify.Outcome

    init(_ sample: SampleHAR, facts: String? = SampleHAR.facts) throws {
        folder = try TemporaryFolder()
        har = try folder.write(sample.json, to: "run.har")
        database = folder.path + "/run.db"
        var request = Certify.Request(inputs: [har], toolVersion: "0")
        request.databasePath = database
        if let facts { request.factsPath = try folder.write(facts, to: "facts.yaml") }
        outcome = try Certify(request, rules: ShippedRules()).certify()
    }
}

extension Certify.Outcome {
    /// `pass`, `fail` or `inconclusive`.
    func verdict() throws -> String {
        try database.rows("SELECT verdict FROM run WHERE id = :run", ["run": SQLValue(run)]).first?.text("verdict")
            ?? ""
    }

    /// The rules of all findings of severity error, sorted.
    func errors() throws -> [String] {
        try database.rows("SELECT DISTINCT rule FROM finding WHERE severity = 'error' ORDER BY rule")
            .compactMap { $0.text("rule") }
    }

    /// Every row of every documented view.
    func dump() throws -> [String] {
        try SchemaDocument.views.flatMap { view in
            try database.rows("SELECT * FROM \(view.name)").map { "\(view.name) \($0.values)" }
        }
    }
}
