import Audit
import Pipeline

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `beaconproof.yaml`: what a team sets once. Found by walking up from the working folder.
struct Configuration {
    var profiles: [String] = []
    var rules: [String] = []
    var facts: String?
    var waivers: String?
    var settings: [String: String] = [:]

    static let fileName = "beaconproof.yaml"

    static func load(_ options: RunOptions) throws -> Configuration {
        if options.noConfig { return Configuration() }
        guard let path = options.config ?? found() else { return Configuration() }
        let file = try ConfigurationFile.read(path)
        let folder = InputName.folder(of: path)
        func beside(_ name: String) -> String {
            name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
        }
        return Configuration(
            profiles: file.profiles, rules: file.rules.map(beside), facts: file.facts.map(beside),
            waivers: file.waivers.map(beside), settings: file.settings)
    }

    private static func found() -> String? {
        var folder = FileManager.default.currentDirectoryPath
        while true {
            let path = folder == "/" ? "/\(fileName)" : "\(folder)/\(fileName)"
            if FileManager.default.fileExists(atPath: path) { return path }
            if folder == "/" || folder.isEmpty { return nil }
            folder = InputName.folder(of: folder)
        }
    }
}
