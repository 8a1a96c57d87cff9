/// One requirement of an integration guide, and what decides it.
package struct Requirement: Sendable, Hashable {
    /// `R-004-37`: the guide, and the requirement's number in it.
    package var id: String
    /// The guide's name and the part of it that the requirement stands in.
    package var guide: String
    package var part: String
    /// What is required.
    package var demands: String
    package var decisions: [Decision]

    /// What decides a requirement.
    package enum Decision: Sendable, Hashable {
        /// A rule decides it; its examples are the tests.
        case rule(String)
        /// There is nothing to judge: the reader extracts it, as this test suite shows.
        case read(suite: String)
        /// No input shows it; a person looks.
        case byHand(String)
        /// Not decided: why, and what would decide it.
        case open(String)
    }

    /// Reads lines of five columns between tabs: id, guide, part, requirement, decisions between semicolons. A decision is a
    /// rule id, or `read:`, `hand:` or `open:` with its text.
    package static func read(_ text: String, file: String) throws(RuleFileFailure) -> [Requirement] {
        var requirements: [Requirement] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            func failure(_ message: String) -> RuleFileFailure {
                RuleFileFailure(file: file, line: number + 1, column: 1, message: message)
            }
            guard columns.count == 5 else {
                throw failure("\(columns.count) columns, expected 5: id, guide, part, requirement, decisions")
            }
            let decisions = columns[4].split(separator: ";").map { decision(String($0)) }
            guard !decisions.isEmpty else { throw failure("\(columns[0]) is decided by nothing; say why with 'open:'") }
            requirements.append(
                Requirement(
                    id: columns[0], guide: columns[1], part: columns[2], demands: columns[3], decisions: decisions))
        }
        return requirements
    }

    private static func decision(_ word: String) -> Decision {
        let word = word.drop { $0 == " " }
        func text(after mark: String) -> String? { word.hasPrefix(mark) ? String(word.dropFirst(mark.count)) : nil }
        if let suite = text(after: "read:") { return .read(suite: suite) }
        if let reason = text(after: "hand:") { return .byHand(reason) }
        if let reason = text(after: "open:") { return .open(reason) }
        return .rule(String(word))
    }
}
