import CBrotli

/// Brotli (RFC 7932) through libbrotlidec.
enum BrotliCoding {
    static func decode(_ input: [UInt8], into output: inout DecodedOutput) -> CodingEnd {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return .damaged }
        defer { BrotliDecoderDestroyInstance(state) }
        return input.withUnsafeBufferPointer { source in
            var next = source.baseAddress
            var available = source.count
            while true {
                guard !output.isFull else { return .limited }
                var status = BROTLI_DECODER_RESULT_ERROR
                output.extend { room in
                    var target = room.baseAddress
                    var space = room.count
                    status = BrotliDecoderDecompressStream(state, &available, &next, &space, &target, nil)
                    return room.count - space
                }
                switch status {
                case BROTLI_DECODER_RESULT_SUCCESS: return .complete(consumed: source.count - available)
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
                case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return .truncated
                default: return .damaged
                }
            }
        }
    }
}
