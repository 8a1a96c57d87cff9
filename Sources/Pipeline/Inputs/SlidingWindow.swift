import Capture
import Encodings
import Model

/// The window over an input that decoders read through: it slides forward as they consume and grows when one unit does
/// not fit. Compressed inputs are inflated on the way in.
struct SlidingWindow {
    /// One step of reading; also the usual size of the window.
    static let step = 1 << 18

    private let source: ByteSource
    private var unpacker: Unpacker?
    private var bytes: [UInt8] = []
    private var front = 0
    private var reachedEnd = false
    private let budget: ProcessorBudget?
    /// Why the input was not read to its end, if it was not.
    private(set) var stop: Stop?

    /// What kept an input from being read to its end.
    struct Stop: Sendable, Hashable {
        var code: DiagnosticCode
        var detail: String
    }

    /// - Parameter budget: nothing more is read once it is spent.
    init(
        over source: ByteSource, limits: InflateLimits, budget: ProcessorBudget? = nil
    ) throws(PipelineFailure) {
        self.source = source
        self.budget = budget
        try fill(CaptureFormat.sniffLength)
        let outer = sniffed.format
        if Unpacker.unpacks(outer) {
            unpacker = Unpacker(outer, limits: limits, packed: bytes)
            bytes = []
            reachedEnd = false
            try fill(CaptureFormat.sniffLength)
            if bytes.isEmpty, let stop {
                throw .input(
                    path: source.path,
                    message: "\(outer.rawValue) data of which nothing can be unpacked: \(stop.detail)")
            }
        }
    }

    /// What the input is, by the bytes at the front of it.
    var sniffed: CaptureFormat.Sniff {
        CaptureFormat.sniff(bytes.span.extracting(front..<bytes.count))
    }

    var wasCompressed: Bool { unpacker != nil }

    /// The limit on processor time ended it.
    var isOutOfTime: Bool { stop?.code == .inputTimeLimit }

    /// Feeds a decoder until the input ends, draining its outbox after every step.
    ///
    /// - Parameters:
    ///   - maximum: the largest window; a unit that does not fit into it is the decoder's to name.
    ///   - drain: takes what the decoder gave out, with the window that ranges in it refer to.
    mutating func run<Decoder: WindowDecoder>(
        _ decoder: inout Decoder, maximum: Int = 1 << 30,
        drain: (Outbox<Decoder.Event>, Span<UInt8>) throws(PipelineFailure) -> Void
    ) throws(PipelineFailure) {
        var outbox = Outbox<Decoder.Event>()
        var isFinal = false
        while !isFinal {
            try stopIfSpent()
            try fill(max(SlidingWindow.step, bytes.count - front))
            isFinal = reachedEnd || bytes.count - front >= maximum
            let consumed = decoder.decode(bytes.span.extracting(front..<bytes.count), isFinal: isFinal, into: &outbox)
            if !outbox.items.isEmpty {
                try drain(outbox, bytes.span.extracting(front..<bytes.count))
                outbox.removeAll()
            }
            front += min(max(0, consumed), bytes.count - front)
        }
    }

    /// All bytes there are, up to a limit: for small inputs such as key logs and facts files.
    mutating func all(limit: Int) throws(PipelineFailure) -> [UInt8] {
        while !reachedEnd && bytes.count - front <= limit { try fill(SlidingWindow.step) }
        guard bytes.count - front <= limit else {
            throw .input(path: source.path, message: "is larger than the \(limit) bytes such a file may have")
        }
        return Array(bytes[front...])
    }

    /// What was read already is still decoded; the rest of a file only goes into its hash.
    private mutating func stopIfSpent() throws(PipelineFailure) {
        guard !reachedEnd, let budget, budget.isSpent else { return }
        stop = Stop(code: .inputTimeLimit, detail: budget.reason)
        reachedEnd = true
        try source.skipToEnd()
    }

    /// Moves what is unread to the front and reads up to `count` bytes more.
    private mutating func fill(_ count: Int) throws(PipelineFailure) {
        if front > 0 {
            bytes.removeSubrange(..<front)
            front = 0
        }
        let wanted = bytes.count + count
        while !reachedEnd && bytes.count < wanted {
            if unpacker != nil {
                reachedEnd = try unpack(wanted - bytes.count)
            } else {
                reachedEnd = try source.read(wanted - bytes.count, into: &bytes) == 0
            }
        }
    }

    /// - Returns: whether nothing more will come.
    private mutating func unpack(_ count: Int) throws(PipelineFailure) -> Bool {
        guard let unpacker else { return true }
        do throws(Unpacker.Stop) {
            return try unpacker.unpack(count, from: source, into: &bytes)
        } catch {
            switch error {
            case .read(let failure): throw failure
            case .inflate(let failure): stop = Stop(code: .inputUnpackDamaged, detail: failure.reason)
            }
            return true
        }
    }
}

extension InflateFailure {
    /// For people: why the compressed data could not be read on.
    fileprivate var reason: String {
        switch self {
        case .damaged(let offset): "the compressed data are damaged near byte \(offset)"
        case .truncated: "the compressed data end before their end mark"
        case .tooLarge(let limit): "the unpacked data exceed the limit of \(limit) bytes"
        case .ratioExceeded(let limit): "the data unpack to more than \(limit) times their size"
        case .outOfMemory: "there was no memory to unpack the data"
        }
    }
}
