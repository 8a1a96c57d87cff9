import ArgumentParser
import Pipeline

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what this build is, what it can read and what its limits are.",
        discussion: """
            Examples:
              beaconproof doctor
              beaconproof doctor --diagnostics
            """)

    @Flag(help: "Print docs/diagnostics.md.")
    var diagnostics = false

    func run() throws {
        try reporting {
            if diagnostics { return try Output.write(DiagnosticsDocument.markdown) }
            let pack = try ShippedRules().pack()
            var lines = [
                "beaconproof \(Tool.version)",
                "rules \(pack.pack.version): \(pack.pack.rules.count) rules, \(pack.pack.profiles.count) profiles, SHA-256 \(pack.sha256)",
            ]
            lines += Doctor.libraries.map { "library \($0.name) \($0.version)" }
            lines += Doctor.formats.map { "reads \($0.name): \($0.recognisedBy)" }
            lines += Limits.named.map { "limit \($0.name) = \($0.standard): \($0.meaning)" }
            lines += Limits.fixed.map { "fixed limit \($0.name) = \($0.value): \($0.meaning)" }
            try Output.write(lines.joined(separator: "\n") + "\n")
        }
    }
}
