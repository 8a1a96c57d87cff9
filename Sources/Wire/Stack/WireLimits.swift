import Encodings

/// What following one capture from frames to exchanges may cost; each bound that is met is a diagnostic that says what it
/// hides.
public struct WireLimits: Sendable, Hashable {
    /// TCP connections followed at once; beyond, the longest idle one of a sample is closed.
    public var flows: Int
    /// Bytes that wait for missing ones, of all connections together.
    public var heldBytes: Int
    /// Exchanges open at once on one connection.
    public var streams: Int
    /// Bytes of one head, trailer section or decoded field section. Browsers take as many.
    public var headerBytes: Int
    public var content: ContentDecoder.Limits

    public init(
        flows: Int = 65_536, heldBytes: Int = 64 << 20, streams: Int = 4_096, headerBytes: Int = 256 << 10,
        content: ContentDecoder.Limits = ContentDecoder.Limits()
    ) {
        self.flows = flows
        self.heldBytes = heldBytes
        self.streams = streams
        self.headerBytes = headerBytes
        self.content = content
    }

    var http1: HTTP1Decoder.Limits { HTTP1Decoder.Limits(maximumHead: headerBytes, upgraded: http2) }
    var http2: HTTP2Decoder.Limits {
        HTTP2Decoder.Limits(maximumFieldSection: headerBytes, maximumStreams: openStreams)
    }
    var http3: HTTP3Decoder.Limits {
        HTTP3Decoder.Limits(maximumFieldSection: headerBytes, maximumStreams: openStreams)
    }
    var exchanges: ExchangeBuilder.Limits { ExchangeBuilder.Limits(content: content, maximumOpen: streams) }

    /// The builder of exchanges reaches its bound first, and says so.
    private var openStreams: Int {
        let (doubled, overflow) = streams.multipliedReportingOverflow(by: 2)
        return overflow ? streams : doubled
    }
}
