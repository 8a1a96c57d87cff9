import Audit
import Cryptography
import Encodings
import Model
import RuleLibrary

/// A rule pack with the hash that names it in reports.
package struct LoadedPack: Sendable {
    package var pack: RulePack
    /// SHA-256 of the pack as it is stored; with folders of a person's own, of that hash and those of their files.
    package var sha256: String
    /// A person's own folders in it, in the order in which they were added.
    var folders: [Folder] = []

    /// A person's folder as it was read, and what of the pack it took the place of.
    struct Folder: Sendable {
        var path: String
        /// The pack that it is: its name and version, with the SHA-256 of what it judges by and the key that vouches for that.
        var pack: (name: String, sha256: String, signer: String?)?
        var files: [(path: String, sha256: String)]
        var replaced: [(kind: Ground.Kind, name: String)]
    }

    init(_ pack: RulePack) throws(PipelineFailure) {
        self.pack = pack
        sha256 = String(try RulePackFile.text(of: pack).prefix { $0 != "\n" })
    }

    /// The shipped pack with what folders added. Their files say what they hold: encoding all rules anew would take longer than
    /// reading them.
    init(_ pack: RulePack, of shipped: LoadedPack, with folders: [Folder]) {
        self.pack = pack
        self.folders = folders
        let files = folders.flatMap(\.files).map { "\($0.sha256) \($0.path)\n" }.joined()
        sha256 = SHA256.hash((shipped.sha256 + "\n" + files).utf8).hexadecimal
    }

    /// A pack as it is stored, with its hash.
    init(stored text: [UInt8]) throws(PipelineFailure) {
        (pack, sha256) = try RulePackFile.pack(in: text)
    }
}

extension LoadedPack.Folder {
    init(_ folder: RuleFolder, signer: String?, replaced: [(kind: Ground.Kind, name: String)]) {
        path = folder.path
        pack = folder.pack.map { ("\($0.name) \($0.version)", folder.sha256, signer) }
        files = folder.sources.map { source in
            (source.path.isEmpty ? InputKind.fileName(folder.path) : source.path, source.sha256)
        }
        self.replaced = replaced
    }
}

extension RulePack {
    /// What of the pack a folder takes the place of.
    fileprivate func replaced(
        by families: [FamilyFile], _ rules: [RuleFile], _ profiles: [Profile], _ settings: [SettingDefault]
    ) throws(RuleFileFailure) -> [(kind: Ground.Kind, name: String)] {
        // The rules of a family that is new here replace none, and are not even compiled.
        let known = families.filter { family in self.families.contains { $0.name == family.declaration.name } }
        var replaced: [(kind: Ground.Kind, name: String)] = []
        for file in rules + (try known.contractRules()) {
            if let rule = try rule(file.rule.id) { replaced.append((.replacedRule, rule.id)) }
        }
        replaced += profiles.map(\.id).filter { profile($0) != nil }.map { (.replacedProfile, $0) }
        for setting in settings
        where self.settings.contains(where: { $0.key == setting.key && $0.value != setting.value }) {
            replaced.append((.replacedSetting, setting.key))
        }
        return replaced
    }
}

extension [FamilyFile] {
    /// The rules of all their contracts.
    func contractRules() throws(RuleFileFailure) -> [RuleFile] {
        var rules: [RuleFile] = []
        for family in self { rules += try family.ruleFiles() }
        return rules
    }
}

