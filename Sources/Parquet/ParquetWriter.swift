/// Writes one Parquet file (parquet.apache.org, format 2.x) of a flat table, a row group at a time: what is in memory is
/// one row group, however long the table.
///
/// Texts that repeat are dictionary-encoded, everything else is plain. Pages carry a checksum; pages and column chunks
/// carry statistics. The same rows give the same bytes.
package struct ParquetWriter {
    /// How a file is written.
    package struct Options: Sendable {
        package var compression = ParquetCompression.zstd
        package var rowGroupRows = 100_000
        /// A row group also ends when its values take about so many bytes.
        package var rowGroupBytes = 64 << 20
        package var pageRows = 20_000
        /// Kept in the footer, in this order.
        package var metadata: [(key: String, value: String)] = []
        package var createdBy = "beaconproof"

        package init() {}
    }

    private static let magic = Array("PAR1".utf8)

    private let columns: [ParquetColumn]
    private let options: Options
    private let write: ([UInt8]) throws -> Void
    private var chunks: [ColumnChunk]
    private var groups: [RowGroup] = []
    private var offset = 0
    private var rows = 0

    /// - Parameter write: takes the file's bytes in order.
    package init(
        _ columns: [ParquetColumn], _ options: Options = Options(), write: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.columns = columns
        self.options = options
        self.write = write
        chunks = columns.map(ColumnChunk.init)
        try put(ParquetWriter.magic)
    }

    /// Adds a row, a value per column.
    package mutating func append(_ row: [ParquetValue]) throws {
        guard row.count == columns.count else { throw ParquetFailure.row(rows) }
        for (place, value) in row.enumerated() {
            guard chunks[place].append(value) else { throw ParquetFailure.row(rows) }
        }
        rows += 1
        let pending = chunks.first?.count ?? 0
        if pending >= options.rowGroupRows || chunks.reduce(0, { $0 + $1.bytes }) >= options.rowGroupBytes {
            try flush()
        }
    }

    /// Writes what is left and the footer.
    package mutating func finish() throws {
        if (chunks.first?.count ?? 0) > 0 { try flush() }
        let footer = FileFooter(columns: columns, groups: groups, rows: rows, options: options).bytes()
        try put(footer + ThriftWriter.littleEndian(UInt32(clamping: footer.count)) + ParquetWriter.magic)
    }

    private mutating func flush() throws {
        var group = RowGroup(offset: offset, rows: chunks.first?.count ?? 0)
        for chunk in chunks {
            let written = try chunk.encoded(at: offset, options)
            try put(written.bytes)
            group.chunks.append(written.description)
        }
        groups.append(group)
        chunks = columns.map(ColumnChunk.init)
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        try write(bytes)
        offset += bytes.count
    }
}

/// What the footer says of a row group.
struct RowGroup {
    var offset: Int
    var rows: Int
    var chunks: [ColumnDescription] = []
}

/// What the footer says of one column of a row group.
struct ColumnDescription {
    var column: ParquetColumn
    var isDictionary: Bool
    var values: Int
    var uncompressed: Int
    var compressed: Int
    var dictionaryOffset: Int?
    var dataOffset: Int
    var statistics: Statistics
}
