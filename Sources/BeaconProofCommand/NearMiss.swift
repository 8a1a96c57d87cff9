import ArgumentParser
import Audit
import Pipeline
import Reporting
import Store

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a person may have meant by a word that is none of ours.
enum NearMiss {
    /// What other tools call a command.
    private static let otherWords = [
        "check": "certify", "validate": "certify", "judge": "certify", "lint": "certify", "run": "certify",
        "test": "rules test", "explain": "rules explain", "list": "rules list", "diff": "compare", "sql": "query",
        "views": "schema", "version": "--version",
    ]

    /// `; did you mean 'certify'?`, or nothing.
    static func hint(_ word: String, _ known: some Sequence<String>) -> String {
        Spelling.nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The line that says what is wrong with a command line, where a better word is known.
    ///
    /// - Parameter message: what the parser says of it.
    static func line(_ arguments: [String], message: String) -> String? {
        let words = message.prefix { $0 != "\n" }.split(separator: " ")
        // "Error: Unknown option '--json'", "Error: Unexpected argument 'certfy'", "Error: 2 unexpected arguments: …"
        if let place = words.firstIndex(of: "option"), words.indices.contains(place + 1) {
            let option = words[place + 1].drop { "'-".contains($0) }.prefix { $0.isLetter }
            guard formats.contains(String(option)) else { return nil }
            return "there is no '--\(option)'; did you mean '--format \(option)'?"
        }
        guard words.contains(where: { ["Unexpected", "unexpected"].contains($0) }) else { return nil }
        var command: ParsableCommand.Type = BeaconProof.self
        var path = "beaconproof"
        for word in arguments where !word.hasPrefix("-") {
            let subcommands = command.configuration.subcommands
            if subcommands.isEmpty { return nil }
            if let next = subcommands.first(where: { names($0).contains(word) }) {
                command = next
                path += " \(word)"
                continue
            }
            let isRoot = path == "beaconproof"
            if isRoot, access(word, F_OK) == 0 {
                return "there is no command; did you mean 'beaconproof certify \(word)'?"
            }
            let known = subcommands.filter { $0.configuration.shouldDisplay }.flatMap { names($0) }
            let meant = (isRoot ? otherWords[word] : nil) ?? Spelling.nearest(to: word, in: known)
            return "'\(path)' has no command '\(word)'" + (meant.map { "; did you mean '\($0)'?" } ?? "")
        }
        return nil
    }

    /// A failed query again, with the view that a person may have meant.
    static func view(in failure: PipelineFailure) throws -> PipelineFailure {
        let words = failure.description.split(separator: " ")
        guard words.dropLast() == ["no", "such", "table:"], let name = words.last.map(String.init) else {
            return failure
        }
        let hint = hint(name, try views())
        return .usage("no such view: \(name)\(hint.isEmpty ? "; 'beaconproof schema' lists them" : hint)")
    }

    /// Views and public relations by name.
    static func views() throws -> [String] {
        let relations = LibraryTexts(try ShippedRules().pack().pack.library)
        return SchemaDocument.views.map(\.name)
            + relations.list.compactMap { $0.split(separator: ":").first.map(String.init) }
    }

    private static var formats: [String] {
        ReportFormat.all.map(\.name) + BatchFormat.all.map(\.name) + TableFormat.allCases.map(\.rawValue)
    }

    private static func names(_ command: ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
