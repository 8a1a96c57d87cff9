import Capture
import Model
import Store

/// An app to rows of the run: see ``AppBundle``.
struct BundleDecoding {
    let run: ID<RunRecord>
    let database: Database
    let limits: Limits

    func decode(_ path: String) throws(PipelineFailure) {
        let files = try AppFiles(path, limits: limits.entries)
        let bundle = AppBundle(files)
        let sha256 = try files.sha256()
        try PipelineFailure.storing { () throws(StoreFailure) in
            // An app has no time: its rows stand at the beginning of the run.
            let first = try database.rows(
                RunSQL.beginning, ["run": SQLValue(run)]
            ).first?.integer("us")
            let at = Timestamp(microseconds: first ?? 0)
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                let capture = try writer.insert(
                    capture: CaptureRecord(path: path, format: "bundle", sha256: sha256, bytes: files.bytes), run: run)
                try writer.insert(clock: ClockRecord(offsetUs: 0, method: .reference), capture: capture)
                for diagnostic in bundle.diagnostics {
                    try writer.insert(diagnostic: diagnostic, run: run, capture: capture)
                }
                for (number, row) in bundle.rows.enumerated() {
                    try writer.insert(
                        call: Call(
                            at: at, kind: .sdk, source: "bundle", name: row.name, payload: BundleDecoding.payload(row),
                            locator: .entry(number)),
                        run: run, capture: capture)
                }
                try writer.insert(
                    ledger: Ledger(unit: "entries", input: bundle.rows.count, output: bundle.rows.count),
                    stage: "bundle", capture: capture)
            }
        }
    }

    private static func payload(_ row: AppBundle.Row) -> String {
        var line = JSONLine()
        for (key, value) in row.values { line.add(key, value) }
        return String(decoding: line.closed(), as: UTF8.self)
    }
}
