import Capture
import Model

/// TLS secrets from key log files. They stay in memory: nothing writes them anywhere.
enum KeyLogs {
    /// Those that lie beside captured packets and are called after them: keys only make more visible.
    static func beside(_ captures: [String]) throws(PipelineFailure) -> [String] {
        var found: [String] = []
        for capture in captures where try InputKind.holdsPackets(capture) {
            for path in CompanionNames(of: capture).keyLogs() where FileTree.isFile(path) && !found.contains(path) {
                if try InputKind.isKeyLog(path) { found.append(path) }
            }
        }
        return found
    }

    /// - Returns: the secrets, and each file with its SHA-256.
    static func read(
        _ paths: [String], limits: Limits
    ) throws(PipelineFailure) -> (secrets: [TLSSecret], files: [(path: String, sha256: String)]) {
        var files: [(path: String, sha256: String)] = []
        var secrets: [TLSSecret] = []
        for path in paths {
            let source = try ByteSource(path: path)
            var window = try SlidingWindow(over: source, limits: limits.unpacking)
            var reader = KeyLogReader()
            var unreadable = 0
            try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
                for item in outbox.items {
                    switch item {
                    case .event(let secret): secrets.append(secret)
                    case .diagnostic: unreadable += 1
                    }
                }
            }
            guard !secrets.isEmpty || unreadable == 0 else {
                throw .input(path: path, message: "is no TLS key log: no line of the NSS key log format was found")
            }
            files.append((path, source.sha256))
        }
        return (secrets, files)
    }
}
