/// What may stand beside a capture and belong to it: `run.pcapng` has its TLS secrets in `run.keys`, or in the `sslkeys`
/// of its folder, and its facts in `run.facts.yaml` or the `facts.yaml` of its folder.
struct CompanionNames {
    private static let keyLogEndings = [
        "keys", "keylog", "sslkeys", "sslkeylog", "keys.txt", "keylog.txt", "sslkeys.txt", "sslkeylog.txt", "keys.log",
        "sslkeys.log", "sslkeylog.log",
    ]
    private static let folderKeyLogs = [
        "sslkeys", "sslkeys.txt", "sslkeys.log", "sslkeylog.txt", "sslkeylog.log", "keylog.txt",
    ]
    private static let factsEndings = ["facts.yaml", "facts.yml", "facts.json"]

    private let path: String

    init(of path: String) {
        self.path = path
    }

    /// The capture's own, otherwise those of the folder.
    func keyLogs() -> [String] {
        let own = stems.flatMap { stem in CompanionNames.keyLogEndings.map { "\(stem).\($0)" } }.filter(exists)
        guard own.isEmpty else { return own }
        return CompanionNames.folderKeyLogs.map { folder + $0 }.filter(exists)
    }

    func facts() -> String? {
        let own = stems.flatMap { stem in CompanionNames.factsEndings.map { "\(stem).\($0)" } }
        return (own + CompanionNames.factsEndings.map { folder + $0 }).first(where: exists)
    }

    /// Whether a file's name says that it belongs to a capture.
    static func isCompanion(_ path: String) -> Bool {
        let name = InputKind.fileName(path)
        return folderKeyLogs.contains(name) || factsEndings.contains(name)
            || (keyLogEndings + factsEndings).contains { name.hasSuffix(".\($0)") }
    }

    private func exists(_ candidate: String) -> Bool {
        candidate != path && FileTree.exists(candidate)
    }

    /// `a/run` and `a/run.pcapng`; of a packed file also `a/run.pcapng.gz`.
    private var stems: [String] {
        let unpacked = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        let ending = InputKind.fileName(unpacked).lastIndex(of: ".") == nil ? nil : unpacked.lastIndex(of: ".")
        let stem = ending.map { String(unpacked[..<$0]) } ?? unpacked
        var stems: [String] = []
        for candidate in [stem, unpacked, path] where !stems.contains(candidate) { stems.append(candidate) }
        return stems
    }

    /// With its slash; empty for the working folder.
    private var folder: String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
}
