import ArgumentParser
import Audit
import Pipeline

/// Rules and families that do not ship with the program. One loader reads both, by either name.
struct OwnRules: ParsableArguments {
    @Option(
        name: [.customLong("rules"), .customLong("families")],
        help: ArgumentHelp(
            "A folder or pack (.tar.gz) of your own rules and family files; may be repeated.", valueName: "folder"),
        completion: .directory)
    var folders: [String] = []

    @Option(
        name: .customLong("rules-key"),
        help: ArgumentHelp("The public key, a PEM file, that must have signed each of them.", valueName: "file"))
    var key: String?

    /// The shipped pack with these.
    func pack() throws -> RulePack { try ShippedRules().pack(adding: folders, signedBy: key).pack }
}
