/// The number of a row; the type says of which table.
///
/// Inside one interpretation numbers count from 1 per type; the store makes them unique in its file.
public struct ID<Row>: Sendable, Hashable {
    public var number: Int

    public init(_ number: Int) {
        self.number = number
    }
}

extension ID: Comparable {
    public static func < (left: ID, right: ID) -> Bool {
        left.number < right.number
    }
}

extension ID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension ID: CustomStringConvertible {
    public var description: String { "\(number)" }
}

/// The number of a row whose table another column names.
public struct AnyID: Sendable, Hashable {
    public var number: Int

    public init(_ number: Int) {
        self.number = number
    }
}
