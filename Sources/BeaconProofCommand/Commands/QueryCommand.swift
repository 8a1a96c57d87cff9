import ArgumentParser
import Pipeline
import Store

struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Asks kept databases a question in SQL.",
        discussion: """
            Reads the documented views only ('beaconproof schema'); the output is not redacted. Several databases are \
            asked as one. The last argument is the SQL, unless --saved or --file gives it.

            Examples:
              beaconproof query run.sqlite "SELECT event, count(*) FROM firing GROUP BY event"
              beaconproof query run.sqlite --saved verdicts --format csv
            """)

    @Argument(help: "Databases, then the SQL.")
    var arguments: [String] = []

    @Option(help: "table, csv, tsv, json, ndjson or markdown.")
    var format: TableFormat = .table

    @Option(
        help: ArgumentHelp("Ask a question that ships with the program, see --list.", valueName: "name"),
        completion: .savedQueries)
    var saved: String?

    @Option(help: ArgumentHelp("Read the SQL from a file; - is standard input.", valueName: "file"))
    var file: String?

    @Flag(help: "List the questions that ship with the program; with --format markdown, print docs/queries.md.")
    var list = false

    @Option(help: "Say on standard error how far it is: auto, always or never.")
    var progress: ColourChoice = .auto

    func run() throws {
        try reporting {
            if list { return try Output.write(Self.listing(format)) }
            let (databases, sql) = try question()
            let shows = databases.count > 1 && Output.showsProgress(progress)
            let interruption = Interruption()
            do {
                defer { interruption.end() }
                try Query(databases).run(
                    sql, as: format, to: { try Output.write($0) }, isCancelled: { Interruption.pending != nil }
                ) { done in
                    if shows {
                        Output.progress("\(done) of \(databases.count) databases", isLast: done == databases.count)
                    }
                }
            } catch PipelineFailure.store(.cancelled) {
                throw ExitCode(130)
            } catch let failure as PipelineFailure {
                throw try NearMiss.view(in: failure)
            }
            Output.noteIdentifiers()
        }
    }

    private func question() throws -> (databases: [String], sql: String) {
        guard saved == nil || file == nil else { throw PipelineFailure.usage("--saved and --file both give the SQL") }
        if let saved { return (try databases(arguments), try SavedQuery.named(saved).sql) }
        if let file { return (try databases(arguments), try Output.text(of: file)) }
        guard let sql = arguments.last else {
            throw PipelineFailure.usage("query takes databases and one SQL statement")
        }
        return (try databases(arguments.dropLast()), sql)
    }

    private func databases(_ paths: some Collection<String>) throws -> [String] {
        guard !paths.isEmpty else { throw PipelineFailure.usage("query takes databases and one SQL statement") }
        return Array(paths)
    }

    private static func listing(_ format: TableFormat) -> String {
        if format == .markdown { return SavedQuery.markdown }
        let width = SavedQuery.all.map(\.name.count).max() ?? 0
        return SavedQuery.all.map { query in
            query.name + String(repeating: " ", count: width - query.name.count) + "  \(query.question)\n"
        }.joined()
    }
}

extension TableFormat: ExpressibleByArgument {}
