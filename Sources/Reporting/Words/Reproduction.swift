/// The commands that show a finding again, ready to be pasted into a POSIX shell.
struct Reproduction {
    let model: ReportModel
    let databasePath: String?

    func certify() -> String {
        let captures = model.captures.map { Self.word($0.path) }
        return (["beaconproof", "certify"] + captures + ["--db", Self.word(databasePath ?? "run.sqlite")])
            .joined(separator: " ")
    }

    func query(_ finding: ReportModel.Finding) -> String {
        let fingerprint = finding.fingerprint.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let sql =
            "SELECT e.* FROM finding f JOIN evidence e ON e.finding = f.id WHERE f.fingerprint = '\(fingerprint)'"
        return "beaconproof query \(Self.word(databasePath ?? "run.sqlite")) \"\(sql)\""
    }

    /// Quoted unless every character is harmless to a shell.
    static func word(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { IdentifierText.isName($0) || $0 == UInt8(ascii: "/") }
        guard !isPlain || argument.isEmpty || argument.hasPrefix("-") else { return argument }
        // Scalar by scalar: a shell sees a quote whatever combining mark follows it.
        let parts = argument.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
