import CBrotli

/// Expands Brotli data (RFC 7932) in pieces, within limits.
///
/// The one place that owns a decoder of libbrotlidec. The value cannot be copied and frees it when it is consumed; no
/// other reference to it exists, so it may move between tasks.
struct BrotliExpander: ~Copyable, @unchecked Sendable, Expander {
    private(set) var isFinished = false

    private var tally: ExpansionTally
    private let state: OpaquePointer?

    init(limits: InflateLimits) {
        tally = ExpansionTally(limits)
        state = BrotliDecoderCreateInstance(nil, nil, nil)
    }

    deinit {
        if let state { BrotliDecoderDestroyInstance(state) }
    }

    /// The format has no mark and no second stream.
    static func begins(_ input: Span<UInt8>) -> Bool { false }

    mutating func expand(
        _ input: Span<UInt8>, into output: inout [UInt8], room: Int
    ) throws(InflateFailure) -> Int {
        guard let state else { throw .outOfMemory }
        guard !isFinished else { return 0 }
        var available = input.count
        var status = BROTLI_DECODER_RESULT_ERROR
        let piece = input.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return [UInt8](unsafeUninitializedCapacity: max(room, 1)) { buffer, count in
                var target = buffer.baseAddress
                var space = buffer.count
                status = BrotliDecoderDecompressStream(state, &available, &next, &space, &target, nil)
                count = buffer.count - space
            }
        }
        output.append(contentsOf: piece)
        tally.add(input: input.count - available, output: piece.count)
        switch status {
        case BROTLI_DECODER_RESULT_SUCCESS: isFinished = true
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: break
        default: throw .damaged(at: tally.inputBytes)
        }
        try tally.check()
        return input.count - available
    }
}
