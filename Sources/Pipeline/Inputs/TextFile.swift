/// A small text file of a person's: facts, rules, configuration.
enum TextFile {
    /// Larger than any file a person writes.
    private static let limit = 8 << 20

    static func read(_ path: String) throws(PipelineFailure) -> String {
        try content(path).text
    }

    /// The text with the SHA-256 of its bytes, of one reading.
    static func content(_ path: String) throws(PipelineFailure) -> (text: String, sha256: String) {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 16, into: &bytes) > 0 {
            guard bytes.count <= limit else {
                throw .input(path: path, message: "is larger than the \(limit) bytes such a file may have")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .input(path: path, message: "is not UTF-8 text")
        }
        return (text, source.sha256)
    }
}

/// What the name of an input says.
package enum InputName {
    /// What stands before the last component, without its slash; empty for a bare name.
    package static func folder(of path: String) -> String { InputKind.folder(of: path) }
}

/// Text files that commands take besides captures: lists of paths, SQL.
package enum TextInput {
    /// The text of a file of a person.
    package static func read(_ path: String) throws(PipelineFailure) -> String {
        try TextFile.read(path)
    }
}
