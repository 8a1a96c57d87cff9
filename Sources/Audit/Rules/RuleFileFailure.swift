/// A mistake in a rule, profile, settings or facts file: whose fault, where, what was expected and what was found.
package struct RuleFileFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    /// From 1; 0 when the place is not known.
    package var line: Int
    package var column: Int
    package var message: String

    package init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String {
        line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
    }
}

/// Guesses what a misspelt word was meant to be.
package enum Spelling {
    /// The known word nearest to `word`, when it is near enough to be a slip of the keyboard.
    package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        let scored = known.map { ($0, distance(Array(word.lowercased().utf8), Array($0.lowercased().utf8))) }
        guard let best = scored.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
        return best.1 <= max(2, word.utf8.count / 3) ? best.0 : nil
    }

    /// Levenshtein distance.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var current = [i + 1]
            for (j, b) in right.enumerated() {
                current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1)))
            }
            previous = current
        }
        return previous[right.count]
    }
}
