import Audit
import Model

extension ConfigurationFile {
    /// Reads a configuration file from disk.
    ///
    /// - Returns: the file, and the SHA-256 of its bytes.
    public static func read(_ path: String) throws(PipelineFailure) -> (file: ConfigurationFile, sha256: String) {
        let (text, sha256) = try TextFile.content(path)
        let file = try PipelineFailure.reading { () throws(RuleFileFailure) in try ConfigurationFile(text, file: path) }
        return (file, sha256)
    }
}

/// A configuration file that was read for a request, and what of it counts: an option of the command line outweighs it.
public struct Configured: Sendable, Hashable, Codable {
    public var path: String
    public var sha256: String
    /// Found by walking up from the working folder, not named.
    public var isFound: Bool
    public var profiles: [String] = []
    public var rules: [String] = []
    public var facts: String?
    public var waivers: String?

    public init(path: String, sha256: String, isFound: Bool) {
        self.path = path
        self.sha256 = sha256
        self.isFound = isFound
    }
}
