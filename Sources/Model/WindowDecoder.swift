/// A reader of a file format: bytes in, events and diagnostics out, no I/O, every input accepted.
///
/// The caller slides a window over the input. Each call sees the bytes from the first not yet consumed one; the decoder
/// consumes as many whole units as it can and says how many bytes that were. A unit that does not fit makes the caller
/// come back with a larger window. With `isFinal` the window ends where the input ends: the decoder consumes all of it,
/// and what it cannot read becomes a diagnostic.
///
/// `Tests/TestSupport/DecoderVerifier.swift` checks the contract: whole, byte by byte, random splits, every prefix.
public protocol WindowDecoder: Emitter, Sendable {
    /// - Returns: the number of bytes consumed from the front of `window`; all of them when `isFinal`.
    mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int

    /// What went in, what came out, what a diagnostic accounts for. Balanced after the final call.
    var ledger: Ledger { get }
}

extension WindowDecoder {
    /// ``decode(_:isFinal:)``, given out into the caller's outbox.
    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<Event>) -> Int {
        emitting(into: &outbox) { $0.decode(window, isFinal: isFinal) }
    }
}

/// The account of one stage over one capture: a row of the view `ingest_ledger`.
public struct Ledger: Sendable, Hashable {
    /// What is counted: `entries`, `lines`, `frames`, `bytes`.
    public var unit: String
    public var input: Int
    public var output: Int
    /// Units named in diagnostics instead.
    public var diagnosed: Int

    public init(unit: String, input: Int = 0, output: Int = 0, diagnosed: Int = 0) {
        self.unit = unit
        self.input = input
        self.output = output
        self.diagnosed = diagnosed
    }

    public var isBalanced: Bool { input == output + diagnosed }
}
