import Audit
import Cryptography
import Derive
import Encodings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The generated files of `Rules/Pack`: the compiled pack, the rule files it was made from, and the tables of its library.
package struct RulePackFile: Sendable {
    /// The compiled pack, as ``text(of:)`` writes it.
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
        let contracts = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try families.contractRules()
        }
        try RuleCheck(settings: settings, library: library).check(files + contracts)
        let contents = RulePack.Contents(
            version: version, profiles: try rules.profiles(), settings: settings, library: library,
            families: families.map(\.declaration))
        relations = library.definitions
        pack = try RulePackFile.text(of: RulePack(contents, rules: (files + contracts).map(\.rule)))
        var sources = ""
        let texts = Dictionary(rules.sources.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
        let examples = try rules.relationExamples().map {
            String($0.file.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
        }
        let contract = rules.sources.map(\.path).filter(EventContractFile.reads)
        for path in contract + examples { sources += "=== \(path)\n" + (texts[path] ?? "") }
        for family in families { sources += "=== \(family.file)\n" + (texts[family.file] ?? "") }
        for file in files { sources += "=== \(file.file)\n" + (texts[file.file] ?? "") }
        self.sources = sources
    }

    /// A line with the SHA-256 of all that follows, a line with the contents besides rules, and a line for each rule: its
    /// family, and the rule. All but the first are JSON; a reader decodes the lines that it needs.
    static func text(of pack: RulePack) throws(PipelineFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws(PipelineFailure) -> String {
            do {
                return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
            } catch {
                throw .usage("the rule pack cannot be written: \(error)")
            }
        }
        var text = try line(pack.contents)
        for rule in try PipelineFailure.reading(pack.rules) { text += "\(rule.family) \(try line(rule))" }
        return SHA256.hash(text.utf8).hexadecimal + "\n" + text
    }

    /// Reads what ``text(of:)`` wrote; rules stay text until their family is asked for.
    static func pack(in text: String) throws(PipelineFailure) -> (pack: RulePack, sha256: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard lines.count > 1 else { throw .usage("the rule pack inside this binary is empty; build it again") }
        let contents = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try RulePackFile.decode(RulePack.Contents.self, lines[1])
        }
        var texts: [String: [Substring.UTF8View]] = [:]
        for line in lines[2...] {
            let family = line.prefix { $0 != UInt8(ascii: " ") }
            texts[String(Substring(family)), default: []].append(line[family.endIndex...].dropFirst())
        }
        let shelves = texts.map { family, texts in
            RuleShelf(family) { () throws(RuleFileFailure) in
                var rules: [Rule] = []
                for text in texts { rules.append(try RulePackFile.decode(Rule.self, text)) }
                return rules
            }
        }
        return (RulePack(contents, shelves: shelves), String(Substring(lines[0])))
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: Substring.UTF8View
    ) throws(RuleFileFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            throw RuleFileFailure(
                file: "the rule pack inside this binary", line: 0, column: 0,
                message: "cannot be read: \(error); build it again")
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
