import Audit
import Model
import Store

/// Judges the captures that a pack brings along, as its `pack.yaml` says they must be judged.
package struct PackTests {
    private let folder: RuleFolder
    private let toolVersion: String

    /// - Parameter path: a folder of rules or an archive; without `pack.yaml` there is nothing to try.
    package init(path: String, toolVersion: String) throws(PipelineFailure) {
        folder = try RuleFolder(path)
        self.toolVersion = toolVersion
    }

    /// - Returns: how many captures were judged, and a line for each that was judged otherwise; `nil` without tests.
    package func run() throws(PipelineFailure) -> (tests: Int, failures: [String])? {
        guard let pack = folder.pack, !pack.tests.isEmpty else { return nil }
        let place = try unpacked()
        defer { place.scratch?.remove() }
        var failures: [String] = []
        for test in pack.tests {
            let line = "\(folder.path)/\(PackFile.name):\(test.line)"
            if let mistake = try mistake(in: test, at: place.path) { failures.append("\(line): \(mistake)") }
        }
        return (pack.tests.count, failures)
    }

    /// What a run needs lies in files: those of an archive are written for as long as the tests run.
    private func unpacked() throws(PipelineFailure) -> (path: String, scratch: ScratchFolder?) {
        guard PackArchive.isArchive(folder.path) else { return (folder.path, nil) }
        let scratch = try ScratchFolder()
        for file in try PackArchive(folder.path).files {
            try OutputFile.write(file.bytes, to: "\(scratch.path)/\(file.path)", clears: false)
        }
        return (scratch.path, scratch)
    }

    private func mistake(in test: PackFile.Test, at place: String) throws(PipelineFailure) -> String? {
        var request = Certify.Request(
            inputs: test.captures.map { "\(place)/\($0)" }, toolVersion: toolVersion)
        request.factsPath = test.facts.map { "\(place)/\($0)" }
        request.ruleFolders = [folder.path]
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        let (verdict, broken) = try PipelineFailure.storing { () throws(StoreFailure) in
            let run: [String: SQLValue] = ["run": SQLValue(outcome.run)]
            let rows = try outcome.database.rows("SELECT verdict FROM run WHERE id = :run", run)
            let findings = try outcome.database.rows(
                "SELECT DISTINCT rule FROM finding WHERE run = :run ORDER BY rule", run)
            return (rows.first?.text("verdict") ?? "", findings.compactMap { $0.text("rule") })
        }
        let names = test.captures.joined(separator: ", ")
        guard verdict == test.expect.rawValue else {
            let found = broken.isEmpty ? "" : " (\(broken.joined(separator: ", ")))"
            return "\(names): expected \(test.expect.rawValue), found \(verdict)\(found)"
        }
        guard let expected = test.findings?.sorted(), expected != broken else { return nil }
        return "\(names): expected findings of \(PackTests.list(expected)), found \(PackTests.list(broken))"
    }

    private static func list(_ rules: [String]) -> String { rules.isEmpty ? "no rule" : rules.joined(separator: ", ") }
}
