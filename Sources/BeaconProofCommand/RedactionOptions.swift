import ArgumentParser
import Pipeline
import Reporting

/// What reports show of identifiers.
struct RedactionOptions: ParsableArguments {
    @Flag(help: "Show identifiers as captured instead of stand-ins.")
    var reveal = false

    @Option(
        help: ArgumentHelp(
            "Make the stand-ins with this secret file, so that reports made with it can be joined.", valueName: "file"))
    var salt: String?

    func redaction() throws -> Redaction {
        guard reveal else { return .keyed(try RedactionKey.given(salt)) }
        if salt != nil { throw PipelineFailure.usage("--salt makes stand-ins, and --reveal wants none: choose") }
        return .none
    }
}

/// What exports show of identifiers.
struct ExportRedactionOptions: ParsableArguments {
    @Flag(help: "Put the stand-ins of reports in the place of identifiers.")
    var redact = false

    @Option(
        help: ArgumentHelp(
            "Make the stand-ins with this secret file, so that what is made with it can be joined.", valueName: "file"))
    var salt: String?

    func redaction() throws -> Redaction {
        if redact { return .keyed(try RedactionKey.given(salt)) }
        if salt != nil { throw PipelineFailure.usage("--salt makes the stand-ins of --redact, which is not given") }
        return .none
    }
}

extension RedactionKey {
    /// The key of a file, else one that is drawn for this run and forgotten with it. Nothing else in the product knows
    /// chance.
    fileprivate static func given(_ path: String?) throws -> RedactionKey {
        if let path { return try Salt.key(path: path) }
        var chance = SystemRandomNumberGenerator()
        return RedactionKey((0..<32).map { _ in chance.next() })
    }
}
