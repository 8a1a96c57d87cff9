import Audit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The two generated files of `Rules/Pack`: the compiled pack and the rule files it was made from.
public struct RulePackFile: Sendable {
    /// Compiled rules, profiles and settings as JSON.
    public var pack: String
    /// All rule files, each behind a line `=== path`.
    public var sources: String

    /// Makes both from a `Rules` folder.
    ///
    /// - Parameters:
    ///   - folder: with `<family>/*.yaml`, `profiles/*.yaml` and `settings.yaml`.
    ///   - version: `year.month` of the pack.
    public init(of folder: String, version: String) throws(PipelineFailure) {
        let rules = try RuleFolder(folder)
        let files = try rules.ruleFiles(relative: true)
        let settings = try rules.settings()
        try RuleCheck(settings: settings).check(files)
        let pack = RulePack(
            version: version, rules: files.map(\.rule), profiles: try rules.profiles(), settings: settings)
        self.pack = String(decoding: try RulePackFile.encode(pack), as: UTF8.self) + "\n"
        var sources = ""
        let texts = Dictionary(rules.sources.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
        for file in files { sources += "=== \(file.file)\n" + (texts[file.file] ?? "") }
        self.sources = sources
    }

    static func encode(_ pack: RulePack) throws(PipelineFailure) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do { return try encoder.encode(pack) } catch { throw .usage("the rule pack cannot be written: \(error)") }
    }

    static func decode(_ json: String) throws(PipelineFailure) -> RulePack {
        do {
            return try JSONDecoder().decode(RulePack.self, from: Data(json.utf8))
        } catch {
            throw .usage("the rule pack inside this binary cannot be read: \(error); build it again")
        }
    }

    static func sources(in text: String) -> [(path: String, text: String)] {
        var result: [(path: String, text: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") {
                result.append((String(line.dropFirst(4)), ""))
            } else if !result.isEmpty {
                result[result.count - 1].text += line + "\n"
            }
        }
        return result
    }
}
