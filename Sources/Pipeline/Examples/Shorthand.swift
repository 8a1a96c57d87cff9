import Audit
import Model

/// One line of an example's `beacons`: `7.5 vast firstQuartile ad=A1 url=2`, or `- vast complete ad=A1` for what was
/// declared and never fired.
struct Shorthand: Sendable {
    /// Seconds on the example's clock; `nil` for a line that only declares.
    var seconds: Double?
    var family: String
    var event: String
    var keys: [String: String]
    var isMarked: Bool
    var line: Int

    init(_ line: Example.Line, file: String) throws(RuleFileFailure) {
        let words = line.text.split(separator: " ").map(String.init)
        guard words.count >= 3, words[0] == "-" || Double(words[0]) != nil else {
            throw RuleFileFailure(
                file: file, line: line.line, column: 1,
                message:
                    "a beacon is 'TIME FAMILY EVENT key=value …' ('-' as the time: declared, never fired), not '\(line.text)'"
            )
        }
        seconds = Double(words[0])
        family = words[1]
        event = words[2]
        var keys: [String: String] = [:]
        for word in words[3...] {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            keys[parts[0]] = parts.count == 2 ? parts[1] : ""
        }
        self.keys = keys
        isMarked = line.isMarked
        self.line = line.line
    }
}

/// What every vocabulary needs to know of the example.
struct ShorthandContext: Sendable {
    /// Seconds of each ad.
    var duration: Double
    var file: String

    func failure(_ line: Shorthand, _ message: String) -> RuleFileFailure {
        RuleFileFailure(file: file, line: line.line, column: 1, message: message)
    }

    /// The exchange of a fired line.
    func exchange(_ line: Shorthand, url: String, at seconds: Double) throws(RuleFileFailure) -> Exchange {
        try ExampleExchangeLine.exchange(
            at: ExampleCapture.time(seconds), method: line.keys["method"] ?? "GET", url: url,
            status: line.keys["status"] ?? "200"
        ) { failure(line, $0) }
    }

    /// An exchange that delivers a document.
    func document(_ text: String, url: String, at seconds: Double) throws(RuleFileFailure) -> Exchange {
        try ExampleExchangeLine.exchange(
            at: ExampleCapture.time(seconds), method: "GET", url: url, status: "200", body: .kept(Array(text.utf8))
        ) { RuleFileFailure(file: file, line: 0, column: 0, message: $0) }
    }
}

/// The shorthand of some families: how its lines become a document and exchanges.
protocol ShorthandVocabulary: Sendable {
    /// The families whose lines it takes.
    static var families: [String] { get }

    init()

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure)
}

/// The vocabularies there are. A new one is a file in this folder and a line here.
enum ShorthandVocabularies {
    static let all: [any ShorthandVocabulary.Type] = [
        VASTShorthand.self, OMIDShorthand.self, SSAIShorthand.self, GoogleIMAShorthand.self, DAIShorthand.self,
        NielsenShorthand.self,
    ]

    /// Each vocabulary with the lines of its families, in the order of the file.
    static func assign(
        _ groups: [String: [Shorthand]], file: String
    ) throws(RuleFileFailure) -> [(any ShorthandVocabulary, [Shorthand])] {
        let known = all.flatMap { $0.families }
        for (family, lines) in groups where !known.contains(family) {
            throw RuleFileFailure(
                file: file, line: lines.first?.line ?? 0, column: 1,
                message: "no shorthand for the family '\(family)' (known: \(known.sorted().joined(separator: ", ")))")
        }
        return all.compactMap { type in
            let lines = type.families.flatMap { groups[$0] ?? [] }.sorted { $0.line < $1.line }
            return lines.isEmpty ? nil : (type.init(), lines)
        }
    }
}
