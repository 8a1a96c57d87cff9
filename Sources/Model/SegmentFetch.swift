/// A request for a segment that a media playlist lists, with its place in the media of its stream.
public struct SegmentFetch: Sendable, Hashable {
    public var exchange: ID<Exchange>
    /// The first playlist of the stream: what names it.
    public var stream: ID<Document>
    /// From the first segment that the stream was seen to list; variants of one multivariant playlist share it. `nil` for one
    /// that no playlist in sight lists, beside others that they do.
    public var mediaUs: Int64?
    public var durationUs: Int64?
    /// When its media was made, where the playlist dates it.
    public var program: Timestamp?
    /// The media between two listed discontinuities that it is part of; `nil` where none was listed behind it.
    public var stretch: Range<Int64>?
    /// The stitched ad that it is part of.
    public var ad: ID<Ad>?

    public init(
        exchange: ID<Exchange>, stream: ID<Document>, mediaUs: Int64?, durationUs: Int64?,
        program: Timestamp?, ad: ID<Ad>?
    ) {
        self.exchange = exchange
        self.stream = stream
        self.mediaUs = mediaUs
        self.durationUs = durationUs
        self.program = program
        self.ad = ad
    }
}

/// What an answer with a media playlist adds to its stream.
public struct PlaylistReading: Sendable, Hashable {
    public var document: ID<Document>
    public var stream: ID<Document>
    /// The media that it lists, counted as in ``SegmentFetch``.
    public var media: Range<Int64>
    public var targetUs: Int64?
    /// No segment will be added.
    public var isEnded: Bool
    /// It lists segments that no earlier one of the stream did.
    public var isGrown: Bool

    public init(
        document: ID<Document>, stream: ID<Document>, media: Range<Int64>, targetUs: Int64?, isEnded: Bool,
        isGrown: Bool
    ) {
        self.document = document
        self.stream = stream
        self.media = media
        self.targetUs = targetUs
        self.isEnded = isEnded
        self.isGrown = isGrown
    }
}

/// Where a stitched ad stands in its stream.
public struct StitchedPlace: Sendable, Hashable {
    public var ad: ID<Ad>
    public var stream: ID<Document>
    /// The media of its segments, counted as in ``SegmentFetch``; it grows with later listings.
    public var media: Range<Int64>

    public init(ad: ID<Ad>, stream: ID<Document>, media: Range<Int64>) {
        self.ad = ad
        self.stream = stream
        self.media = media
    }
}
