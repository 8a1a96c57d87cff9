import CZlib

/// The values of one column in one row group, and their pages.
struct ColumnChunk {
    private let column: ParquetColumn
    private var values: [ParquetValue] = []
    /// About how much the values take.
    private(set) var bytes = 0

    var count: Int { values.count }

    init(_ column: ParquetColumn) {
        self.column = column
    }

    /// - Returns: whether the value fits the column.
    mutating func append(_ value: ParquetValue) -> Bool {
        switch (value, column.kind) {
        case (.null, _): guard column.isOptional else { return false }
        case (.text(let text), .text): bytes += text.utf8.count + 4
        case (.integer, .integer), (.integer, .timestamp): bytes += 8
        case (.boolean, .boolean): bytes += 1
        default: return false
        }
        values.append(value)
        return true
    }

    /// The pages, which begin at `offset` of the file.
    func encoded(
        at offset: Int, _ options: ParquetWriter.Options
    ) throws(ParquetFailure) -> (bytes: [UInt8], description: ColumnDescription) {
        let dictionary = column.kind == .text ? TextDictionary(of: values) : nil
        var file = PageFile(compression: options.compression)
        var dataOffset = offset
        if let dictionary {
            try file.add(dictionary.page, .dictionary(values: dictionary.texts.count))
            dataOffset = offset + file.bytes.count
        }
        var start = 0
        while start < values.count {
            let end = min(start + max(1, options.pageRows), values.count)
            let page = values[start..<end]
            let body = definitionLevels(of: page) + (dictionary?.indices(of: page) ?? PlainEncoding.bytes(of: page))
            try file.add(
                body,
                .data(
                    values: page.count, isDictionary: dictionary != nil,
                    statistics: Statistics(of: page, column.kind)))
            start = end
        }
        return (
            file.bytes,
            ColumnDescription(
                column: column, isDictionary: dictionary != nil, values: values.count, uncompressed: file.uncompressed,
                compressed: file.bytes.count, dictionaryOffset: dictionary == nil ? nil : offset,
                dataOffset: dataOffset, statistics: Statistics(of: values[...], column.kind))
        )
    }

    /// One bit per value that says whether there is one, behind its length; required columns have none.
    private func definitionLevels(of page: ArraySlice<ParquetValue>) -> [UInt8] {
        guard column.isOptional else { return [] }
        let levels = HybridEncoding.bytes(of: page.map { $0 == .null ? 0 : 1 }, width: 1)
        return ThriftWriter.littleEndian(UInt32(clamping: levels.count)) + levels
    }
}

/// Pages one after another, each behind its header.
struct PageFile {
    enum Kind {
        case dictionary(values: Int)
        case data(values: Int, isDictionary: Bool, statistics: Statistics)
    }

    let compression: ParquetCompression
    private(set) var bytes: [UInt8] = []
    /// What all of it would take without compression, headers included.
    private(set) var uncompressed = 0

    init(compression: ParquetCompression) {
        self.compression = compression
    }

    mutating func add(_ body: [UInt8], _ kind: Kind) throws(ParquetFailure) {
        let packed = try compression.compress(body)
        let checksum = packed.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
        var header = ThriftWriter()
        header.structure { page in
            if case .dictionary = kind { page.integer32(1, 2) } else { page.integer32(1, 0) }
            page.integer32(2, body.count)
            page.integer32(3, packed.count)
            page.integer32(4, Int(Int32(truncatingIfNeeded: checksum)))
            switch kind {
            case .data(let values, let isDictionary, let statistics):
                page.structure(5) { data in
                    data.integer32(1, values)
                    data.integer32(2, isDictionary ? Encoding.dictionary : Encoding.plain)
                    data.integer32(3, Encoding.hybrid)
                    data.integer32(4, Encoding.hybrid)
                    data.structure(5) { statistics.write(to: &$0) }
                }
            case .dictionary(let values):
                page.structure(7) { dictionary in
                    dictionary.integer32(1, values)
                    dictionary.integer32(2, Encoding.plain)
                }
            }
        }
        bytes += header.bytes + packed
        uncompressed += header.bytes.count + body.count
    }
}

/// Numbers of the encodings (parquet.thrift, `Encoding`).
enum Encoding {
    static let plain = 0
    static let hybrid = 3
    static let dictionary = 8
}
