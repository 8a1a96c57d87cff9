import Audit

/// A folder of rule files: the project's own `Rules`, or a person's.
struct RuleFolder {
    private let folder: String
    private let paths: [String]

    init(_ folder: String) throws(PipelineFailure) {
        self.folder = folder
        guard FileTree.exists(folder) else { throw .input(path: folder, message: "no such folder of rules") }
        guard FileTree.isFolder(folder) else {
            paths = [""]
            return
        }
        paths = try FileTree.paths(below: folder).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    }

    /// Rule files.
    ///
    /// - Parameter relative: name them by their path inside the folder, as the shipped pack does, not by the whole path.
    func ruleFiles(relative: Bool = false) throws(PipelineFailure) -> [RuleFile] {
        var files: [RuleFile] = []
        for path in paths where !path.hasPrefix("profiles/") && path != "settings.yaml" {
            let text = try read(path)
            let name = relative && !path.isEmpty ? path : place(of: path)
            files.append(try PipelineFailure.reading { () throws(RuleFileFailure) in try RuleFile(text, file: name) })
        }
        return files
    }

    func profiles() throws(PipelineFailure) -> [Profile] {
        var profiles: [Profile] = []
        for path in paths where path.hasPrefix("profiles/") {
            let text = try read(path)
            profiles.append(try PipelineFailure.reading { () throws(RuleFileFailure) in try Profile(text, file: path) })
        }
        return profiles
    }

    func settings() throws(PipelineFailure) -> [SettingDefault] {
        guard paths.contains("settings.yaml") else { return [] }
        let text = try read("settings.yaml")
        return try PipelineFailure.reading { () throws(RuleFileFailure) in
            try SettingDefault.read(text, file: "settings.yaml")
        }
    }

    private func read(_ path: String) throws(PipelineFailure) -> String {
        try TextFile.read(place(of: path))
    }

    private func place(of path: String) -> String {
        path.isEmpty ? folder : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }
}
