import Foundation

/// One Swift file, with comments and the text of string literals blanked out, so that checks see code only.
struct SourceFile: Sendable {
    /// Relative to `Sources`: `Wire/TLS/Hello.swift`.
    let path: String
    /// The lines of the code.
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = CodeOnly.code(of: text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The target the file belongs to.
    var module: String {
        String(path.prefix { $0 != "/" })
    }

    /// Lines that a pattern matches, as findings.
    func matches(of pattern: String) -> [Violation] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            return [Violation(path: path, line: 0, code: "unreadable pattern \(pattern)")]
        }
        return lines.enumerated().compactMap { number, line in
            let whole = NSRange(line.startIndex..., in: line)
            guard expression.firstMatch(in: line, range: whole) != nil else { return nil }
            return Violation(path: path, line: number + 1, code: line)
        }
    }

    /// All files under `Sources`.
    static let all = files(under: "Sources")

    /// All files of the simulated world.
    static let world = files(under: "Tests/World")

    private static func files(under folder: String) -> [SourceFile] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else { return nil }
            return SourceFile(path: path, text: text)
        }
    }
}

/// A line that breaks a rule of the architecture.
struct Violation: Sendable, Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let code: String

    init(path: String, line: Int, code: String) {
        self.path = path
        self.line = line
        self.code = code.trimmingCharacters(in: .whitespaces)
    }

    var description: String { "\(path):\(line): \(code)" }
}

/// Blanks out comments and string literals; what is interpolated into a literal is code and stays.
enum CodeOnly {
    private enum Place {
        /// With the depth of open parentheses, which tells where an interpolation ends.
        case code(parentheses: Int)
        case literal(hashes: Int, isMultiline: Bool)
    }

    static func code(of text: String) -> String {
        let input = Array(text)
        var output = ""
        var places: [Place] = [.code(parentheses: 0)]
        var position = 0

        func begins(_ text: String, at start: Int) -> Bool {
            input[start...].starts(with: text)
        }

        while position < input.count, let place = places.last {
            let character = input[position]
            switch place {
            case .code(let parentheses):
                if begins("//", at: position) {
                    while position < input.count, !input[position].isNewline { position += 1 }
                } else if begins("/*", at: position) {
                    skipBlockComment(input, &position, &output)
                } else if let (hashes, isMultiline) = opening(input, at: position) {
                    output += "\""
                    position += hashes + (isMultiline ? 3 : 1)
                    places.append(.literal(hashes: hashes, isMultiline: isMultiline))
                } else {
                    if character == "(" { places[places.count - 1] = .code(parentheses: parentheses + 1) }
                    if character == ")" {
                        if parentheses == 0, places.count > 1 {
                            places.removeLast()
                        } else {
                            places[places.count - 1] = .code(parentheses: max(0, parentheses - 1))
                        }
                    }
                    output.append(character)
                    position += 1
                }
            case .literal(let hashes, let isMultiline):
                let escape = "\\" + String(repeating: "#", count: hashes)
                let closing = (isMultiline ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
                if begins(escape + "(", at: position) {
                    output += " ("
                    position += escape.count + 1
                    places.append(.code(parentheses: 0))
                } else if begins(escape, at: position) {
                    position += escape.count + 1
                } else if begins(closing, at: position) {
                    output += "\""
                    position += closing.count
                    places.removeLast()
                } else {
                    if character.isNewline { output += "\n" }
                    position += 1
                }
            }
        }
        return output
    }

    private static func opening(_ input: [Character], at start: Int) -> (hashes: Int, isMultiline: Bool)? {
        let hashes = input[start...].prefix { $0 == "#" }.count
        let rest = input[(start + hashes)...]
        guard rest.first == "\"" else { return nil }
        return (hashes, rest.starts(with: "\"\"\""))
    }

    private static func skipBlockComment(_ input: [Character], _ position: inout Int, _ output: inout String) {
        var depth = 0
        repeat {
            if input[position...].starts(with: "/*") {
                depth += 1
                position += 2
            } else if input[position...].starts(with: "*/") {
                depth -= 1
                position += 2
            } else {
                if input[position].isNewline { output += "\n" }
                position += 1
            }
        } while depth > 0 && position < input.count
    }
}
