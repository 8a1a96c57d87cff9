import Model

/// One value of a row, as SQLite stores it.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Bytes; also a text that is not valid UTF-8, so that nothing captured is lost on the way out.
    case blob([UInt8])

    public init(_ value: Int) {
        self = .integer(Int64(value))
    }

    public init<Other>(_ id: ID<Other>) {
        self.init(id.number)
    }

    /// Numbers as the argument of `json_each`, which is how a set of them gets into a statement.
    public static func set(_ numbers: some Sequence<Int>) -> SQLValue {
        .text("[" + Set(numbers).sorted().map(String.init).joined(separator: ",") + "]")
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    public init(stringLiteral value: String) {
        self = .text(value)
    }

    public init(nilLiteral: ()) {
        self = .null
    }
}

extension SQLValue {
    public var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The text; bytes that are no UTF-8 with U+FFFD in the place of what cannot be read.
    public var text: String? {
        switch self {
        case .text(let value): value
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null, .integer, .real: nil
        }
    }
}

/// The names of a result's columns, shared by its rows.
final class ResultColumns: Sendable {
    let names: [String]
    private let places: [String: Int]

    init(_ names: [String]) {
        self.names = names
        places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Where the first column of that name stands.
    func place(of name: String) -> Int? { places[name] }
}

/// One row of a result.
public struct Row: Sendable {
    private let result: ResultColumns
    public var columns: [String] { result.names }
    /// In the order of ``columns``.
    public let values: [SQLValue]

    init(of result: ResultColumns, values: [SQLValue]) {
        self.result = result
        self.values = values
    }

    /// The value of the first column with that name; `.null` when there is none.
    public subscript(_ name: String) -> SQLValue {
        result.place(of: name).map { values[$0] } ?? .null
    }

    /// The value of an integer column; `nil` for anything else.
    public func integer(_ name: String) -> Int64? { self[name].integer }

    /// The same, where it fits in an `Int`.
    public func int(_ name: String) -> Int? {
        integer(name).map { Int($0) }
    }

    /// The number of a row.
    public func id<Other>(_ name: String) -> ID<Other>? {
        int(name).map { ID($0) }
    }

    /// The text; bytes that are no UTF-8 come with U+FFFD in the place of what cannot be read (``bytes(_:)`` has them all).
    public func text(_ name: String) -> String? { self[name].text }

    /// The value of a number of either type; `nil` for anything else.
    public func real(_ name: String) -> Double? {
        switch self[name] {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .text, .blob: nil
        }
    }

    /// The bytes of a blob or a text; `nil` for numbers.
    public func bytes(_ name: String) -> [UInt8]? {
        switch self[name] {
        case .blob(let bytes): bytes
        case .text(let value): Array(value.utf8)
        case .null, .integer, .real: nil
        }
    }

    /// SQLite has no Boolean: any number but 0 is true.
    public func flag(_ name: String) -> Bool {
        switch self[name] {
        case .integer(let value): value != 0
        case .real(let value): value != 0
        case .null, .text, .blob: false
        }
    }
}
