import ArgumentParser
import Model
import Pipeline

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Judges the captures of a signed certificate again, offline, and names the first thing that differs.",
        discussion: """
            Name the files that 'sign' was given: captures, key logs, call logs, the app, facts, waivers, rules. They are \
            recognised by their content. Options need not be repeated: filter, limits, settings, profiles and the day are \
            those of the certificate, and a configuration file counts only where one had a part in it.

            Exit codes: 0 everything holds, 1 something differs or the verdict is fail, 2 an input cannot be used.

            Examples:
              beaconproof verify run.certificate.json run.har --key public.pem
            """)

    @Argument(help: "The certificate that 'sign' wrote.")
    var certificate: String

    @Argument(help: "The captures it is about.")
    var inputs: [String] = []

    @Option(help: ArgumentHelp("The signer's public key, a PEM file.", valueName: "file"))
    var key: String

    @Flag(
        name: .customLong("signature-only"),
        help: "Judge nothing: check the signature, and the captures that are named.")
    var signatureOnly = false

    @Option(help: "The verdict to expect: pass, fail or inconclusive; otherwise any but fail.")
    var expect: ExpectedVerdict?

    @OptionGroup var reading: InputOptions
    @OptionGroup var options: RunOptions

    func run() throws {
        try reporting {
            guard signatureOnly || !inputs.isEmpty else {
                throw PipelineFailure.usage("name the captures of the certificate, or say --signature-only")
            }
            let result = try verification()
            var lines = result.checks.map { "holds    \($0)" } + result.remarks.map { "note     \($0)" }
            if let difference = result.difference { lines.append("DIFFERS  \(difference)") }
            lines.append(result.difference == nil ? "VERIFIED" : "NOT VERIFIED")
            if result.difference == nil { lines += result.statement.map { "         \($0)" } }
            try Output.write(lines.map(Output.printable).joined(separator: "\n") + "\n")
            if result.difference != nil { throw ExitCode(1) }
        }
    }

    private func verification() throws -> SignedCertificate.Verification {
        let (signed, identifier) = try SignedCertificate.read(certificate, keyPath: key)
        guard let signed else {
            var result = SignedCertificate.Verification()
            result.difference = "the signature: it is not of the key \(identifier) over this content"
            return result
        }
        var options = options
        if !signed.hasConfiguration, options.config == nil { options.noConfig = true }
        let request = try signed.adopting(options.request(inputs, reading))
        let again: () throws(PipelineFailure) -> Certify.Outcome = { () throws(PipelineFailure) in
            try Certify(request, rules: ShippedRules()).certify()
        }
        return try signed.verify(request, expecting: expect?.verdict, rerun: signatureOnly ? nil : again)
    }
}

enum ExpectedVerdict: String, ExpressibleByArgument, CaseIterable {
    case pass, fail, inconclusive

    var verdict: Verdict? { Verdict(rawValue: rawValue) }
}
