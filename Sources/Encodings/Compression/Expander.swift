/// Undoes one compressed format in pieces.
protocol Expander: ~Copyable {
    /// The compressed data so far end where a member or frame of them ends.
    var isFinished: Bool { get }

    /// Whether bytes behind a finished member begin another one.
    static func begins(_ input: Span<UInt8>) -> Bool

    /// Expands from the front of `input` and appends at most `room` bytes to `output`.
    ///
    /// - Returns: how many bytes of `input` were used. Call again with the rest while it is not empty or `output` was
    ///   filled up to `room`; the end of the input with ``isFinished`` false is a truncated stream.
    mutating func expand(_ input: Span<UInt8>, into output: inout [UInt8], room: Int) throws(InflateFailure) -> Int
}

/// Caps on what compressed input may become.
public struct InflateLimits: Sendable, Hashable {
    /// Most bytes that may come out in all.
    public var outputBytes: Int
    /// Most bytes that may come out per byte that went in; deflate itself cannot exceed about 1032.
    public var ratio: Int

    public init(outputBytes: Int, ratio: Int = 1_000) {
        self.outputBytes = outputBytes
        self.ratio = ratio
    }

    /// For callers that give no more room than they want filled.
    static let none = InflateLimits(outputBytes: .max, ratio: .max)
}

/// Why compressed input could not be expanded.
public enum InflateFailure: Error, Sendable, Hashable {
    /// The data are damaged near this byte of the input.
    case damaged(at: Int)
    /// The input ends before the compressed stream does.
    case truncated
    case tooLarge(limit: Int)
    case ratioExceeded(limit: Int)
    /// The library could not allocate its window.
    case outOfMemory
}

/// What went into an expander and came out of it, held against its limits.
struct ExpansionTally: Sendable, Hashable {
    private let limits: InflateLimits
    private(set) var inputBytes = 0
    private(set) var outputBytes = 0

    init(_ limits: InflateLimits) {
        self.limits = limits
    }

    /// Bytes below which the ratio is not judged: short inputs of repeated bytes are legitimate.
    static let ratioFloor = 1 << 20

    mutating func add(input: Int, output: Int) {
        inputBytes += input
        outputBytes += output
    }

    func check() throws(InflateFailure) {
        if outputBytes > limits.outputBytes { throw .tooLarge(limit: limits.outputBytes) }
        if outputBytes > ExpansionTally.ratioFloor, outputBytes / max(inputBytes, 1) > limits.ratio {
            throw .ratioExceeded(limit: limits.ratio)
        }
    }
}
