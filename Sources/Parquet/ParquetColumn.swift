/// One column of a flat table.
package struct ParquetColumn: Sendable, Hashable {
    /// What its values are.
    package enum Kind: Sendable, Hashable {
        /// UTF-8.
        case text
        case integer
        /// Microseconds since the Unix epoch, UTC.
        case timestamp
        case boolean
    }

    package var name: String
    package var kind: Kind
    /// Whether values may be missing.
    package var isOptional: Bool

    package init(_ name: String, _ kind: Kind, isOptional: Bool) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
    }
}

/// One value of a row.
package enum ParquetValue: Sendable, Hashable {
    case null
    case text(String)
    /// An integer, or the microseconds of a timestamp.
    case integer(Int64)
    case boolean(Bool)
}

/// How pages are compressed.
package enum ParquetCompression: String, Sendable, Hashable, CaseIterable {
    case none, gzip, zstd
}

/// Why a file could not be written.
package enum ParquetFailure: Error, Sendable, Hashable {
    /// A row has another number of values than there are columns, or a value of another kind than its column.
    case row(Int)
    /// The compressor gave up, with its code.
    case compression(ParquetCompression, code: Int)
}
