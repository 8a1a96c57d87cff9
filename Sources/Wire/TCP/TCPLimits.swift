/// The bounds of TCP reassembly. They are constants of the product, documented in docs/decisions.
enum TCPLimits {
    /// A hole whose bytes the peer acknowledged is given up after so many further frames of the connection: the bytes
    /// were received, so they are either about to appear (two interfaces, several queues) or not in the capture.
    static let framesAfterAcknowledgement = 32
    /// … or when the connection holds so many bytes behind it.
    static let bytesAfterAcknowledgement = 1 << 20
    /// A hole that the peer did not acknowledge awaits its retransmission until the direction holds so many bytes.
    static let heldBytes = 4 << 20
    /// … or so many segments.
    static let heldSegments = 4_096
    /// A segment further ahead belongs to something else, or is damaged. TCP's largest window is 2^30.
    static let furthestAhead = 1 << 26
    /// A segment further behind is no retransmission.
    static let furthestBehind = 1 << 24
    /// So many segments that continue one another far away are believed.
    static let straysBelieved = 3
    /// Chunks kept per direction to compare retransmissions with, once they are acknowledged, and their bytes.
    static let recentChunks = 4
    static let recentBytes = 8 << 10
    /// The same of those that are not acknowledged.
    static let unacknowledgedChunks = 64
    static let unacknowledgedBytes = 64 << 10
    /// A larger chunk is not kept.
    static let recentChunkBytes = 16 << 10
}
