import Reporting

/// A file whose bytes make the stand-ins of several reports the same.
package enum Salt {
    /// Fewer could be found by trying.
    private static let least = 16
    private static let most = 1 << 20

    /// The key that a secret file gives.
    package static func key(path: String) throws(PipelineFailure) -> RedactionKey {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 16, into: &bytes) > 0 {
            guard bytes.count <= most else {
                throw .input(path: path, message: "is larger than the \(most) bytes a salt may have")
            }
        }
        guard bytes.count >= least else {
            throw .input(
                path: path, message: "has \(bytes.count) bytes; a salt has \(least) or more, of 'openssl rand -hex 32'")
        }
        return RedactionKey(bytes)
    }
}
