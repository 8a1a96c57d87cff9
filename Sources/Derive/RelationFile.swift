/// Reads `Rules/library/<package>/<relation>.sql`.
///
/// ```sql
/// -- What the relation holds, in a sentence.
/// -- needs: another_relation
/// CREATE TABLE ad_end (
///   ad_play INTEGER NOT NULL REFERENCES ad_play, -- The ad play.
///   end_us INTEGER, -- When it was seen to end.
///   KEY (ad_play),
///   INDEX (end_us)
/// ) AS
/// SELECT p.id AS ad_play, …
/// ```
/// Each relation also has the column `run`, which is filled with `:run` and is not written down.
///
/// A relation that ends with `);` is filled by other packages alone. Theirs is a file of the same name:
///
/// ```sql
/// -- What beacons of the family say.
/// -- needs: another_relation
/// INSERT INTO ad_end
/// SELECT p.id AS ad_play, …
/// ```
struct RelationFile {
    private let file: String
    private let lines: [Substring]
    private var place = 0

    static func relation(in text: String, file: String) throws(RelationFailure) -> Relation {
        var reader = RelationFile(text, file: file)
        return try reader.relation()
    }

    private init(_ text: String, file: String) {
        self.file = file
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private mutating func relation() throws(RelationFailure) -> Relation {
        let (meaning, needs) = try comment()
        let (name, isDeclared) = try opening()
        let package = try package()
        var relation = Relation(
            name: name, package: package, meaning: meaning, columns: [], key: [], indexes: [], parts: [])
        guard fileName == name else {
            throw failure("the relation \(name) stands in \(name).sql, not in \(fileName).sql")
        }
        if isDeclared {
            while try declaration(of: &relation) {}
            try check(relation)
        }
        if lines[place - 1].trimmed != ");" {
            relation.parts = [Relation.Part(package: package, meaning: meaning, needs: needs, select: try rest())]
        }
        return relation
    }

    // MARK: - The parts, in their order

    private mutating func comment() throws(RelationFailure) -> (meaning: String, needs: [String]) {
        var words: [Substring] = []
        var needs: [String] = []
        while place < lines.count, lines[place].hasPrefix("--") {
            let text = lines[place].dropFirst(2).trimmed
            place += 1
            if text.hasPrefix("needs:") {
                needs += text.dropFirst("needs:".count).split(separator: ",").map { String($0.trimmed) }
            } else {
                words.append(text)
            }
        }
        guard !words.isEmpty else { throw failure("a relation begins with a comment that says what it holds") }
        return (words.joined(separator: " "), needs)
    }

    private mutating func opening() throws(RelationFailure) -> (name: String, isDeclared: Bool) {
        let words = place < lines.count ? lines[place].split(separator: " ") : []
        let isDeclared = words.count == 4 && words[0] == "CREATE" && words[1] == "TABLE" && words[3] == "("
        guard isDeclared || words.count == 3 && words[0] == "INSERT" && words[1] == "INTO" else {
            throw failure("expected 'CREATE TABLE name (' or 'INSERT INTO name' below the comment")
        }
        guard
            words[2].utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            )
        else { throw failure("a relation's name has small letters and '_', not '\(words[2])'") }
        place += 1
        return (String(words[2]), isDeclared)
    }

    /// - Returns: `false` at the line that ends the declarations.
    private mutating func declaration(of relation: inout Relation) throws(RelationFailure) -> Bool {
        let line = place < lines.count ? lines[place].trimmed : ""
        guard !line.isEmpty else { throw failure("expected ') AS' or ');' behind the columns") }
        if line == ") AS" || line == ");" {
            place += 1
            return false
        }
        if let columns = list(line, behind: "KEY") {
            relation.key = columns
        } else if let columns = list(line, behind: "INDEX") {
            relation.indexes.append(columns)
        } else {
            relation.columns.append(try column(line))
        }
        place += 1
        return true
    }

    private func column(_ line: Substring) throws(RelationFailure) -> Relation.Column {
        guard let marker = line.firstRange(of: " -- ") else {
            throw failure("expected 'name TYPE, -- what it means'; a column without a comment is of no use to a reader")
        }
        let declared = line[..<marker.lowerBound].trimmed
        var words = (declared.last == "," ? declared.dropLast() : declared).split(separator: " ")[...]
        guard let name = words.popFirst(), let word = words.popFirst(),
            let kind = Relation.Column.Kind(rawValue: String(word))
        else {
            throw failure(
                "expected a name and one of \(Relation.Column.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var column = Relation.Column(
            name: String(name), kind: kind, isRequired: false, references: nil,
            meaning: String(line[marker.upperBound...]))
        if words.starts(with: ["NOT", "NULL"]) {
            column.isRequired = true
            words = words.dropFirst(2)
        }
        if words.first == "REFERENCES", let view = words.dropFirst().first {
            column.references = String(view)
            words = words.dropFirst(2)
        }
        guard words.isEmpty else { throw failure("'\(words.joined(separator: " "))' is not a part of a column") }
        return column
    }

    private func list(_ line: Substring, behind word: String) -> [String]? {
        guard line.hasPrefix(word + " ("), let close = line.firstIndex(of: ")") else { return nil }
        return line[..<close].dropFirst(word.count + 2).split(separator: ",").map { String($0.trimmed) }
    }

    private func rest() throws(RelationFailure) -> String {
        var text = lines[place...].joined(separator: "\n")[...]
        while let last = text.last, last.isWhitespace || last == ";" { text = text.dropLast() }
        guard !text.isEmpty else { throw failure("expected a SELECT") }
        return String(text)
    }

    // MARK: - What must hold

    private func check(_ relation: Relation) throws(RelationFailure) {
        let names = relation.columns.map(\.name)
        guard !names.isEmpty, Set(names).count == names.count else {
            throw failure("the columns of a relation have different names")
        }
        guard !names.contains("run") else { throw failure("'run' is a column of every relation and is not declared") }
        for name in relation.key + relation.indexes.flatMap({ $0 }) where !names.contains(name) {
            throw failure("'\(name)' is not a column of \(relation.name)")
        }
    }

    private var fileName: String {
        let last = file.split(separator: "/").last ?? ""
        return last.hasSuffix(".sql") ? String(last.dropLast(4)) : String(last)
    }

    private func package() throws(RelationFailure) -> String {
        let parts = file.split(separator: "/")
        guard parts.count >= 2 else { throw failure("a relation stands in a folder, its package") }
        return String(parts[parts.count - 2])
    }

    private func failure(_ message: String) -> RelationFailure {
        RelationFailure(file: file, line: min(place + 1, lines.count), message: message)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }
}
