import ArgumentParser
import Pipeline

@main
struct BeaconProof: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beaconproof",
        abstract: "Certifies captured ad and measurement traffic before an integration goes live.",
        discussion: """
            Exit codes: 0 nothing wrong, 1 findings at or above --fail-on, 2 the input or the command is wrong, \
            3 the verdict is inconclusive.

            Examples:
              beaconproof certify run.har
              beaconproof certify run.pcapng keys.txt --output report.html
              beaconproof batch captures/ --output summary.md
              beaconproof rules explain vast.quartile-gap
            """,
        version: Tool.version,
        subcommands: Subcommands.asked(by: CommandLine.arguments.dropFirst()))

    /// A command line that cannot be understood ends with 2, like any input that cannot be.
    static func main() {
        // Linux tells the arguments through /proc. Without it there are none, and help with exit code 0 would look like a pass.
        guard !CommandLine.arguments.isEmpty else {
            Output.note("beaconproof: the command line cannot be read; /proc is not mounted")
            exit(withError: ExitCode(2))
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            let message = fullMessage(for: error)
            if let line = NearMiss.line(Array(CommandLine.arguments.dropFirst()), message: message) {
                Output.note("Error: \(line)")
                Output.note(lines: message.split(separator: "\n").dropFirst().joined(separator: "\n"))
            } else {
                Output.note(lines: message)
            }
            exit(withError: ExitCode(2))
        }
    }
}

/// What this build is.
enum Tool {
    static let version = Doctor.version
}
