import ArgumentParser
import Pipeline

struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Judges captures and signs the verdict with everything that decided it.",
        discussion: """
            The result is a DSSE envelope with an in-toto statement, signed with Ed25519. The secret key is read from the \
            file named and is stored nowhere. Make one with 'openssl genpkey -algorithm ed25519 -out secret.pem', and \
            what others verify with by 'openssl pkey -in secret.pem -pubout -out public.pem'.

            Examples:
              beaconproof sign run.har --key secret.pem --signer "QA" --output run.certificate.json
            """)

    @Argument(help: "Captures of one run; a kept database vouches for nothing.")
    var inputs: [String]

    @Option(help: ArgumentHelp("The secret key, a PEM file.", valueName: "file"))
    var key: String

    @Option(help: ArgumentHelp("Who signs, as the statement says.", valueName: "name"))
    var signer: String?

    @Option(help: ArgumentHelp("Where to write the certificate; otherwise it is printed.", valueName: "file"))
    var output: String?

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        Interruption.endsTheProcess()
        try reporting {
            let request = try options.request(inputs, reading)
            if let output { try request.guarded.check(output) }
            let outcome = try Certify(request, rules: ShippedRules()).certify()
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
