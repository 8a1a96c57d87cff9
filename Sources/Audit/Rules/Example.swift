import Model
import YAML

/// A small capture written inside a rule file, with what the rule must say about it.
///
/// ```yaml
/// - name: repeated when the creative loops
///   beacons: |
///     0.0   vast start         ad=A1
///     7.5   vast firstQuartile ad=A1
///     ! 37.5 vast firstQuartile ad=A1     # ! marks the expected evidence row
///   facts: { player.loops: true }
///   blind: [4.0-9.0 tracker.test requests]
///   ends: 12.0                            # the capture ends here; without it recording ran on
///   faults: { firstQuartile: repeated }   # which cells of the contract of events it shows to be decided
///   expect: fail                          # pass, fail, inconclusive, not-applicable; or a mapping
/// ```
/// Without `expect`, an example with a `!` must fail and one without must pass. How shorthand lines become exchanges is
/// the business of the pipeline's example expansion.
package struct Example: Sendable {
    package var name: String
    package var line: Int
    package var beacons: [Line]
    package var exchanges: [Line]
    package var calls: [Line]
    /// Name to body.
    package var documents: [String: String]
    package var facts: [String: String]
    package var settings: [String: String]
    package var blind: [Line]
    /// Seconds on the example's clock; `nil`: recording is known to have run on.
    package var ends: Double?
    /// Seconds of each ad, where the beacons' document does not say otherwise.
    package var duration: Double
    package var expect: Verdict
    package var reason: Doubt?
    /// The severity of the finding, where it is not the rule's own.
    package var severity: Severity?
    /// What of the contract of events it shows, by event, where no play of the contract does.
    package var faults: [String: EventContract.Fault] = [:]

    /// One line of shorthand with its place in the rule file.
    package struct Line: Sendable, Hashable {
        package var text: String
        package var isMarked: Bool
        package var line: Int
    }

    private static let keys: Set<String> = [
        "name", "beacons", "exchanges", "calls", "documents", "facts", "settings", "blind", "ends", "duration",
        "expect", "faults",
    ]

    /// - Parameter besides: keys that somebody else reads.
    init(_ yaml: YAMLMap, besides: Set<String> = []) throws(RuleFileFailure) {
        try yaml.allow(Example.keys.union(besides))
        name = try yaml.text("name")
        line = yaml.node.mark.line
        beacons = try Example.lines(yaml, "beacons")
        exchanges = try Example.lines(yaml, "exchanges")
        calls = try Example.lines(yaml, "calls")
        documents = Dictionary(try yaml.pairs("documents").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        facts = Dictionary(try yaml.pairs("facts").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        settings = Dictionary(try yaml.pairs("settings").map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        blind = try yaml.list("blind").map {
            Line(text: $0, isMarked: false, line: yaml.value("blind")?.mark.line ?? 0)
        }
        ends = try yaml.number("ends")
        duration = try yaml.number("duration") ?? 30
        let isMarked = (beacons + exchanges + calls).contains(where: \.isMarked)
        expect = isMarked ? .fail : .pass
        if let map = try yaml.map("faults") {
            for event in map.keys { faults[event] = try map.word(event, EventContract.Fault.self) }
        }
        guard let value = yaml.value("expect") else { return }
        if case .mapping = value, let map = try yaml.map("expect") {
            try map.allow(["verdict", "reason", "severity"])
            expect = try map.word("verdict", Verdict.self)
            if map.contains("reason") { reason = try map.word("reason", Doubt.self) }
            if map.contains("severity") { severity = try map.word("severity", Severity.self) }
        } else {
            expect = try yaml.word("expect", Verdict.self)
        }
    }

    /// The non-empty lines of a block, comments cut off, the `!` taken out.
    private static func lines(_ yaml: YAMLMap, _ key: String) throws(RuleFileFailure) -> [Line] {
        guard let text = try yaml.optionalText(key) else { return [] }
        // A block scalar's text begins on the line after its key; a plain one on the key's own.
        let first = yaml.value(key)?.mark.line ?? 0
        var result: [Line] = []
        for (offset, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var line = raw[...]
            if let comment = Example.comment(in: line) { line = line[..<comment] }
            line = line.drop(while: \.isWhitespace)
            let isMarked = line.first == "!"
            if isMarked { line = line.dropFirst().drop(while: \.isWhitespace) }
            while line.last?.isWhitespace == true { line = line.dropLast() }
            guard !line.isEmpty else { continue }
            result.append(Line(text: String(line), isMarked: isMarked, line: first + offset + 1))
        }
        return result
    }

    /// Where a comment begins: a `#` at the start of the line or after white space.
    private static func comment(in line: Substring) -> Substring.Index? {
        var before: Character = " "
        for index in line.indices {
            if line[index] == "#" && before.isWhitespace { return index }
            before = line[index]
        }
        return nil
    }
}
