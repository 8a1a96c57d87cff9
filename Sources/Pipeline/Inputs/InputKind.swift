import Capture

/// What an input is before any stage reads it.
enum InputKind {
    /// A BeaconProof database, by its first bytes.
    static func isDatabase(_ path: String) throws(PipelineFailure) -> Bool {
        guard path != "-" else { return false }
        let source = try ByteSource(path: path)
        var front: [UInt8] = []
        _ = try source.read(CaptureFormat.sniffLength, into: &front)
        return CaptureFormat.sniff(front.span).format == .sqlite
    }

    /// The last component of a path.
    static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
