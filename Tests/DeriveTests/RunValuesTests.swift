import Model
import Store
import Testing

@testable import Derive

/// Parameters say what the subselects say that stand in the SQL of rules.
@Suite struct RunValuesTests {
    private let database: Database
    private let run: ID<RunRecord>

    init() throws {
        database = try Database.temporary()
        run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "r", toolVersion: "0")
            try writer.insert(setting: SettingRecord(key: "a.b", value: "1.5", unit: "s", source: "rule"), run: run)
            try writer.insert(setting: SettingRecord(key: "odd key", value: "2", unit: "ms", source: "rule"), run: run)
            try writer.insert(fact: FactRecord(key: "c.d", value: "12", source: .file), run: run)
            return run
        }
    }

    private let written =
        "SELECT $setting(a.b) AS a, $us(a.b) AS b, $fact(c.d) AS c, $fact(not.there) AS d, $setting(odd key) AS e, "
        + "typeof($setting(a.b)) AS f, '2' > $setting(a.b) AS g, 2 > $fact(c.d) AS h"

    @Test func bothFindTheSame() throws {
        let values = try RunValues.read(of: run, in: database)
        let plain = SQLMacros.expand(written).sql
        let quick = SQLMacros.withParameters(plain, values: values)
        #expect(quick == SQLMacros.expand(written, values: values).sql)
        #expect(quick.contains("CAST(:setting_a__b AS REAL)") && quick.contains("CAST(:us_a__b AS INTEGER)"))
        let arguments = values.merging(["run": SQLValue(run)]) { $1 }
        #expect(try database.rows(quick, arguments).map(\.values) == database.rows(plain, arguments).map(\.values))
    }

    /// What has no value, or a key that no parameter can be called by, stays a subselect.
    @Test func theRestStaysASubselect() throws {
        let quick = SQLMacros.expand(written, values: try RunValues.read(of: run, in: database)).sql
        #expect(quick.contains("key = 'not.there')") && quick.contains("key = 'odd key')"))
    }
}
