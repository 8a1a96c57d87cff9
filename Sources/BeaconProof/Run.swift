import Audit
import Encodings
import Model
import Pipeline
import Reporting
import Store

/// One run: the captures that are judged together, decoded, and judged if it was asked for.
///
/// What it holds is a database, in a temporary file unless a place was named. Values are read from it when they are asked for,
/// so that a large run needs little memory.
public struct Run: Sendable {
    private let outcome: Certify.Outcome

    /// Decodes captures, and judges nothing.
    ///
    /// - Parameter database: where the database is kept; `nil` for a temporary one.
    public static func decode(_ inputs: Inputs, keeping database: String? = nil) throws(Failure) -> Run {
        try Failure.translating { () throws(PipelineFailure) in
            let request = try request(inputs, Judging(), database)
            return Run(outcome: try Certify(request, rules: ShippedRules()).decode())
        }
    }

    /// Decodes captures and judges them by the shipped rules.
    ///
    /// - Parameter database: where the database is kept; `nil` for a temporary one.
    public static func certify(
        _ inputs: Inputs, by judging: Judging = Judging(), keeping database: String? = nil
    ) throws(Failure) -> Run {
        try Failure.translating { () throws(PipelineFailure) in
            let request = try request(inputs, judging, database)
            return Run(outcome: try Certify(request, rules: ShippedRules()).certify())
        }
    }

    /// Opens a kept database, as it is.
    ///
    /// - Parameter number: the run; the only one of the database unless told.
    public static func kept(at path: String, number: Int? = nil) throws(Failure) -> Run {
        try Failure.translating { () throws(PipelineFailure) in
            Run(outcome: try StoredRun.open(path, run: number.map { ID($0) }))
        }
    }

    /// What was found, as every report says it.
    ///
    /// - Parameter revealing: shows identifiers of people and devices as captured; otherwise stand-ins say their kind.
    public func judgement(revealing: Bool = false) throws(Failure) -> Judgement {
        try Failure.translating { () throws(PipelineFailure) in
            Judgement(try Report.model(of: outcome, detail: .identifiers).redacted(revealing ? .none : .bare))
        }
    }

    /// A report, as UTF-8.
    ///
    /// - Parameter revealing: shows identifiers of people and devices as captured; otherwise stand-ins say their kind.
    public func report(_ format: ReportForm, revealing: Bool = false) throws(Failure) -> [UInt8] {
        try Failure.translating { () throws(PipelineFailure) in
            var options = ReportOptions()
            options.redaction = revealing ? .none : .bare
            return try Report.render(
                run: outcome.run, in: outcome.database, as: format.rawValue, options: options)
        }
    }

    /// Every exchange of the run, in time order, as captured.
    public func exchanges() throws(Failure) -> [Exchange] {
        try query(Exchange.query(run: outcome.run.number)).values.map { Exchange($0) }
    }

    /// Asks the documented views (docs/schema.md): what rules and reports read. It can only read.
    ///
    /// - Parameter most: more rows are not read.
    public func query(_ sql: String, most: Int = .max) throws(Failure) -> Rows {
        try Failure.translating { () throws(PipelineFailure) in
            try Query.rows(of: sql, in: outcome.database, most: most) { columns, values in
                Rows(columns: columns, values: values.map { $0.map(Value.init) })
            }
        }
    }

    private static func request(
        _ inputs: Inputs, _ judging: Judging, _ database: String?
    ) throws(PipelineFailure) -> Certify.Request {
        var request = Certify.Request(inputs: inputs.captures, toolVersion: Doctor.version)
        request.keyLogs = inputs.keyLogs
        request.callLogs = inputs.callLogs
        request.bundlePath = inputs.app
        request.filter = inputs.filter
        for (name, value) in inputs.limits.sorted(by: { $0.key < $1.key }) {
            try request.limits.set("\(name)=\(value)")
        }
        request.factsPath = judging.facts
        request.waiversPath = judging.waivers
        if let day = judging.day {
            guard let date = CalendarDate(day) else { throw .usage("a day is written as 2027-01-31, not '\(day)'") }
            request.today = date
            request.dayOrigin = .given
        }
        request.profiles = judging.profiles
        request.ruleFolders = judging.ruleFolders
        request.commandSettings = judging.settings
        request.databasePath = database
        return request
    }
}

/// How a report can be written.
public enum ReportForm: String, Sendable, Hashable, CaseIterable {
    case text, json, markdown, html, junit, sarif, checklist, github
}
