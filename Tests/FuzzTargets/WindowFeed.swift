import Model

/// Slides a window over bytes for a ``WindowDecoder``, as the product's own reading of files does.
public enum WindowFeed {
    public struct Result<Event: Sendable>: Sendable {
        public var items: [Outbox<Event>.Item]
        public var ledger: Ledger
        /// All of the input, if the decoder holds its contract.
        public var consumed: Int
    }

    /// - Parameter piece: by how many bytes the window grows next.
    public static func run<Decoder: WindowDecoder>(
        _ decoder: Decoder, on bytes: [UInt8], piece: () -> Int
    ) -> Result<Decoder.Event> {
        var decoder = decoder
        var outbox = Outbox<Decoder.Event>()
        var start = 0
        var end = 0
        while end < bytes.count {
            end = min(bytes.count, end + max(1, piece()))
            if end == bytes.count { break }
            start += consume(&decoder, bytes[start..<end], isFinal: false, into: &outbox)
        }
        start += consume(&decoder, bytes[start...], isFinal: true, into: &outbox)
        return Result(items: outbox.items, ledger: decoder.ledger, consumed: start)
    }

    private static func consume<Decoder: WindowDecoder>(
        _ decoder: inout Decoder, _ slice: ArraySlice<UInt8>, isFinal: Bool, into outbox: inout Outbox<Decoder.Event>
    ) -> Int {
        // A copy of the exact bytes, so that a read past the window is a trap and not luck.
        let window = Array(slice)
        return decoder.decode(window.span, isFinal: isFinal, into: &outbox)
    }
}
