import Encodings
import Model
import Parquet
import Store

/// Writes records of one kind in one format.
protocol RecordWriter {
    /// Adds a record, a value per column.
    mutating func append(_ record: [SQLValue]) throws
    /// Writes what is left.
    mutating func finish() throws
}

/// One JSON object per line, the schema's name first.
struct LineWriter: RecordWriter {
    let kind: RecordKind
    let write: ([UInt8]) throws -> Void

    mutating func append(_ record: [SQLValue]) throws {
        var line = JSONLine()
        line.add("schema", kind.schema)
        for (column, value) in zip(kind.columns, record) {
            switch (column.kind, value) {
            case (_, .null): line.add(column.name, String?.none)
            case (.integer, .integer(let number)): line.add(column.name, number)
            case (.boolean, .integer(let number)): line.add(column.name, flag: number != 0)
            default: line.add(column.name, RecordText.text(value, column.kind))
            }
        }
        try write(line.closed() + [UInt8(ascii: "\n")])
    }

    mutating func finish() throws {}
}

/// A heading, then one line per record.
struct SeparatedWriter: RecordWriter {
    let write: ([UInt8]) throws -> Void
    private let columns: [RecordColumn]

    init(_ kind: RecordKind, write: @escaping ([UInt8]) throws -> Void) throws {
        self.write = write
        columns = kind.columns
        try write(Array(DelimitedText.line(kind.columns.map(\.name), separator: ",").utf8))
    }

    mutating func append(_ record: [SQLValue]) throws {
        let cells = zip(columns, record).map { RecordText.text($1, $0.kind) }
        try write(Array(DelimitedText.line(cells, separator: ",").utf8))
    }

    mutating func finish() throws {}
}

/// One Parquet file.
struct ParquetRecordWriter: RecordWriter {
    private let columns: [RecordColumn]
    private var file: ParquetWriter

    init(_ kind: RecordKind, _ options: ParquetWriter.Options, write: @escaping ([UInt8]) throws -> Void) throws {
        columns = kind.columns
        var options = options
        options.metadata.append((key: "schema", value: kind.schema))
        file = try ParquetWriter(kind.columns.map(ParquetColumn.init), options, write: write)
    }

    mutating func append(_ record: [SQLValue]) throws {
        try file.append(
            zip(columns, record).map { column, value -> ParquetValue in
                switch (column.kind, value) {
                case (_, .null): .null
                case (.boolean, .integer(let number)): .boolean(number != 0)
                case (.integer, .integer(let number)), (.timestamp, .integer(let number)): .integer(number)
                default: .text(RecordText.text(value, column.kind))
                }
            })
    }

    mutating func finish() throws {
        try file.finish()
    }
}

extension ParquetColumn {
    fileprivate init(_ column: RecordColumn) {
        let kind: Kind =
            switch column.kind {
            case .text: .text
            case .integer: .integer
            case .boolean: .boolean
            case .timestamp: .timestamp
            }
        self.init(column.name, kind, isOptional: column.isOptional)
    }
}

/// Values as text, the same in every format that is text.
enum RecordText {
    static func text(_ value: SQLValue, _ kind: RecordColumn.Kind) -> String {
        switch value {
        case .null: ""
        case .integer(let number):
            switch kind {
            case .timestamp: ISO8601.text(Timestamp(microseconds: number))
            case .boolean: number == 0 ? "false" : "true"
            case .text, .integer: String(number)
            }
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}
