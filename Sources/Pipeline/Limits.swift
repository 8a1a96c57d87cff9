import Capture
import Encodings
import Interpret
import Wire

/// Caps on what one input may cost. Hitting one is a diagnostic that blinds what it hides.
package struct Limits: Sendable, Hashable {
    /// Bytes that a compressed input may unpack to.
    package var unpackedBytes = 16 << 30
    /// Processor time of one run, over all of its stages; a day of packets takes minutes.
    package var cpuSeconds = 3_600
    /// Of entries, lines and archives, and how many times larger than packed anything may become.
    package var entries = EntryLimits()
    /// Of connections; its content limits are those of the entries.
    private var connections = WireLimits()

    package init() {}

    /// A limit that `--limit` takes.
    package struct Named: Sendable {
        package let name: String
        package let meaning: String
        let path: WritableKeyPath<Limits, Int> & Sendable

        /// What holds when nobody says otherwise.
        package var standard: Int { Limits()[keyPath: path] }
    }

    /// The limits that `--limit` takes.
    package static let named: [Named] = [
        Named(name: "unpacked-bytes", meaning: "bytes that a compressed input may unpack to", path: \.unpackedBytes),
        Named(
            name: "unpack-ratio", meaning: "unpacked bytes per packed byte, of inputs and of bodies",
            path: \.entries.inflateRatio),
        Named(name: "entry-bytes", meaning: "bytes of one entry or flow of a proxy", path: \.entries.entryBytes),
        Named(name: "body-bytes", meaning: "decoded bytes kept of one body", path: \.entries.bodyBytes),
        Named(name: "line-bytes", meaning: "bytes of one line of a log", path: \.entries.lineBytes),
        Named(name: "archive-entries", meaning: "members of an archive", path: \.entries.members),
        Named(name: "flows", meaning: "TCP connections followed at once", path: \.connections.flows),
        Named(
            name: "buffered-bytes", meaning: "bytes of all connections that wait for missing ones",
            path: \.connections.heldBytes),
        Named(name: "streams", meaning: "exchanges open at once on one connection", path: \.connections.streams),
        Named(
            name: "header-bytes", meaning: "bytes of the header fields of one message",
            path: \.connections.headerBytes),
        Named(
            name: "cpu-seconds", meaning: "seconds of processor time for one run, over all of its stages",
            path: \.cpuSeconds),
    ]

    /// Limits that bound a recursion, or hold whatever an input says, and cannot be changed.
    package static let fixed: [(name: String, value: Int, meaning: String)] = [
        ("json-depth", EntryLimits.jsonDepth, "levels of JSON in a capture"),
        ("document-json-depth", DocumentLimits.jsonDepth, "levels of a JSON document in a body"),
        ("xml-depth", DocumentLimits.xmlDepth, "levels of an XML document"),
        ("xml-elements", DocumentLimits.xmlElements, "elements of an XML document"),
        ("xml-attributes", DocumentLimits.xmlAttributes, "attributes of an element of an XML document"),
        ("trackers", AttributionLimits.trackersPerAd, "trackers of one ad"),
        ("equal-trackers", AttributionLimits.twinsPerAd, "trackers of one ad with the same URL"),
        ("answers", AttributionLimits.answersPerWrapper, "ads under one wrapper"),
        ("xml-bytes", DocumentLimits.xmlBytes, "bytes of an XML document; its entities are never resolved"),
    ]

    /// Larger numbers than any machine has bytes are mistakes.
    private static let largest = 1 << 48

    /// Applies one `NAME=VALUE`.
    package mutating func set(_ assignment: String) throws(PipelineFailure) {
        let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let value = Int(parts[1]), (1...Limits.largest).contains(value) else {
            throw .usage("--limit takes NAME=NUMBER, not '\(assignment)'")
        }
        guard let limit = Limits.named.first(where: { $0.name == parts[0] }) else {
            let names = Limits.named.map(\.name).joined(separator: ", ")
            throw .usage("unknown limit '\(parts[0])' (known: \(names))")
        }
        self[keyPath: limit.path] = value
    }

    var unpacking: InflateLimits { InflateLimits(outputBytes: unpackedBytes, ratio: entries.inflateRatio) }
    var wire: WireLimits {
        var limits = connections
        limits.content = entries.content
        return limits
    }
}
