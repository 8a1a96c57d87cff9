import Model
import Store

extension ReportModel {
    /// Reads everything a report says about one run from the public views.
    package init(
        reading database: Database, run: ID<RunRecord>, limits: ReportLimits = ReportLimits()
    ) throws(StoreFailure) {
        try self.init(ReportReader(views: RunViews(database: database, run: run), limits: limits))
    }

    private init(_ reader: ReportReader) throws(StoreFailure) {
        run = try reader.runRow()
        let inputs = try reader.captures()
        captures = inputs.map(\.capture)
        let captureIndex = Dictionary(
            inputs.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        certificates = try reader.certificates()
        families = try reader.families()
        rules = try reader.rules()
        verdicts = try reader.verdicts()
        let showsTraffic = reader.limits.detail.contains(.traffic)
        adPlays = try reader.adPlays(captureIndex)
        let found = try reader.findings(captureIndex, runStartUs: inputs.compactMap(\.capture.firstUs).min())
        findings = ReportModel.naming(
            causesOf: found, behaviour: Set(rules.filter { $0.witness == "behaviour" }.map(\.id)))
        adBreaks = showsTraffic ? try reader.adBreaks() : []
        requests = showsTraffic ? try reader.requests() : Limited([])
        calls = showsTraffic ? try reader.calls() : Limited([])
        pings = showsTraffic ? try reader.pings(captureIndex) : Limited([])
        pingsDue = try reader.due(of: pings)
        otherBeacons = showsTraffic ? try reader.otherBeacons() : Limited([])
        notJudged = try reader.notJudged()
        diagnostics = try reader.diagnostics(captureIndex)
        blind = try reader.blind(captureIndex)
        facts = try reader.facts()
        settings = try reader.settings()
        grounds = try reader.views.database.grounds(run: reader.views.run)
        ledger = try reader.ledger(captureIndex)
        let isRedacted = reader.limits.detail.contains(.identifiers)
        identifiers = isRedacted ? try reader.identifiers() : []
        openValues = isRedacted ? try reader.openValues() : []
        redactions = nil
        requestDetails = Limited([])
        guard showsTraffic else { return }
        let all = exchangesToShow(.max)
        requestDetails = Limited(
            try reader.requestDetails(exchangesToShow(reader.limits.requests), captureIndex), total: all.count)
    }
}

/// The public views of one run.
struct RunViews {
    let database: Database
    let run: ID<RunRecord>

    func rows(_ sql: String, _ arguments: [String: SQLValue] = [:]) throws(StoreFailure) -> [Row] {
        var arguments = arguments
        arguments["run"] = SQLValue(run)
        return try database.rows(sql, arguments)
    }

    func count(_ sql: String) throws(StoreFailure) -> Int {
        try rows(sql).first?.int("n") ?? 0
    }
}

/// One method per section of the report, one SELECT or two per method.
struct ReportReader {
    let views: RunViews
    let limits: ReportLimits
}

extension Row {
    /// Text of a column that is never NULL.
    func string(_ name: String) -> String { text(name) ?? "" }

    func number(_ name: String) -> Int { int(name) ?? 0 }

    /// A severity the schema does not know cannot be worse than an error, and must not look better.
    func severity(_ name: String) -> Severity {
        Severity(rawValue: string(name)) ?? .error
    }

    func outcome(_ name: String) -> Verdict {
        Verdict(rawValue: string(name)) ?? .inconclusive
    }

    func lines(_ name: String) -> [String] {
        string(name).lines.map { String($0) }
    }

    func subject() -> ReportModel.Subject {
        ReportModel.Subject(kind: string("subject_kind"), id: number("subject"), label: string("subject_label"))
    }

    func place(_ kind: String, _ value: String) -> ReportModel.Place? {
        guard let kind = text(kind), let value = text(value) else { return nil }
        return ReportModel.Place(kind: kind, value: value)
    }
}

extension String {
    /// The lines that are not empty, split where characters are ends of lines. Each of these stands alone whatever follows it, so
    /// that scalars are enough, which are read much faster than characters.
    var lines: [Substring.UnicodeScalarView] {
        unicodeScalars.split { scalar in
            switch scalar.value {
            case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
            default: false
            }
        }
    }
}
