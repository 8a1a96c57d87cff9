import ArgumentParser
import Pipeline

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says whether a recording can be certified and what to change; without one, what this build is.",
        discussion: """
            With captures: formats, keys, hosts, families, what could not be seen, and which profiles apply with what each \
            still needs. Without any: versions, formats and limits.

            Examples:
              beaconproof doctor run.har
              beaconproof doctor
              beaconproof doctor --diagnostics
            """)

    @Argument(help: "Captures of one run.")
    var inputs: [String] = []

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    @Flag(help: "Print docs/diagnostics.md.")
    var diagnostics = false

    func run() throws {
        try reporting {
            if diagnostics { return try Output.write(DiagnosticsDocument.markdown) }
            guard inputs.isEmpty else {
                let outcome = try Certify(options.request(inputs, reading), rules: ShippedRules()).certify()
                let lines = try Preflight(outcome).lines.map(Output.printable)
                return try Output.write(lines.joined(separator: "\n") + "\n")
            }
            let pack = try ShippedRules().pack()
            var lines = [
                "beaconproof \(Tool.version)",
                "rules \(pack.pack.version): \(try pack.pack.rules().count) rules, \(pack.pack.profiles.count) profiles, SHA-256 \(pack.sha256)",
            ]
            lines += Doctor.libraries.map { "library \($0.name) \($0.version)" }
            lines += Doctor.formats.map { "reads \($0.name): \($0.recognisedBy)" }
            lines += Limits.named.map { "limit \($0.name) = \($0.standard): \($0.meaning)" }
            lines += Limits.fixed.map { "fixed limit \($0.name) = \($0.value): \($0.meaning)" }
            try Output.write(lines.joined(separator: "\n") + "\n")
        }
    }
}
