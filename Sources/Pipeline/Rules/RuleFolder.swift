import Audit
import Cryptography
import Derive
import Encodings

/// A folder of rule files: the project's own `Rules`, or a person's, who may also have it as an archive. Each file is read
/// once.
struct RuleFolder {
    /// A file by its path inside the folder; empty for a folder that is one file.
    struct Source {
        var path: String
        var text: String
        var sha256: String
        /// A file of a vendor, and not of a rule.
        let isFamily: Bool

        init(path: String, text: String, sha256: String) {
            (self.path, self.text, self.sha256) = (path, text, sha256)
            isFamily = !path.hasSuffix(".sql") && FamilyFile.isFamily(text)
        }
    }

    let path: String
    let sources: [Source]
    /// What it says of itself, where it is handed on as a pack.
    let pack: PackFile?
    /// Who vouches for it, as it came with it; nobody has verified that yet.
    let signature: String?

    init(_ folder: String) throws(PipelineFailure) {
        path = folder
        guard FileTree.exists(folder) else { throw .input(path: folder, message: "no such folder of rules") }
        var sources: [Source] = []
        if PackArchive.isArchive(folder) {
            for file in try PackArchive(folder).files where RuleFolder.reads(file.path) {
                sources.append(try file.source(in: folder))
            }
        } else {
            let paths = FileTree.isFolder(folder) ? try FileTree.paths(below: folder).filter(RuleFolder.reads) : [""]
            for path in paths {
                let (text, sha256) = try TextFile.content(RuleFolder.place(of: path, in: folder))
                sources.append(Source(path: path, text: text, sha256: sha256))
            }
        }
        signature = sources.first { $0.path == PackSignature.name }?.text
        self.sources = sources.filter { $0.path != PackSignature.name }
        let described = sources.first { $0.path == PackFile.name }
        pack = try described.map { source throws(PipelineFailure) in
            try PipelineFailure.reading { () throws(RuleFileFailure) in
                try PackFile(source.text, file: RuleFolder.place(of: source.path, in: folder))
            }
        }
    }

    private static func reads(_ path: String) -> Bool {
        path.hasSuffix(".yaml") || path.hasSuffix(".yml") || path == PackSignature.name
            || path.hasSuffix(".sql") && isOfLibrary(path)
    }

    /// Names all that it judges by, whether it is a folder or an archive: SHA-256 over a line for each file.
    var sha256: String {
        let lines = sources.sorted { $0.path < $1.path }.map { "\($0.sha256) \($0.path)\n" }
        return SHA256.hash(lines.joined().utf8).hexadecimal
    }

    /// Rule files.
    ///
    /// - Parameter relative: name them by their path inside the folder, as the shipped pack does, not by the whole path.
    func ruleFiles(relative: Bool = false) throws(PipelineFailure) -> [RuleFile] {
        let own = try contract()
        let contract = if let own { own } else { try ShippedRules().contract() }
        var files: [RuleFile] = []
        for source in sources where RuleFolder.isRule(source) {
            let name = relative && !source.path.isEmpty ? source.path : RuleFolder.place(of: source.path, in: path)
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in
                    try RuleFile(source.text, file: name, contract: contract)
                })
        }
        return files
    }

    /// The contract of events, where the folder has one of its own.
    func contract() throws(PipelineFailure) -> EventContract? {
        try PipelineFailure.reading { () throws(RuleFileFailure) in
            try EventContractFile.read(sources.map { ($0.path, $0.text) }) { RuleFolder.place(of: $0, in: path) }
        }
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

    /// The relations of `library/<package>/<relation>.sql`, and the rows of the contract of events.
    func relations() throws(PipelineFailure) -> [Relation] {
        var relations: [Relation] = []
        if let contract = try contract() {
            do { relations += try contract.relations() } catch { throw .relation(error, in: path) }
        }
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
        for source in sources
        where RuleFolder.isOfLibrary(source.path) && source.path.hasSuffix(".yaml")
            && !EventContractFile.reads(source.path)
        {
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
            && source.path != "settings.yaml" && source.path != PackFile.name
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
