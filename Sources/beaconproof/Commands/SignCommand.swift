import ArgumentParser
import Pipeline

struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Signs the verdict of a run over the hashes of its captures and of the rules.",
        discussion: """
            The result is a DSSE envelope with an in-toto statement, signed with Ed25519. The secret key is read from the \
            file named and is stored nowhere. Make one with 'openssl genpkey -algorithm ed25519 -out secret.pem', and \
            what others verify with by 'openssl pkey -in secret.pem -pubout -out public.pem'.
            """)

    @Argument(help: "Captures of one run; a kept database vouches for nothing.")
    var inputs: [String]

    @Option(help: ArgumentHelp("The secret key, a PEM file.", valueName: "file"))
    var key: String

    @Option(help: ArgumentHelp("Who signs, told in the statement.", valueName: "name"))
    var signer: String?

    @Option(help: ArgumentHelp("Where to write the certificate; otherwise it is printed.", valueName: "file"))
    var output: String?

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            let outcome = try Certify(options.request(inputs, reading), rules: ShippedRules()).certify()
            let certificate = try SignedCertificate.sign(
                run: outcome.run, in: outcome.database, keyPath: key, signer: signer)
            if let output {
                try OutputFile.write(certificate, to: output)
            } else {
                try Output.write(certificate)
            }
        }
    }
}

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks a signed certificate against its captures, offline, and names the first thing that differs.",
        discussion: """
            The signature and the hashes of captures and rules are checked; with --rerun the captures are judged again \
            with the options given. Exit codes: 0 everything holds, 1 something differs, 2 an input cannot be used.
            """)

    @Argument(help: "The certificate that 'sign' wrote.")
    var certificate: String

    @Argument(help: "The captures it is about.")
    var inputs: [String]

    @Option(help: ArgumentHelp("The signer's public key, a PEM file.", valueName: "file"))
    var key: String

    @Flag(help: "Judge the captures again and compare everything that was signed.")
    var rerun = false

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        try reporting {
            let request = try options.request(inputs, reading)
            let rules = ShippedRules()
            let again: () throws(PipelineFailure) -> Certify.Outcome = { () throws(PipelineFailure) in
                try Certify(request, rules: rules).certify()
            }
            let result = try SignedCertificate.verify(
                certificate, keyPath: key, inputs: inputs, rules: rules.pack(adding: request.ruleFolders),
                rerun: rerun ? again : nil)
            var lines = result.checks.map { "holds    \($0)" }
            if let difference = result.difference { lines.append("DIFFERS  \(difference)") }
            lines.append(result.difference == nil ? "VERIFIED" : "NOT VERIFIED")
            if result.difference == nil { lines += result.statement.map { "         \($0)" } }
            try Output.write(lines.map(Output.printable).joined(separator: "\n") + "\n")
            if result.difference != nil { throw ExitCode(1) }
        }
    }
}
