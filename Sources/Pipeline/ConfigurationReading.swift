import Audit

extension ConfigurationFile {
    /// Reads a configuration file from disk.
    public static func read(_ path: String) throws(PipelineFailure) -> ConfigurationFile {
        let text = try TextFile.read(path)
        return try PipelineFailure.reading { () throws(RuleFileFailure) in try ConfigurationFile(text, file: path) }
    }
}
