/// Reads the tokens of a unit from bytes that it does not own.
public protocol UnitScanner {
    /// What the grammar can demand at a place, in the words a person reads.
    associatedtype Expectation: RawRepresentable, Hashable, Sendable where Expectation.RawValue == String

    /// - Parameter limit: how many bytes from `start` may be read.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int)
    /// The next byte to read.
    var position: Int { get }
    /// Deeper nesting is a fault.
    static var depthLimit: Int { get }
    /// The first byte at or after `index` that is not white space.
    static func afterSpace(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int
}

/// Why a unit could not be read.
public enum ScanFault<Expectation: Hashable & Sendable>: Error, Sendable, Hashable {
    /// The bytes end inside the unit.
    case incomplete
    case unexpected(Expectation, at: Int)
    /// Nested deeper than the scanner's limit.
    case tooDeep(at: Int)
}
