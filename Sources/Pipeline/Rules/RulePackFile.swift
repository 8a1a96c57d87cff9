import Audit
import Derive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The generated files of `Rules/Pack`: the compiled pack, the rule files it was made from, and the tables of its library.
package struct RulePackFile: Sendable {
    /// Compiled rules, profiles and settings as JSON.
    package var pack: String
    /// The tables of the relations, for the schema.
    package var relations: String
    /// All rule files, each behind a line `=== path`.
    package var sources: String

    /// Makes all three from a `Rules` folder.
    ///
    /// - Parameters:
    ///   - folder: with `<family>/*.yaml`, `library/<package>/*.sql`, `profiles/*.yaml` and `settings.yaml`.
    ///   - version: `year.month` of the pack.
    package init(of folder: String, version: String) throws(PipelineFailure) {
        let rules = try RuleFolder(folder)
        let families = try rules.families(relative: true)
        let files = try rules.ruleFiles(relative: true)
        let settings = try rules.settings()
        let library = try rules.library(in: .empty)
        try RuleCheck(settings: settings, library: library).check(files + families.flatMap(\.rules))
        let pack = RulePack(
            version: version, rules: (files + families.flatMap(\.rules)).map(\.rule), profiles: try rules.profiles(),
            settings: settings,
            library: library, families: families.map(\.declaration))
        relations = library.definitions
        self.pack = String(decoding: try RulePackFile.encode(pack), as: UTF8.self) + "\n"
        var sources = ""
        let texts = Dictionary(rules.sources.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
        let examples = try rules.relationExamples().map {
            String($0.file.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
        }
        for path in examples { sources += "=== \(path)\n" + (texts[path] ?? "") }
        for family in families { sources += "=== \(family.file)\n" + (texts[family.file] ?? "") }
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
