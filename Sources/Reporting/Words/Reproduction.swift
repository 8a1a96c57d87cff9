/// The commands that show a finding again, ready to be pasted into a POSIX shell.
struct Reproduction {
    /// Reads the captures again, into a database that is kept.
    let certify: String
    private let database: String

    init(model: ReportModel, databasePath: String?) {
        database = Self.word(databasePath ?? "run.sqlite")
        certify = (["beaconproof", "certify"] + model.captures.map { Self.word($0.path) } + ["--db", database])
            .joined(separator: " ")
    }

    func query(_ finding: ReportModel.Finding) -> String {
        let fingerprint = String(decoding: finding.fingerprint.utf8.filter(Self.isFingerprint), as: UTF8.self)
        let sql =
            "SELECT e.* FROM finding f JOIN evidence e ON e.finding = f.id WHERE f.fingerprint = '\(fingerprint)'"
        return "beaconproof query \(database) \"\(sql)\""
    }

    private static func isFingerprint(_ byte: UInt8) -> Bool {
        IdentifierText.isName(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: ".")
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
