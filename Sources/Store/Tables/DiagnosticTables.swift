import Model

extension BlindRow: TableRow {
    static let table = Table(of: Self.self, "blind", .decoding, view: .handWritten)

    static func columns(_ column: inout some Columns<BlindRow>) {
        column.number()
        column.run()
        column.capture(nil, .none)
        column("from_us") { $0.blind.from }
        column("to_us") { $0.blind.to }
        column("host") { $0.blind.host }
        column("server") { $0.blind.server }
        column("many_hosts") { $0.blind.manyHosts }
        column("hides") { $0.blind.hides }
        column("diagnostic") { $0.diagnostic }
        column("reason") { $0.reason }
    }
}

extension Diagnostic: TableRow {
    static let table = Table(
        of: Self.self, "diagnostic", .decoding, meaning: "A statement that some input could not be read as expected.")

    static func columns(_ column: inout some Columns<Diagnostic>) {
        column.number("The diagnostic's number in this file.")
        column.run("Its run.")
        column.capture("The capture it is about; NULL is the run as a whole.", .none)
        column("stage", "capture, wire, interpret or audit.") { $0.code.stage }
        column("code", "Its kind: docs/diagnostics.md.") { $0.code.id }
        column("severity", "error, warning or info.") { $0.code.severity }
        column("locator_kind", "frames, entry, line or bytes.") { $0.locator?.kind }
        column("locator", "Where in the capture.") { $0.locator?.value }
        column("at_us", "When, where that is known.") { $0.at }
        column("subject", "What it is about: a host, a server name, an exporter.") { $0.subject }
        column("detail", "What was expected and what was found.") { $0.detail }
        column("units", "How many ledger units it accounts for.") { $0.units }
    }
}

extension LedgerRow: TableRow {
    static let table = Table(
        of: Self.self, "ledger", .decoding, view: .named("ingest_ledger"), through: "capture",
        meaning: "Nothing is dropped: what went into each stage, what came out, what a diagnostic accounts for.")

    static func columns(_ column: inout some Columns<LedgerRow>) {
        column.capture("The capture.")
        column("stage", "The stage.") { $0.stage }
        column("unit", "What is counted.") { $0.ledger.unit }
        column("input", "Units read.") { $0.ledger.input }
        column("output", "Units given on.") { $0.ledger.output }
        column("diagnosed", "Units named in diagnostics instead.") { $0.ledger.diagnosed }
        column.derived("balance", "0, always.", "input - output - diagnosed")
    }
}
