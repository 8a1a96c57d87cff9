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
        let first = message.prefix { $0 != "\n" }
        if let option = first.firstMatch(of: /Unknown option '--([a-z]+)'/)?.output.1, formats.contains(String(option))
        {
            return "there is no '--\(option)'; did you mean '--format \(option)'?"
        }
        guard first.contains("nexpected argument") else { return nil }
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
    static func view(in failure: PipelineFailure) -> PipelineFailure {
        guard let name = failure.description.firstMatch(of: /no such table: (\w+)$/)?.output.1 else { return failure }
        let hint = hint(String(name), SchemaDocument.views.map(\.name) + relations)
        return .usage("no such view: \(name)\(hint.isEmpty ? "; 'beaconproof schema' lists them" : hint)")
    }

    /// Names of the relation library; none where it cannot be read, which other commands say.
    static var relations: [String] {
        let library = (try? ShippedRules().pack().pack.library).map(LibraryTexts.init)
        return library?.list.compactMap { $0.split(separator: ":").first.map(String.init) } ?? []
    }

    private static var formats: [String] {
        ReportFormat.all.map(\.name) + BatchFormat.all.map(\.name) + TableFormat.allCases.map(\.rawValue)
    }

    private static func names(_ command: ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
