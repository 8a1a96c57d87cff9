import ArgumentParser
import Pipeline
import Store

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Shows the documented views that rules and queries read.")

    @Argument(help: "One view; all of them without a name.")
    var view: String?

    @Flag(help: "Print docs/schema.md.")
    var markdown = false

    func run() throws {
        try reporting {
            if markdown { return try Output.write(SchemaDocument.markdown) }
            guard let view else {
                let names = SchemaDocument.views.map { "\($0.name): \($0.meaning)" }
                return try Output.write(names.joined(separator: "\n") + "\n")
            }
            guard let found = SchemaDocument.view(named: view) else {
                throw PipelineFailure.usage("no view '\(view)'; 'beaconproof schema' lists them")
            }
            let width = found.columns.map(\.name.count).max() ?? 0
            let columns = found.columns.map {
                "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.meaning)"
            }
            try Output.write(([found.name + ": " + found.meaning] + columns).joined(separator: "\n") + "\n")
        }
    }
}
