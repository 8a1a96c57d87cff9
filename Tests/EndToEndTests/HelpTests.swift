import Foundation
import TestSupport
import Testing

/// Near misses are answered with the right word, help has examples, and shells can complete.
struct HelpTests {
    @Test(arguments: [
        (["certfy", "run.har"], "did you mean 'certify'?"),
        (["validate", "run.har"], "did you mean 'certify'?"),
        (["certify", "run.har", "--json"], "did you mean '--format json'?"),
        (["certify", "run.har", "--format", "htlm"], "did you mean 'html'?"),
        (["rules", "exlain", "vast.quartile-gap"], "did you mean 'explain'?"),
        (["rules", "explain", "vast.quartil-gap"], "did you mean 'vast.quartile-gap'?"),
        (["schema", "firng"], "did you mean 'firing'?"),
    ])
    func aNearMissIsAnsweredWithTheRightWord(arguments: [String], answer: String) throws {
        let result = try Tool.run(arguments)
        #expect(result.code == 2 && result.errors.contains(answer), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func aFileInThePlaceOfACommandIsCertified() throws {
        let folder = try TemporaryFolder()
        try folder.write(SampleHAR.clean.json, to: "run.har")
        let result = try Tool.run("run.har", in: folder.path)
        #expect(result.code == 2 && result.errors.contains("did you mean 'beaconproof certify run.har'?"))
    }

    /// What is nothing like a word of ours gets no guess.
    @Test func aFarMissGetsNoGuess() throws {
        let result = try Tool.run("xylophone")
        #expect(result.code == 2 && !result.errors.contains("did you mean"))
    }

    @Test func aMisspeltViewOfAQuery() throws {
        let folder = try TemporaryFolder()
        let capture = try folder.write(SampleHAR.clean.json, to: "run.har")
        try Tool.run("certify", capture, "--no-config", "--quiet", "--db", folder.path + "/run.sqlite")
        let result = try Tool.run("query", folder.path + "/run.sqlite", "SELECT * FROM firng")
        #expect(result.code == 2 && result.errors.contains("did you mean 'firing'?"), "\(result.errors)")
    }

    @Test func theEndingOfAnOutputSaysItsFormat() throws {
        let folder = try TemporaryFolder()
        let capture = try folder.write(SampleHAR.clean.json, to: "run.har")
        for (name, beginning) in [("r.html", "<!DOCTYPE html>"), ("r.json", "{"), ("r.sarif", "{"), ("r.xml", "<?xml")]
        {
            try Tool.run("certify", capture, "--no-config", "--quiet", "--output", "\(folder.path)/\(name)")
            let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
            #expect(text.lowercased().hasPrefix(beginning.lowercased()), "\(name): \(text.prefix(40))")
        }
        let refused = try Tool.run("certify", capture, "--output", "\(folder.path)/r.doc")
        #expect(refused.code == 2 && refused.errors.contains(".html"))
    }

    private struct Dump: Decodable {
        struct Command: Decodable {
            var commandName: String
            var discussion: String?
            var shouldDisplay: Bool?
            var subcommands: [Command]?
        }
        var command: Command
    }

    @Test func everyCommandHasExamples() throws {
        let dump = try JSONDecoder().decode(
            Dump.self, from: Data(try Tool.run("--experimental-dump-help").output.utf8))
        var lacking: [String] = []
        func look(_ command: Dump.Command, _ path: String) {
            if command.shouldDisplay == false || command.commandName == "help" { return }
            if command.discussion?.contains("Examples:\n  beaconproof ") != true { lacking.append(path) }
            for next in command.subcommands ?? [] { look(next, "\(path) \(next.commandName)") }
        }
        look(dump.command, "beaconproof")
        #expect(lacking.isEmpty)
    }

    @Test func shellsCompleteWhatRulesBring() throws {
        for shell in ["bash", "zsh", "fish"] {
            let script = try Tool.run("--generate-completion-script", shell)
            #expect(script.code == 0 && script.output.contains("---completion"), "\(shell)")
            #expect(script.output.contains("sarif"))
        }
    }
}
