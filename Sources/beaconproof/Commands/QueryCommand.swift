import ArgumentParser
import Pipeline

struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Asks a kept database a question in SQL.",
        discussion: "Reads the documented views only ('beaconproof schema'); the output is not redacted.")

    @Argument(help: "A database, then the SQL.")
    var arguments: [String]

    @Option(help: "table, csv, tsv, json, ndjson or markdown.")
    var format: TableFormat = .table

    func run() throws {
        try reporting {
            guard arguments.count == 2 else {
                throw PipelineFailure.usage("query takes a database and one SQL statement")
            }
            Output.note("beaconproof: the output is not redacted")
            try Output.write(Query(arguments[0]).run(arguments[1], as: format))
        }
    }
}

extension TableFormat: ExpressibleByArgument {}
