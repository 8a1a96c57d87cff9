import Cryptography
import Encodings
import Model
import Parquet
import Reporting
import Store

/// The decoded data for other tools: records of one kind out of databases and captures.
package struct Export: Sendable {
    /// What files of records look like.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case ndjson, csv, parquet
    }

    /// Databases, and captures that are read first.
    package var inputs: [String]
    package var records: RecordKind
    /// How a capture is read; its inputs are put in here.
    package var reading: Certify.Request
    /// What becomes of identifiers; exports show them as captured unless told otherwise.
    package var redaction = Redaction.none

    package init(_ inputs: [String], records: RecordKind, reading: Certify.Request) {
        self.inputs = inputs
        self.records = records
        self.reading = reading
    }

    /// Writes all records to one stream.
    package func write(_ format: Format, compression: String, to output: @escaping ([UInt8]) throws -> Void) throws {
        let pieces = OutputPieces(output)
        var writer: any RecordWriter =
            switch format {
            case .ndjson: LineWriter(kind: records, write: pieces.write)
            case .csv: try SeparatedWriter(records, write: pieces.write)
            case .parquet: try ParquetRecordWriter(records, try Export.options(compression), write: pieces.write)
            }
        try forEachRecord { record, _ in try writer.append(record) }
        try writer.finish()
        try pieces.flush()
    }

    /// Writes Parquet files by day, `dt=2026-11-21/part-….parquet`, as engines that know Hive's folders find them.
    ///
    /// The files are named for the inputs: the same export replaces its files, another one adds to them.
    ///
    /// - Parameter byProfile: below the day, a folder for the profiles that apply to the run, `profile=criteo-ios+vast`.
    package func writeByDay(byProfile: Bool, compression: String, to folder: String) throws {
        var options = try Export.options(compression)
        // One row group per day may be in memory.
        options.rowGroupBytes = 8 << 20
        let name = "part-\(SHA256.hash(inputs.joined(separator: "\n").utf8).hexadecimal.prefix(16)).parquet"
        let time = records.columns.firstIndex { $0.kind == .timestamp } ?? 0
        var parts: [String: (writer: ParquetRecordWriter, file: OutputFile)] = [:]
        try forEachRecord { record, profiles in
            var part = "dt=\(Export.none)"
            if case .integer(let microseconds) = record[time] {
                part = "dt=\(CalendarDate(of: Timestamp(microseconds: microseconds)))"
            }
            if byProfile { part += "/profile=\(profiles.isEmpty ? Export.none : profiles)" }
            if parts[part] == nil {
                try OutputFile.makeFolder("\(folder)/\(part)")
                let file = try OutputFile("\(folder)/\(part)/\(name)")
                parts[part] = (try ParquetRecordWriter(records, options, write: file.write), file)
            }
            try parts[part]?.writer.append(record)
        }
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            var writer = part.writer
            try writer.finish()
            try part.file.publish()
        }
    }

    /// What Hive calls the folder of records without a value.
    private static let none = "__HIVE_DEFAULT_PARTITION__"

    /// Each record, with the profiles that apply to its run.
    private func forEachRecord(_ body: (_ record: [SQLValue], _ profiles: String) throws -> Void) throws {
        for input in inputs {
            let database = try database(of: input)
            let runs = try PipelineFailure.storing { () throws(StoreFailure) in
                try database.runs()
            }
            var failure: (any Error)?
            for run in runs {
                var redaction = try learned(database, run)
                let profiles = try PipelineFailure.storing { () throws(StoreFailure) in
                    try database.rows(ExportSQL.profiles, ["run": SQLValue(run)]).first?.values.first?.text ?? ""
                }
                try PipelineFailure.storing { () throws(StoreFailure) in
                    try database.forEachRow(records.sql, ["run": SQLValue(run)]) { (row) throws(StoreFailure) in
                        guard failure == nil else { return }
                        do { try body(redacted(row.values, &redaction), profiles) } catch { failure = error }
                    }
                }
                if let failure { throw failure }
            }
        }
    }

    /// Reads all records once to learn the identifiers: one may stand alone before it stands behind its name.
    private func learned(_ database: Database, _ run: ID<RunRecord>) throws(PipelineFailure) -> ExportRedaction? {
        try PipelineFailure.storing { () throws(StoreFailure) in
            var lesson = try ExportRedaction(redaction, of: database, run: run)
            guard lesson != nil else { return nil }
            try database.forEachRow(records.sql, ["run": SQLValue(run)]) { (row) throws(StoreFailure) in
                _ = redacted(row.values, &lesson)
            }
            return lesson
        }
    }

    private func redacted(_ record: [SQLValue], _ redaction: inout ExportRedaction?) -> [SQLValue] {
        guard var redactor = redaction else { return record }
        redaction = nil
        defer { redaction = redactor }
        return zip(records.columns, record).map { column, value in
            guard column.isCaptured, case .text(let text) = value else { return value }
            if column.name == "session" { return .text(redactor.redact(session: text)) }
            if case .text(let name)? = column.namedBy.flatMap({ records.value($0, of: record) }) {
                return .text(redactor.redact(field: name, value: text))
            }
            return .text(redactor.redact(text))
        }
    }

    private func database(of input: String) throws(PipelineFailure) -> Database {
        if try InputKind.isDatabase(input) {
            return try PipelineFailure.storing { () throws(StoreFailure) in try Database.open(input) }
        }
        var request = reading
        let beside = CompanionNames(of: input)
        request.inputs = [input]
        request.keyLogs += beside.keyLogs()
        request.factsPath = request.factsPath ?? beside.facts()
        return try Certify(request, rules: ShippedRules()).certify().database
    }

    private static func options(_ compression: String) throws(PipelineFailure) -> ParquetWriter.Options {
        guard let compression = ParquetCompression(rawValue: compression) else {
            let known = ParquetCompression.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("unknown compression '\(compression)' (known: \(known))")
        }
        var options = ParquetWriter.Options()
        options.compression = compression
        return options
    }
}
