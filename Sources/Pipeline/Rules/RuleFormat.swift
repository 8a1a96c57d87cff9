import Derive

/// The SQL inside rule files and relations, written in the one way there is (``SQLFormat``). Everything else in a file stays as it
/// is.
package struct RuleFormat: Sendable {
    /// A file whose SQL is written otherwise.
    package struct Change: Sendable {
        package var path: String
        /// The whole file as it should be.
        package var text: String
    }

    /// The longest line that is let pass.
    package static let width = SQLFormat.width

    /// Longer lines of relations, as `path:line`.
    package let longLines: [String]
    package let changes: [Change]

    /// The keys whose block holds SQL.
    private static let keys: Set<String> = ["let: |", "compares: |", "applies: |", "breaches: |"]

    /// - Parameter path: a folder of rules, or one file.
    package init(_ path: String) throws(PipelineFailure) {
        var changes: [Change] = []
        var longLines: [String] = []
        let folder = try RuleFolder(path)
        for source in folder.sources {
            let place = source.path.isEmpty ? path : "\(path)/\(source.path)"
            let (text, long) = RuleFormat.formatted(source.text, isRelation: place.hasSuffix(".sql"))
            if text != source.text { changes.append(Change(path: place, text: text)) }
            if place.hasSuffix(".sql") { longLines += long.map { "\(place):\($0)" } }
        }
        self.changes = changes
        self.longLines = longLines
    }

    private static func formatted(_ text: String, isRelation: Bool) -> (text: String, longLines: [Int]) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        var result: [Substring] = []
        var long: [Int] = []
        var place = 0
        while place < lines.count {
            result.append(lines[place])
            let opens =
                isRelation
                ? lines[place] == ") AS" || lines[place].hasPrefix("INSERT INTO ") : keys.contains(String(lines[place]))
            place += 1
            guard opens else { continue }
            let start = place
            while place < lines.count, isRelation || lines[place].isEmpty || lines[place].first == " " { place += 1 }
            let indent = isRelation ? "" : "  "
            let sql = lines[start..<place].map { String($0.dropFirst(indent.count)) }.joined(separator: "\n")
            for line in SQLFormat.formatted(sql).split(separator: "\n") {
                result.append(Substring(indent + line))
                if indent.count + line.count > SQLFormat.width { long.append(result.count) }
            }
        }
        return (result.joined(separator: "\n") + "\n", long)
    }
}