/// The rules inside the binary, compiled; their prose and examples are read only when somebody asks.
package struct ShippedRules: Sendable {
    /// `year.month` of the shipped rules; raised with each release of them.
    package static let version = "2026.11"

    package init() {}

    /// The shipped pack, with a person's own rules added or replacing it.
    ///
    /// - Parameters:
    ///   - folders: of rule files, searched through, or packs; each may bring `settings.yaml` and `profiles/` too.
    ///   - keyPath: a public key whose holder must vouch for each of them.
    package func pack(adding folders: [String] = [], signedBy keyPath: String? = nil) throws(PipelineFailure)
        -> LoadedPack
    {
        let shipped = try ShippedRules.stored.get()
        guard !folders.isEmpty else { return shipped }
        var pack = shipped.pack
        var read: [LoadedPack.Folder] = []
        for path in folders {
            let folder = try RuleFolder(path)
            let signer = try keyPath.map { path throws(PipelineFailure) in
                try PackSignature.verify(folder, keyPath: path)
            }
            let (families, written) = (try folder.families(), try folder.ruleFiles())
            let (settings, profiles) = (try folder.settings(), try folder.profiles())
            pack.library = try folder.library(in: pack.library)
            let before = pack
            pack.add(settings: settings)
            // What a contract makes is right by construction: its rules are prepared where they judge, not at each start.
            if !written.isEmpty { try RuleCheck(settings: pack.settings, library: pack.library).check(written) }
            try PipelineFailure.reading { () throws(RuleFileFailure) in
                try pack.add(families: families)
                try pack.add(rules: written.map(\.rule), profiles: profiles)
                let replaced = try before.replaced(by: families, written, profiles, settings)
                read.append(LoadedPack.Folder(folder, signer: signer, replaced: replaced))
            }
        }
        return LoadedPack(pack, of: shipped, with: read)
    }

    /// Decoded once, however many runs a process judges.
    private static let stored = Result { () throws(PipelineFailure) in
        try LoadedPack(stored: bytes(rule_pack()))
    }

    /// The shipped rule files, and those of a person's folders.
    package func files(adding folders: [String]) throws(PipelineFailure) -> [RuleFile] {
        var files = try files()
        for path in folders {
            let folder = try RuleFolder(path)
            let families = try folder.families()
            let own =
                try folder.ruleFiles()
                + PipelineFailure.reading { () throws(RuleFileFailure) in try families.contractRules() }
            files = files.filter { known in !own.contains { $0.rule.id == known.rule.id } } + own
        }
        return files
    }

    /// The shipped rule files with prose and examples.
    package func files() throws(PipelineFailure) -> [RuleFile] {
        let contract = try contract()
        var files: [RuleFile] = []
        for (path, text) in RulePackFile.sources(in: ShippedRules.text(rule_sources()))
        where !path.hasPrefix("library/") {
            guard !FamilyFile.isFamily(text) else {
                files += try PipelineFailure.reading(ShippedRules.family(text, path).ruleFiles)
                continue
            }
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in
                    try RuleFile(text, file: path, contract: contract)
                })
        }
        return files
    }

    /// The shipped family files.
    package func families() throws(PipelineFailure) -> [FamilyFile] {
        var files: [FamilyFile] = []
        for (path, text) in RulePackFile.sources(in: ShippedRules.text(rule_sources())) where FamilyFile.isFamily(text)
        {
            files.append(try ShippedRules.family(text, path))
        }
        return files
    }

    private static func family(_ text: String, _ path: String) throws(PipelineFailure) -> FamilyFile {
        try PipelineFailure.reading { () throws(RuleFileFailure) in try FamilyFile(text, file: path) }
    }

    /// The examples of the shipped relations.
    func relationExamples() throws(PipelineFailure) -> [RelationExamples] {
        var files: [RelationExamples] = []
        for (path, text) in RulePackFile.sources(in: ShippedRules.text(rule_sources()))
        where path.hasPrefix("library/") && !EventContractFile.reads(path) {
            files.append(
                try PipelineFailure.reading { () throws(RuleFileFailure) in try RelationExamples(text, file: path) })
        }
        return files
    }

    /// The contract of events.
    package func contract() throws(PipelineFailure) -> EventContract { try ShippedRules.storedContract.get() }

    private static let storedContract = Result { () throws(PipelineFailure) in
        try PipelineFailure.reading { () throws(RuleFileFailure) in
            try EventContractFile.read(RulePackFile.sources(in: text(rule_sources()))) ?? .none
        }
    }

    /// The requirements of the integration guides and the contract of events, and what decides each.
    package func coverage() throws(PipelineFailure) -> Coverage {
        let text = ShippedRules.text(rule_requirements())
        return Coverage(
            try PipelineFailure.reading { () throws(RuleFileFailure) in
                try Requirement.read(text, file: "requirements.tsv")
            }, contract: try contract())
    }

    /// The bytes inside the binary, for the test that they are not stale.
    package static var embedded: (pack: String, sources: String) { (text(rule_pack()), text(rule_sources())) }

    private static func text(_ file: rule_file) -> String { String(decoding: bytes(file), as: UTF8.self) }

    private static func bytes(_ file: rule_file) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: file.text, count: file.length))
    }
}
