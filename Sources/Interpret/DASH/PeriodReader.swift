import Encodings
import Model

/// Server-side inserted ads as periods of an XML document: the form in which the guide that introduced `EXT-X-BEACON`
/// hands them on, and in which DASH manifests carry them.
///
/// A period counts as an ad when it holds `beaconurls` or is identified by the scheme
/// `urn:com:vodafone:vtv:ssai:2019`.
enum PeriodReader {
    struct AdPeriod: Sendable, Hashable {
        var id: String?
        var durationUs: Int64?
        var trackers: [TrackerDeclaration]
    }

    private static let scheme = "urn:com:vodafone:vtv:ssai:2019"

    /// Whether a body is worth reading: XML that names what the periods must hold.
    static func mayHold(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
            && (bytes.firstIndex(of: Array("beaconurls".utf8), from: 0) != nil
                || bytes.firstIndex(of: Array(scheme.utf8), from: 0) != nil)
    }

    static func read(_ root: XMLNode) -> [AdPeriod] {
        let periods = root.name == "period" ? [root] : root.descendants("period")
        return periods.compactMap { period in
            let trackings = period.descendants("beaconurls").flatMap { $0.descendants("tracking") }
            let isIdentified = period.all("assetidentifier").contains { $0.attributes["schemeiduri"] == scheme }
            guard isIdentified || !trackings.isEmpty else { return nil }
            return AdPeriod(
                id: period.attributes["id"], durationUs: period.attributes["duration"].flatMap(duration),
                trackers: trackings.map { tracking in
                    TrackerDeclaration(
                        family: .ssai, event: PlaybackEvent.canonical(tracking.attributes["event"] ?? ""),
                        url: tracking.trimmedText, element: "Tracking", line: tracking.line)
                })
        }
    }

    /// `PT1H2M3.5S` (ISO 8601) in microseconds; `nil` for other forms.
    static func duration(_ text: String) -> Int64? {
        let upper = text.uppercased()
        guard upper.hasPrefix("PT"), upper.utf8.count > 2 else { return nil }
        return ClockDuration.read(upper.dropFirst(2).lowercased())
    }
}
