import Store

/// The result of a query.
public struct Rows: Sendable, Hashable {
    /// Names of the columns.
    public let columns: [String]
    /// Row by row, in the order of ``columns``.
    public let values: [[Value]]

    /// The values of one column; empty when there is none of that name.
    public subscript(_ column: String) -> [Value] {
        guard let place = columns.firstIndex(of: column) else { return [] }
        return values.map { $0[place] }
    }
}

/// One value of a row.
public enum Value: Sendable, Hashable {
    /// Nothing: not known, or not applicable.
    case null
    /// A whole number; times are microseconds since the Unix epoch.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes, and captured text that is not valid UTF-8.
    case bytes([UInt8])

    init(_ value: SQLValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }

    /// The number, if it is a whole one.
    public var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The text; of bytes that are not UTF-8 with U+FFFD in the place of what cannot be read.
    public var text: String? {
        switch self {
        case .text(let text): text
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null, .integer, .real: nil
        }
    }
}
