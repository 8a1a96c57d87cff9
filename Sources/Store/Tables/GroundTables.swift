import Model

extension FactRecord: TableRow {
    static let table = Table(of: Self.self, "fact", .decoding, view: .handWritten, isReplaced: true)

    static func columns(_ column: inout some Columns<FactRecord>) {
        column.run(nil, .key)
        column("key", nil, .key) { $0.key }
        column("source", nil, .key) { $0.source }
        column("value") { $0.value }
    }
}

extension SettingRecord: TableRow {
    static let table = Table(of: Self.self, "setting", .audit, isReplaced: true, meaning: "A tolerance or option.")

    static func columns(_ column: inout some Columns<SettingRecord>) {
        column.run("The run.", .key)
        column("key", "Its name: order.slackMs …", .key) { $0.key }
        column("value", "As text.") { $0.value }
        column.derived("number", "As a number.", "CAST(value AS REAL)")
        column("unit", "ms, s, count, text …") { $0.unit }
        column("source", "rule, a profile's name, config, fact or command line.") { $0.source }
    }
}

extension Ground: TableRow {
    static let table = Table(
        of: Self.self, "ground", .decoding,
        meaning: """
            What decided the verdict besides the captures: inputs, files, options. Rules and settings have views of \
            their own.
            """)

    static func columns(_ column: inout some Columns<Ground>) {
        column.run("The run.")
        column(
            "kind",
            """
            key-log, call-log, bundle, filter, limit, configuration, facts, waivers, day, rule-file, replaced-rule, \
            profile …
            """
        ) { $0.kind }
        column("name", "A file's name, a rule's or profile's id, a setting's key.") { $0.name }
        column("value", "An option's value.") { $0.value }
        column("sha256", "Of a file's bytes.") { $0.sha256 }
        column("origin", "given, configured (named in the configuration file), found, built-in, or past (a day).") {
            $0.origin
        }
        column("place", "As it was named.", .shown(as: "place", name: "path")) { $0.place }
    }
}
