import CZlib

/// What encloses deflated data (RFC 1951).
public enum DeflateWrapper: Sendable, Hashable {
    /// gzip or zlib, as the first bytes say.
    case detected
    case gzip
    case zlib
    /// None: ZIP members, and the `deflate` of some web servers.
    case none

    /// zlib's number for it: 15 bits of window; 16 more are gzip, 32 more find out, minus is without a header.
    fileprivate var windowBits: Int32 {
        switch self {
        case .detected: 15 + 32
        case .gzip: 15 + 16
        case .zlib: 15
        case .none: -15
        }
    }

    /// RFC 1950 section 2.2: method 8, and a check that makes the two bytes divisible by 31.
    public static func isZlibHeader(_ front: Span<UInt8>) -> Bool {
        guard front.count >= 2, front[0] & 0x0F == 8 else { return false }
        return (Int(front[0]) << 8 | Int(front[1])) % 31 == 0
    }
}

/// Inflates gzip (RFC 1952, several members in a row), zlib (RFC 1950) or bare deflate data in pieces.
///
/// The one place that owns a `z_stream`. zlib keeps a pointer to that structure, so it must not move: it lives in memory
/// of its own, which the value frees when it is consumed. The value cannot be copied, and no other reference to the
/// memory exists, so it may move between tasks.
public struct Inflater: ~Copyable, @unchecked Sendable, Expander {
    /// The compressed data ended properly; what follows them is not read.
    public private(set) var isFinished = false

    private var tally: ExpansionTally
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    private let wrapper: DeflateWrapper

    public init(limits: InflateLimits, wrapper: DeflateWrapper = .detected) {
        tally = ExpansionTally(limits)
        self.wrapper = wrapper
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady = beaconproof_inflate_init(stream, wrapper.windowBits) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Expands from the front of `input` and appends at most `room` bytes to `output`.
    ///
    /// - Returns: how many bytes of `input` were used. Call again with the rest while it is not empty or `output` was
    ///   filled up to `room`; the end of the input with ``isFinished`` false is a truncated stream.
    public mutating func expand(
        _ input: Span<UInt8>, into output: inout [UInt8], room: Int = 1 << 16
    ) throws(InflateFailure) -> Int {
        guard isReady else { throw .outOfMemory }
        guard !isFinished || startsNextMember(input) else { return 0 }
        let before = output.count
        let (used, result) = step(input, into: &output, room: min(max(room, 1), 1 << 30))
        tally.add(input: used, output: output.count - before)
        switch result {
        case Z_STREAM_END: isFinished = true
        // Z_BUF_ERROR only says that this call could not go on: more input or more room is needed.
        case Z_OK, Z_BUF_ERROR: isFinished = false
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .damaged(at: tally.inputBytes)
        }
        try tally.check()
        return used
    }

    /// All of `input` at once.
    public static func inflate(
        _ input: Span<UInt8>, limits: InflateLimits, wrapper: DeflateWrapper = .detected
    ) throws(InflateFailure) -> [UInt8] {
        var inflater = Inflater(limits: limits, wrapper: wrapper)
        var output: [UInt8] = []
        var start = 0
        while true {
            let before = output.count
            let used = try inflater.expand(input.extracting(start...), into: &output)
            start += used
            if used == 0, output.count == before { break }
        }
        guard inflater.isFinished else { throw .truncated }
        return output
    }

    static func begins(_ input: Span<UInt8>) -> Bool {
        input.count >= 2 && input[0] == 0x1F && input[1] == 0x8B
    }

    /// A gzip file may be several gzip files in a row.
    private mutating func startsNextMember(_ input: Span<UInt8>) -> Bool {
        guard wrapper == .detected || wrapper == .gzip, Inflater.begins(input) else { return false }
        return inflateReset(stream) == Z_OK
    }

    private func step(_ input: Span<UInt8>, into output: inout [UInt8], room: Int) -> (used: Int, result: Int32) {
        let stream = stream
        return input.withUnsafeBufferPointer { bytes in
            let offered = min(bytes.count, 1 << 30)
            // zlib reads through this pointer and never writes.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = UInt32(offered)
            var result = Z_BUF_ERROR
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(room)
                result = CZlib.inflate(stream, Z_NO_FLUSH)
                count = room - Int(stream.pointee.avail_out)
            }
            output.append(contentsOf: piece)
            let used = offered - Int(stream.pointee.avail_in)
            stream.pointee.next_in = nil
            stream.pointee.next_out = nil
            return (used, result)
        }
    }
}
