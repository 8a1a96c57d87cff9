import ArgumentParser
import Audit
import Pipeline
import Store

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Shows the views and relations that rules read, and the schemas of files.",
        discussion: """
            Examples:
              beaconproof schema
              beaconproof schema firing
              beaconproof schema --json rule > rule.schema.json
            """)

    @Argument(help: "One view or relation; all of them without a name.", completion: .views)
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The JSON Schema of a file that people write: rule, family, profile, facts, waivers or configuration.",
            valueName: "file"), completion: .list(FileSchema.allCases.map(\.rawValue)))
    var json: String?

    @Flag(help: "The relations only.")
    var library = false

    @Flag(help: "Print docs/schema.md, or docs/library.md.")
    var markdown = false

    func run() throws {
        try reporting {
            if let json {
                guard let schema = FileSchema(rawValue: json) else {
                    let hint = NearMiss.hint(json, FileSchema.allCases.map(\.rawValue))
                    throw PipelineFailure.usage(
                        "there is no schema of '\(json)'\(hint) (known: \(FileSchema.allCases.map(\.rawValue).joined(separator: ", ")))"
                    )
                }
                return try Output.write(schema.json)
            }
            let relations = LibraryTexts(try ShippedRules().pack().pack.library)
            if markdown { return try Output.write(library ? relations.markdown : SchemaDocument.markdown) }
            guard let name else {
                let views = library ? [] : SchemaDocument.views.map { "\($0.name): \($0.meaning)" }
                return try Output.write((views + relations.list).joined(separator: "\n") + "\n")
            }
            if let relation = relations.show(name) { return try Output.write(relation) }
            guard let found = SchemaDocument.view(named: name) else {
                let hint = NearMiss.hint(name, try NearMiss.views())
                throw PipelineFailure.usage(
                    "no view or relation '\(name)'\(hint.isEmpty ? "; 'beaconproof schema' lists them" : hint)")
            }
            let width = found.columns.map(\.name.count).max() ?? 0
            let columns = found.columns.map {
                "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.meaning)"
            }
            try Output.write(([found.name + ": " + found.meaning] + columns).joined(separator: "\n") + "\n")
        }
    }
}
