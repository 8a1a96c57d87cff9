import Encodings
import Model

/// What a stream registration was answered with: the session and the URLs that belong to it.
struct StreamRegistration: Sendable, Hashable {
    var streamID: String
    /// Polled for tags, as issued.
    var metadataURL: String?
    /// The beginning of every verification URL, as issued.
    var verificationURL: String?
    /// When the stream id expires; `nil` when the answer does not say.
    var validUntil: Timestamp?

    /// `nil` when the answer holds no stream id.
    init?(_ answer: JSONValue, at time: Timestamp) {
        guard let id = answer["stream_id"]?.scalar, !id.isEmpty, id != "null" else { return nil }
        streamID = id
        metadataURL = answer["metadata_url"]?.string
        verificationURL = answer["media_verification_url"]?.string
        validUntil =
            answer["valid_until"]?.string.flatMap(ISO8601.timestamp)
            ?? answer["valid_for"]?.scalar.flatMap(ClockDuration.read).map { time.advanced(byMicroseconds: $0) }
    }
}
