import Foundation

/// Disagreements that were shrunk, read by eye, decided and kept as scripts: `regressions`.
package struct Kept: Sendable {
    /// What came of each script, by the name of its file.
    package let outcomes: [String: String]

    /// Judges the scripts of a folder.
    package init(folder: URL, judgedBy binary: String) throws {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        let trials = try files.map { Trial(try JSONDecoder().decode(Script.self, from: Data(contentsOf: $0))) }
        let verdicts = try Judge(binary: binary).verdicts(on: trials.map(\.recording))
        let names = files.map { $0.deletingPathExtension().lastPathComponent }
        outcomes = Dictionary(
            zip(names, zip(trials, verdicts).map { Judgement($1, against: $0.expectation).outcome.rawValue })
        ) { first, _ in first }
    }

    /// What was decided to be so: lines of name and outcome, with more behind them.
    package static func decided(_ file: String) -> [String: String] {
        let rows = file.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        return Dictionary(rows.filter { $0.count > 1 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
