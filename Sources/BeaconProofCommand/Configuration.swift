import Audit
import Pipeline

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `beaconproof.yaml`: what a team sets once. Found by walking up from the working folder.
enum Configuration {
    static let fileName = "beaconproof.yaml"

    /// What the configuration file says, where options do not say it themselves; `nil` without a file.
    static func load(_ options: RunOptions) throws -> (configured: Configured, settings: [String: String])? {
        if options.noConfig { return nil }
        guard let path = options.config ?? found() else { return nil }
        let (file, sha256) = try ConfigurationFile.read(path)
        let folder = InputName.folder(of: path)
        func beside(_ name: String) -> String {
            name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
        }
        var configured = Configured(path: path, sha256: sha256, isFound: options.config == nil)
        configured.profiles = options.profile.isEmpty ? file.profiles : []
        configured.rules = file.rules.map(beside)
        configured.facts = options.facts == nil ? file.facts.map(beside) : nil
        configured.waivers = options.waivers == nil ? file.waivers.map(beside) : nil
        return (configured, file.settings)
    }

    /// As seen from the working folder: `beaconproof.yaml`, `../beaconproof.yaml` …
    private static func found() -> String? {
        var folder = FileManager.default.currentDirectoryPath
        var path = fileName
        while true {
            if FileManager.default.fileExists(atPath: path) { return path }
            if folder == "/" || folder.isEmpty { return nil }
            folder = InputName.folder(of: folder)
            path = "../\(path)"
        }
    }
}
