import Capture

/// Caps on what one input may cost. Hitting one is a diagnostic that blinds what it hides.
public struct Limits: Sendable, Hashable {
    /// Bytes that a compressed input may unpack to.
    public var unpackedBytes = 16 << 30
    /// Unpacked bytes per packed byte.
    public var unpackRatio = 1_000
    /// Bytes of one HAR entry or one flow of a proxy.
    public var entryBytes = 256 << 20
    /// Decoded bytes kept of one body.
    public var bodyBytes = 16 << 20

    public init() {}

    /// The names `--limit` takes, what they cap, and where they live.
    public static let named: [(name: String, meaning: String, path: WritableKeyPath<Limits, Int> & Sendable)] = [
        ("unpacked-bytes", "bytes that a compressed input may unpack to", \.unpackedBytes),
        ("unpack-ratio", "unpacked bytes per packed byte", \.unpackRatio),
        ("entry-bytes", "bytes of one entry or flow", \.entryBytes),
        ("body-bytes", "decoded bytes kept of one body", \.bodyBytes),
    ]

    /// Applies one `NAME=VALUE`.
    public mutating func set(_ assignment: String) throws(PipelineFailure) {
        let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let value = Int(parts[1]), value > 0 else {
            throw .usage("--limit takes NAME=NUMBER, not '\(assignment)'")
        }
        guard let limit = Limits.named.first(where: { $0.name == parts[0] }) else {
            let names = Limits.named.map(\.name).joined(separator: ", ")
            throw .usage("unknown limit '\(parts[0])' (known: \(names))")
        }
        self[keyPath: limit.path] = value
    }

    var unpacking: InflateLimits { InflateLimits(outputBytes: unpackedBytes, ratio: unpackRatio) }
    var entries: EntryLimits {
        EntryLimits(entryBytes: entryBytes, bodyBytes: bodyBytes, inflateRatio: unpackRatio)
    }
}
