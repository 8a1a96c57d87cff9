import Audit
import Derive

/// A folder of rule files: the project's own `Rules`, or a person's. Each file is read once.
struct RuleFolder {
    /// A file by its path inside the folder; empty for a folder that is one file.
    struct Source {
        var path: String
        var text: String
        var sha256: String

        var isFamily: Bool { path.hasSuffix(".sql") ? false : FamilyFile.isFamily(text) }
    }

    let path: String
    let sources: [Source]

    init(_ folder: String) throws(PipelineFailure) {
        path = folder
        guard FileTree.exists(folder) else { throw .input(path: folder, message: "no such folder of rules") }
        var paths = [""]
        if FileTree.isFolder(folder) {
            paths = try FileTree.paths(below: folder).filter { path in
                path.hasSuffix(".yaml") || path.hasSuffix(".yml")
                    || path.hasSuffix(".sql") && RuleFolder.isOfLibrary(path)
            }
        }
        var sources: [Source] = []
        for path in paths {
            let (text, sha256) = try TextFile.content(RuleFolder.place(of: path, in: folder))
            sources.append(Source(path: path, text: text, sha256: sha256))
        }
        self.sources = sources
    }

    /// Rule files.
    ///
    /// - Parameter relative: name them by their path inside the folder, as the shipped pack does, not by the whole path.
    func ruleFiles(relative: Bool = false) throws(PipelineFailure) -> [RuleFile] {
        var files: [RuleFile] = []
        for source in sources where RuleFolder.isRule(source) {
            let name = relative && !source.path.isEmpty ? source.path : RuleFolder.place(of: source.path, in: path)
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in try RuleFile(source.text, file: name) })
        }
        return files
    }

    /// Family files: those that begin with `family:`, wherever in the folder they stand.
    func families(relative: Bool = false) throws(PipelineFailure) -> [FamilyFile] {
        var files: [FamilyFile] = []
        for source in sources where source.isFamily {
            let name = relative && !source.path.isEmpty ? source.path : RuleFolder.place(of: source.path, in: path)
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in try FamilyFile(source.text, file: name) })
        }
        return files
    }

    /// The relations of `library/<package>/<relation>.sql`.
    func relations() throws(PipelineFailure) -> [Relation] {
        var relations: [Relation] = []
        for source in sources where RuleFolder.isOfLibrary(source.path) && source.path.hasSuffix(".sql") {
            do {
                relations.append(try Relation(source.text, file: source.path))
            } catch {
                throw .relation(error, in: path)
            }
        }
        return relations
    }

    /// A library with the folder's own relations, which replace those of the same name.
    func library(in library: RelationLibrary) throws(PipelineFailure) -> RelationLibrary {
        let own = try relations()
        do { return try library.adding(own) } catch { throw .relation(error, in: path) }
    }

    /// The examples beside them, in `library/<package>/<relation>.yaml`.
    func relationExamples() throws(PipelineFailure) -> [RelationExamples] {
        var files: [RelationExamples] = []
        for source in sources where RuleFolder.isOfLibrary(source.path) && source.path.hasSuffix(".yaml") {
            let name = RuleFolder.place(of: source.path, in: path)
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in
                    try RelationExamples(source.text, file: name)
                })
        }
        return files
    }

    private static func isOfLibrary(_ path: String) -> Bool { path.hasPrefix("library/") }

    private static func isRule(_ source: Source) -> Bool {
        !source.isFamily && !isOfLibrary(source.path) && !source.path.hasPrefix("profiles/")
            && source.path != "settings.yaml"
    }

    func profiles() throws(PipelineFailure) -> [Profile] {
        var profiles: [Profile] = []
        for source in sources where source.path.hasPrefix("profiles/") {
            profiles.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in
                    try Profile(source.text, file: source.path)
                })
        }
        return profiles
    }

    func settings() throws(PipelineFailure) -> [SettingDefault] {
        guard let source = sources.first(where: { $0.path == "settings.yaml" }) else { return [] }
        return try PipelineFailure.reading { () throws(RuleFileFailure) in
            try SettingDefault.read(source.text, file: source.path)
        }
    }

    private static func place(of path: String, in folder: String) -> String {
        path.isEmpty ? folder : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }
}
