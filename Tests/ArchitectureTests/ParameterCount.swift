/// How many parameters functions have: what is handed on together belongs into a value.
enum ParameterCount {
    static let most = 6

    /// Modules whose functions are counted. Initialisers are not: those of records have a parameter for each member.
    static let modules: Set<String> = [
        "Model", "Encodings", "Cryptography", "YAML", "Capture", "Wire", "Interpret", "Store", "Derive", "Audit",
        "Reporting",
        "Parquet", "Pipeline", "BeaconProof", "BeaconProofCommand",
    ]

    static func violations(in file: SourceFile) -> [Violation] {
        guard modules.contains(file.module) else { return [] }
        let code = file.lines.joined(separator: "\n")
        return code.matches(of: /\bfunc\s[^(]*\(/).compactMap { match in
            guard count(code[match.range.upperBound...]) > most else { return nil }
            let line = code[..<match.range.lowerBound].count { $0 == "\n" } + 1
            return Violation(path: file.path, line: line, code: String(match.output))
        }
    }

    /// The parameters up to the parenthesis that closes their list.
    private static func count(_ text: Substring) -> Int {
        var depth = 0
        var separators = 0
        var isEmpty = true
        var last: Character = " "
        for character in text {
            switch character {
            case "(", "[", "{": depth += 1
            // Not the head of an arrow, nor an operator, which stands between spaces.
            case "<" where !last.isWhitespace && last != "<": depth += 1
            case ">" where !last.isWhitespace && last != "-" && depth > 0: depth -= 1
            case ")", "]", "}":
                if depth == 0 { return isEmpty ? 0 : separators + 1 }
                depth -= 1
            case "," where depth == 0: separators += 1
            default: break
            }
            if !character.isWhitespace { isEmpty = false }
            last = character
        }
        return 0
    }
}
