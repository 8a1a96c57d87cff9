import Audit
import Model

/// One capture of a batch with what belongs to it.
package struct BatchInput: Sendable, Hashable {
    /// As it was named or found.
    package var path: String
    package var keyLogs: [String] = []
    package var factsPath: String?
    /// Whether they were given or found beside the capture.
    package var factsOrigin: Ground.Origin = .given
    /// It stands in a folder; nobody named the file itself.
    package var isFound = false
    /// The run that is judged again, where the captures are those of a kept database.
    package var kept: BatchKeptRun?
}

/// Finds the captures of a batch: files, folders, patterns, manifests; in the order named, folders in the order of their
/// names, each file once.
package struct BatchSearch: Sendable {
    /// Key logs for every capture.
    package var keyLogs: [String] = []
    /// Facts for captures that have none of their own.
    package var factsPath: String?
    /// Takes facts that lie beside a capture. They decide verdicts, and whoever hands over a capture can put some there,
    /// so they are taken only where somebody says so; key logs can only make more visible.
    package var takesFactsBeside = false
    /// Captures with facts beside them that were not taken.
    package private(set) var factsPassedOver = 0
    package private(set) var inputs: [BatchInput] = []
    /// Files of folders that are no captures and belong to none.
    package private(set) var ignored: [String] = []
    private var seen: Set<String> = []

    package init() {}

    /// - Parameter path: a file, a folder, or a pattern such as `runs/*.har`. A file that does not exist is an input: its
    ///   row says so.
    package mutating func add(_ path: String) throws(PipelineFailure) {
        if FileTree.exists(path) {
            if FileTree.isFolder(path) { return try addFolder(path) }
            // `batch runs/*` names the key logs too.
            if !CompanionNames.isCompanion(path) { take(path) }
            return
        }
        let matches = path.contains(where: { "*?[".contains($0) }) ? FileTree.matches(of: path) : []
        if matches.isEmpty { return take(path) }
        for match in matches { try add(match) }
    }

    /// Paths from a list, one per line, as `find` or a table of paths gives them. Empty lines are skipped.
    package mutating func add(list: String) {
        for line in list.split(whereSeparator: \.isNewline) where !line.isEmpty { take(String(line)) }
    }

    /// - Parameter manifest: a YAML or JSON file whose paths are relative to its folder.
    package mutating func add(manifest path: String) throws(PipelineFailure) {
        let text = try TextFile.read(path)
        let manifest = try PipelineFailure.reading { () throws(RuleFileFailure) in
            try ManifestFile(text, file: path)
        }
        let folder = InputKind.folder(of: path)
        func beside(_ name: String) -> String { name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)" }
        for entry in manifest.captures {
            take(beside(entry.path), keyLogs: entry.keyLogs.map(beside), facts: entry.facts.map(beside))
        }
    }

    private mutating func addFolder(_ folder: String) throws(PipelineFailure) {
        for name in try FileTree.paths(below: folder)
        where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            // What cannot be named, or is a pipe or device, gets a row that says so.
            if name.unicodeScalars.contains("\u{FFFD}") || FileTree.isSpecial(path) {
                take(path, isFound: true)
                continue
            }
            guard !FileTree.isFolder(path) else { continue }
            guard FileTree.exists(path) else {
                ignored.append(path)
                continue
            }
            if try InputKind.looksLikeCapture(path) {
                take(path)
            } else if !CompanionNames.isCompanion(path) {
                ignored.append(path)
            }
        }
    }

    /// What stands beside a capture is looked up by name; a manifest says it.
    private mutating func take(
        _ path: String, keyLogs own: [String]? = nil, facts: String? = nil, isFound: Bool = false
    ) {
        guard seen.insert(path).inserted else { return }
        let beside = CompanionNames(of: path)
        var input = BatchInput(
            path: path, keyLogs: keyLogs + (own ?? beside.keyLogs()), factsPath: facts ?? factsPath,
            isFound: isFound)
        if facts == nil, let found = beside.facts() {
            if takesFactsBeside {
                (input.factsPath, input.factsOrigin) = (found, .found)
            } else {
                factsPassedOver += 1
            }
        }
        inputs.append(input)
    }

}
