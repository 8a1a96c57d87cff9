import Audit
import Pipeline
import Store
import TestSupport
import Testing

/// What a rule's queries cost grows with the rows, not with their square: counted in steps of SQLite's machine.
struct GrowthTests {
    /// Steps for each thing of a shape. The quadratic forms of these rules took 4 to 60 million for 1,500 things.
    private static let stepsEach = 1_400
    private static let size = 1_500

    @Test(arguments: HostileShape.allCases)
    func noRuleGrowsFaster(shape: HostileShape) throws {
        let folder = try TemporaryFolder()
        let pack = try ShippedRules().pack().pack
        let inputs = try shape.inputs(Self.size).map { try folder.write($0.text, to: $0.name) }
        let outcome = try Certify(Certify.Request(inputs: inputs, toolVersion: "0"), rules: ShippedRules()).certify()
        let arguments: [String: SQLValue] = ["run": SQLValue(outcome.run)]
        for rule in try pack.rules() {
            for sql in [rule.applies, rule.breaches] {
                do {
                    _ = try outcome.database.restricted(stepLimit: Self.stepsEach * Self.size) {
                        (queries) throws(StoreFailure) in try queries.rows(sql, arguments).count
                    }
                } catch let failure as StoreFailure {
                    Issue.record("\(rule.id): \(failure)")
                }
            }
        }
    }
}
