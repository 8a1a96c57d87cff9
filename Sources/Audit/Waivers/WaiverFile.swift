import Encodings
import Model

/// The waivers file: `waivers:` with one entry per accepted finding.
///
/// ```yaml
/// waivers:
///   - rule: vast.quartile-once
///     subject: ad_play
///     label: "A1001"
///     item: "start"
///     owner: "A. Name"
///     reason: "the vendor counts the first only"
///     expires: 2027-01-31
/// ```
package struct WaiverFile: Sendable, Hashable {
    package var waivers: [Waiver]
    private let file: String

    /// - Throws: for the first entry without owner, reason or day, and for keys that nobody reads.
    package init(_ text: String, file: String) throws(RuleFileFailure) {
        self.file = file
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["waivers"])
        guard yaml.contains("waivers") else {
            throw yaml.failure(at: nil, "expected the key 'waivers' with a list of accepted findings")
        }
        waivers = []
        var places: [FindingKey: Int] = [:]
        for entry in try yaml.maps("waivers") {
            let waiver = try WaiverFile.waiver(entry)
            if let other = places[waiver.key] {
                throw entry.failure(at: entry.node, "the same finding is waived in line \(other) already")
            }
            places[waiver.key] = waiver.line
            waivers.append(waiver)
        }
    }

    /// Refuses waivers that have run out: the finding must be fixed or accepted anew.
    package func check(on today: CalendarDate) throws(RuleFileFailure) {
        guard let waiver = waivers.first(where: { $0.isExpired(on: today) }) else { return }
        let more = waivers.count { $0.isExpired(on: today) } - 1
        let others = more > 0 ? " (and \(more) more)" : ""
        throw RuleFileFailure(
            file: file, line: waiver.line, column: 1,
            message: "the waiver of \(waiver.key.rule) by \(waiver.owner) expired on \(waiver.expires)\(others); "
                + "fix the finding or have somebody accept it anew")
    }

    private static func waiver(_ entry: YAMLMap) throws(RuleFileFailure) -> Waiver {
        try entry.allow(["rule", "subject", "label", "item", "owner", "reason", "expires"])
        let text = try entry.text("expires")
        guard let expires = CalendarDate(text) else {
            throw entry.failure(at: entry.value("expires"), "'expires' is a day such as 2027-01-31, not '\(text)'")
        }
        for name in ["rule", "owner", "reason"] where try entry.text(name).allSatisfy(\.isWhitespace) {
            throw entry.failure(at: entry.value(name), "'\(name)' is empty; a waiver names who accepts what and why")
        }
        return Waiver(
            key: FindingKey(
                rule: try entry.text("rule"), subject: try entry.subject(),
                label: try entry.optionalText("label") ?? "", item: try entry.optionalText("item") ?? ""),
            owner: try entry.text("owner"), reason: try entry.text("reason"), expires: expires,
            line: entry.node.mark.line)
    }
}

extension WaiverFile {
    /// An entry as people write it, with what they still have to fill in left empty.
    package struct Draft: Sendable, Hashable {
        package var key: FindingKey
        /// One sentence about the finding, for a comment.
        package var message: String
        package var owner = ""
        package var reason = ""
        package var expires = ""

        package init(key: FindingKey, message: String) {
            self.key = key
            self.message = message
        }
    }

    /// The lines of drafted entries; with `heading`, a whole file.
    package static func text(of drafts: [Draft], heading: Bool) -> String {
        var text = heading ? "# Accepted findings: who accepts what, why, and until when.\nwaivers:" : ""
        if heading { text += drafts.isEmpty ? " []\n" : "\n" }
        for draft in drafts {
            text += "  # \(comment(draft.message))\n"
            text += "  - rule: \(draft.key.rule)\n    subject: \(draft.key.subject.rawValue)\n"
            if !draft.key.label.isEmpty { text += "    label: \(quoted(draft.key.label))\n" }
            text += "    item: \(quoted(draft.key.item))\n    owner: \(quoted(draft.owner))\n"
            text +=
                "    reason: \(quoted(draft.reason))\n    expires: \(draft.expires.isEmpty ? "\"\"" : draft.expires)\n"
        }
        return text
    }

    /// The file without the entries that begin at `lines`, and without the comments above them; everything else stays as
    /// people wrote it.
    package static func text(_ text: String, without lines: Set<Int>, among waivers: [Waiver]) -> String {
        guard !lines.isEmpty else { return text }
        if lines.count == waivers.count { return self.text(of: [], heading: true) }
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        var dropped: Set<Int> = []
        let starts = waivers.map(\.line).sorted()
        // An entry begins with the comments above it and ends where the next one begins.
        let blocks = starts.map { start in
            (all.prefix(start - 1).lastIndex { !isComment($0) } ?? -1) + 1
        }
        for (place, start) in starts.enumerated() where lines.contains(start) {
            let end = place + 1 < blocks.count ? blocks[place + 1] : all.count
            if blocks[place] < end { dropped.formUnion(blocks[place]..<end) }
        }
        let kept = all.indices.filter { !dropped.contains($0) }.map { all[$0] }.joined(separator: "\n")
        return kept.hasSuffix("\n") ? kept : kept + "\n"
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.first { $0 != " " } == "#"
    }

    /// A YAML double-quoted scalar (YAML 1.2, section 7.3.1).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{20}"..."\u{7E}": result.unicodeScalars.append(scalar)
            default:
                result += "\\U" + Hexadecimal.text(scalar.value, width: 8)
            }
        }
        return result + "\""
    }

    private static func comment(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
    }
}
