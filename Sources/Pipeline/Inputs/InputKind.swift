import Capture

/// What an input is before any stage reads it, by its first bytes.
enum InputKind {
    static func isDatabase(_ path: String) throws(PipelineFailure) -> Bool {
        try format(of: path) == .sqlite
    }

    static func isKeyLog(_ path: String) throws(PipelineFailure) -> Bool {
        try format(of: path) == .keyLog
    }

    /// Packets, packed or not; a pipe can be read only once.
    static func holdsPackets(_ path: String) throws(PipelineFailure) -> Bool {
        guard FileTree.isFile(path) else { return false }
        let name = fileName(path).lowercased()
        let isPacked = [".pcap.gz", ".pcapng.gz", ".pcap.zst", ".pcapng.zst", ".cap.gz"].contains(where: name.hasSuffix)
        if isPacked { return true }
        return try format(of: path).map { [.pcap, .pcapng].contains($0) } ?? false
    }

    /// Captures, and the key logs among them, in the order they were named.
    static func sort(_ paths: [String]) throws(PipelineFailure) -> (captures: [String], keyLogs: [String]) {
        var captures: [String] = []
        var keyLogs: [String] = []
        for path in paths {
            switch try format(of: path) {
            case .keyLog: keyLogs.append(path)
            case .sqlite: throw isNoCapture(path)
            default: captures.append(path)
            }
        }
        guard !captures.isEmpty else {
            throw .input(
                path: keyLogs.first ?? "", message: "is a key log; name the capture that it belongs to as well")
        }
        return (captures, keyLogs)
    }

    /// A database is judged again when it is named as one, and never because it looks like one.
    static func isNoCapture(_ path: String) -> PipelineFailure {
        .input(path: path, message: "is a database and no capture; \(databaseRemedy)")
    }

    static let databaseRemedy =
        "'certify --database FILE' judges a kept one again, and report, query, compare and export read one"

    /// Whether a file found in a folder is meant as a capture: by content, or by a name that says so, so that a damaged one
    /// is not passed over.
    static func looksLikeCapture(_ path: String) throws(PipelineFailure) -> Bool {
        let endings = [".har", ".pcap", ".pcapng", ".cap"] + SavedFormat.all.flatMap(\.endings)
        let name = fileName(path).lowercased()
        let unpacked = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
        if (endings + unreadEndings).contains(where: unpacked.hasSuffix) { return true }
        guard !CompanionNames.isCompanion(path) else { return false }
        guard let format = try format(of: path) else { return false }
        return [.pcap, .pcapng, .har, .charlesSession].contains(format)
            || SavedFormat.of(format)?.isFoundByContent ?? false
    }

    /// Names of captures in formats that are known and not read: Charles's own, those of Windows and of older sniffers, of
    /// Burp, of Proxyman's and HTTP Toolkit's sessions, and packed ones. A row says so, and what to export instead.
    private static let unreadEndings = [
        ".chls", ".chlz", ".etl", ".erf", ".snoop", ".burp", ".proxymansession", ".har.zip", ".pcap.zip", ".pcapng.zip",
        ".pcap.xz", ".pcapng.xz", ".pcap.bz2", ".pcapng.bz2", ".har.bz2", ".har.xz", ".har.br",
    ]

    /// The last component of a path.
    static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// What stands before the last component, without its slash; empty for a bare name.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Standard input can be read only once and is taken for a capture.
    private static func format(of path: String) throws(PipelineFailure) -> CaptureFormat? {
        guard path != "-" else { return nil }
        let source = try ByteSource(path: path, isHashed: false)
        var front: [UInt8] = []
        _ = try source.read(CaptureFormat.sniffLength, into: &front)
        return CaptureFormat.sniff(front.span).format
    }
}
