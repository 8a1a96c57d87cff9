/// The examples of one relation, `library/<package>/<relation>.yaml`: small captures, and the rows that each must give.
///
/// ```yaml
/// - name: it was watched to its third quartile
///   beacons: |
///     0.0 vast start ad=A1
///   rows: |
///     ad_play  from_us
///     A1       0.0
/// ```
/// The first line of `rows` names the columns that are compared; columns lie two spaces apart or more. How values are written is
/// the business of whoever reads the rows; `-` is NULL.
package struct RelationExamples: Sendable {
    /// One example and what it must give.
    package struct Expected: Sendable {
        package var example: Example
        package var columns: [String]
        /// In the order of the relation's own rows.
        package var rows: [[String]]
    }

    package var file: String
    /// The relation's name: the file's.
    package var relation: String
    package var examples: [Expected]
    /// Harness mutations that do not apply to this relation, with the reason.
    package var mutations: [String: String]

    package init(_ text: String, file: String) throws(RuleFileFailure) {
        self.file = file
        relation = String((file.split(separator: "/").last ?? "").prefix { $0 != "." })
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["examples", "mutations"])
        mutations = try RuleFile.mutations(yaml)
        examples = []
        for map in try yaml.maps("examples") {
            var lines = RelationExamples.cells(try map.text("rows"))
            guard !lines.isEmpty, lines.allSatisfy({ $0.count == lines[0].count }) else {
                throw map.failure(
                    at: map.value("rows"), "'rows' has a line of column names and lines with as many values")
            }
            let columns = lines.removeFirst()
            examples.append(Expected(example: try Example(map, besides: ["rows"]), columns: columns, rows: lines))
        }
        guard !examples.isEmpty else { throw yaml.failure(at: nil, "a relation has at least one example") }
    }

    /// The values of each line; those of one line are two spaces apart or more.
    private static func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            var cells: [String] = []
            var words: [Substring] = []
            var spaces = 2
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                guard !word.isEmpty else {
                    spaces += 1
                    continue
                }
                if spaces > 0, !words.isEmpty {
                    cells.append(words.joined(separator: " "))
                    words = []
                }
                words.append(word)
                spaces = 0
            }
            if !words.isEmpty { cells.append(words.joined(separator: " ")) }
            return cells
        }.filter { !$0.isEmpty }
    }
}
