import Audit
import Cryptography
import Derive
import Encodings
import Model

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
        let library = try rules.library(in: .empty).withPreconditions
        let preconditions = SQLPreconditions(library)
        let contracts = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try families.contractRules()
        }
        try RuleCheck(settings: settings, library: library).check(files + contracts)
        let contents = RulePack.Contents(
            version: version, profiles: try rules.profiles(), settings: settings, library: library,
            families: families.map(\.declaration))
        relations = library.definitions
        pack = try RulePackFile.text(
            of: RulePack(contents, rules: (files + contracts).map { $0.rule.with(preconditions) }))
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

    /// A line with the SHA-256 of all that follows, then sections: what the pack holds besides rules, and the rules of each
    /// family. A section begins with its name and its length in bytes; a reader reads those that it needs.
    static func text(of pack: RulePack) throws(PipelineFailure) -> String {
        var contents = PackWriter()
        contents.put(pack.version)
        contents.put(pack.profiles)
        contents.put(pack.settings)
        contents.put(pack.library)
        contents.put(pack.families)
        var text = section("contents", contents.text)
        let rules = try PipelineFailure.reading(pack.rules)
        for (family, rules) in Dictionary(grouping: rules, by: \.family).sorted(by: { $0.key < $1.key }) {
            var writer = PackWriter()
            writer.put(rules.sorted { $0.id < $1.id })
            text += section("rules of \(family)", writer.text)
        }
        return SHA256.hash(text.utf8).hexadecimal + "\n" + text
    }

    /// The text ends with the end of a line, and so does a section.
    private static func section(_ name: String, _ text: String) -> String { "\(name) \(text.utf8.count - 1)\n\(text)" }

    /// Reads what ``text(of:)`` wrote; rules stay text until their family is asked for.
    static func pack(in text: [UInt8]) throws(PipelineFailure) -> (pack: RulePack, sha256: String) {
        var sections: [String: ArraySlice<UInt8>] = [:]
        var rest = text[...]
        let sha256 = String(decoding: line(&rest), as: UTF8.self)
        while !rest.isEmpty {
            let words = String(decoding: line(&rest), as: UTF8.self).split(separator: " ")
            guard let count = words.last.flatMap({ Int($0) }), count < rest.count else {
                throw .file(unreadable("a section"))
            }
            sections[words.dropLast().joined(separator: " ")] = rest.prefix(count + 1)
            rest = rest.dropFirst(count + 1)
        }
        guard let contents = sections["contents"] else {
            throw .usage("the rule pack inside this binary is empty; build it again")
        }
        do {
            var reader = PackReader(contents)
            let contents = RulePack.Contents(
                version: try reader.next(), profiles: try reader.next(), settings: try reader.next(),
                library: try reader.next(), families: try reader.next())
            let shelves = sections.compactMap { name, text -> RuleShelf? in
                guard name.hasPrefix("rules of ") else { return nil }
                let family = String(name.dropFirst("rules of ".count))
                return RuleShelf(family) { () throws(RuleFileFailure) in
                    var reader = PackReader(text)
                    do throws(PackFailure) {
                        return try reader.next()
                    } catch {
                        throw unreadable("\(family), byte \(error.place)")
                    }
                }
            }
            return (RulePack(contents, shelves: shelves), sha256)
        } catch {
            throw .file(unreadable("\(error)"))
        }
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return rest[..<end]
    }

    private static func unreadable(_ what: String) -> RuleFileFailure {
        RuleFileFailure(
            file: "the rule pack inside this binary", line: 0, column: 0,
            message: "cannot be read: \(what); build it again")
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
