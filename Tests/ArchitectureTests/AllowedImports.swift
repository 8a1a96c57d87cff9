import Foundation

/// Which module may import which (docs/architecture.md, "3. Modules and the only imports allowed"). Imports point down, and
/// siblings are strangers.
enum AllowedImports {
    static let table: [String: Set<String>] = [
        "Model": [],
        "Encodings": ["Model", "CZlib", "CBrotli", "CZstd"],
        "Capture": ["Model", "Encodings"],
        "Cryptography": ["Encodings", "CCrypto", "Synchronization"],
        "Wire": ["Model", "Encodings", "Cryptography", "CPcap"],
        "Interpret": ["Model", "Encodings", "CXML"],
        "Parquet": ["CZlib", "CZstd"],
        "Imaging": ["CPNG", "CTurboJPEG"],
        "Store": ["Model", "SchemaLibrary", "CSQLite", "Synchronization"],
        "YAML": ["CYAML"],
        "Derive": ["Model", "Store"],
        "Audit": ["Model", "Encodings", "Store", "Derive", "YAML", "Synchronization"],
        "Reporting": ["Model", "Encodings", "Store", "Cryptography", "ReportLibrary"],
        "Pipeline": [
            "Model", "Encodings", "Capture", "Wire", "Interpret", "Store", "Derive", "Audit", "Reporting", "Parquet",
            "Imaging", "RuleLibrary", "QueryLibrary", "Cryptography",
            "Foundation", "FoundationEssentials", "Dispatch", "Darwin", "Glibc", "Synchronization",
        ],
        "BeaconProof": ["Model", "Encodings", "Store", "Audit", "Reporting", "Pipeline"],
        "BeaconProofCommand": [
            "Model", "Encodings", "Store", "Audit", "Reporting", "Pipeline", "ArgumentParser", "Foundation",
            "FoundationEssentials", "Darwin", "Glibc", "CMalloc",
        ],
    ]

    /// Single files that may import more than their module, with the reason.
    static let exceptions: [String: (imports: Set<String>, reason: String)] = [
        "Store/FreshFile.swift": (["Darwin", "Glibc"], "the database file is built under another name and renamed"),
        "Store/KeptFile.swift": (
            ["Darwin", "Glibc"], "the header of a stranger's file is read before SQLite opens it"
        ),
    ]

    /// Imports that the table does not allow.
    static func violations(in file: SourceFile) -> [Violation] {
        let allowed = (table[file.module] ?? []).union(exceptions[file.path]?.imports ?? [])
        return imports(of: file).filter { !allowed.contains($0.module) }
            .map { Violation(path: file.path, line: $0.line, code: "import \($0.module)") }
    }

    /// The modules that a file imports, whatever stands before or behind the word `import`.
    static func imports(of file: SourceFile) -> [(module: String, line: Int)] {
        file.lines.enumerated().compactMap { number, line in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" })
            guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(isModifier) else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            guard let name = words[(place + 1)...].first(where: { !kinds.contains($0) }) else { return nil }
            return (String(name.prefix { $0 != "." }), number + 1)
        }
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
}
