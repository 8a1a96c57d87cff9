import Encodings
import Model

/// Where a reader stands that takes its file unit by unit from the front of a sliding window: memory grows with the largest
/// unit and never with the file.
struct UnitWindow: Sendable, Hashable {
    /// Bytes that one unit may have; larger ones are stepped over.
    let unitLimit: Int
    /// Offset in the file of the first byte not yet consumed.
    fileprivate(set) var offset = 0
    /// The unit at the front did not fit a window half as large as this: not tried again below, so that a unit that
    /// arrives in many small pieces is read a logarithmic number of times.
    fileprivate var retryAt = 0

    init(unitLimit: Int) {
        self.unitLimit = unitLimit
    }
}

/// A reader of one text made of units: it says how to read one, and what becomes of those that cannot be.
protocol UnitReader {
    associatedtype Scanner: UnitScanner

    var window: UnitWindow { get set }
    /// Nothing that follows is read.
    var isOver: Bool { get }
    /// A unit is being passed over, and its front has gone by: white space may stand in a text of it.
    var isInsideUnit: Bool { get }

    /// Reads one unit and moves to the next place; throws, having changed nothing, when it does not fit or is none.
    mutating func step(_ scanner: inout Scanner) throws(ScanFault<Scanner.Expectation>)
    /// The unit at the front is larger or deeper than one may be.
    ///
    /// - Parameter start: the byte of the file where that shows, which `detail` names too.
    mutating func stepOver(_ detail: String, at start: Int, isTooDeep: Bool)
    /// The grammar breaks at a byte of the file.
    mutating func stop(expected: String, found: String, at: Int)
    /// The file is over.
    ///
    /// - Parameter unread: how many bytes from ``UnitWindow/offset`` on are part of no unit.
    mutating func finish(unread: Int)
}

extension UnitReader {
    /// Reads the whole units at the front of a window: ``WindowDecoder/decode(_:isFinal:)`` for its readers.
    mutating func readUnits(_ bytes: Span<UInt8>, isFinal: Bool) -> Int {
        let consumed = bytes.withUnsafeBufferPointer { read($0, isFinal: isFinal) }
        window.offset += consumed
        guard isFinal else { return consumed }
        finish(unread: bytes.count - consumed)
        return bytes.count
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, isFinal: Bool) -> Int {
        var done = 0
        while !isOver {
            if !isInsideUnit { done = Scanner.afterSpace(bytes, from: done) }
            guard done < bytes.count, isFinal || bytes.count - done >= min(window.retryAt, window.unitLimit),
                var scanner = Scanner(bytes, from: done, limit: window.unitLimit)
            else { return done }
            do throws(ScanFault<Scanner.Expectation>) {
                try step(&scanner)
                done = scanner.position
                window.retryAt = 0
            } catch {
                let start = window.offset + done
                switch error {
                case .incomplete where bytes.count - done < window.unitLimit:
                    window.retryAt = (bytes.count - done) * 2
                    return done
                case .incomplete:
                    stepOver("more than \(window.unitLimit) bytes from byte \(start) on", at: start, isTooDeep: false)
                case .tooDeep(let at):
                    let place = window.offset + at
                    stepOver("more than \(Scanner.depthLimit) levels at byte \(place)", at: place, isTooDeep: true)
                case .unexpected(let expected, let at):
                    stop(expected: expected.rawValue, found: Self.describe(bytes, at: at), at: window.offset + at)
                }
            }
        }
        return bytes.count
    }

    private static func describe(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> String {
        guard index >= 0, index < bytes.count else { return "the end of the input" }
        let byte = bytes[index]
        return byte > 0x20 && byte < 0x7F ? "`\(Character(Unicode.Scalar(byte)))`" : "byte \(byte)"
    }
}
