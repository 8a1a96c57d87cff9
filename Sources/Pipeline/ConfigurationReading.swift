import Audit
import Model

extension ConfigurationFile {
    /// Reads a configuration file from disk.
    ///
    /// - Returns: the file, and the SHA-256 of its bytes.
    package static func read(_ path: String) throws(PipelineFailure) -> (file: ConfigurationFile, sha256: String) {
        let (text, sha256) = try TextFile.content(path)
        let file = try PipelineFailure.reading { () throws(RuleFileFailure) in try ConfigurationFile(text, file: path) }
        return (file, sha256)
    }
}

/// A configuration file that was read for a request, and what of it counts: an option of the command line outweighs it.
package struct Configured: Sendable, Hashable, Codable {
    package var path: String
    package var sha256: String
    /// Found by walking up from the working folder, not named.
    package var isFound: Bool
    package var profiles: [String] = []
    package var rules: [String] = []
    package var facts: String?
    package var waivers: String?

    package init(path: String, sha256: String, isFound: Bool) {
        self.path = path
        self.sha256 = sha256
        self.isFound = isFound
    }
}
