import Encodings
import Model

/// An ad as a manifest places it: a period, or what an event or a date range describes.
struct AdPeriod: Sendable, Hashable {
    var id: String?
    /// Its number among the ads of a manifest that follow one another with nothing between, from 1.
    var sequence: Int?
    /// The place of its period in the manifest, where that is the ad.
    var period: Int?
    var durationUs: Int64?
    var trackers: [TrackerDeclaration]
}

/// Server-side inserted ads as periods of an XML document: the form in which the guide that introduced `EXT-X-BEACON`
/// hands them on, and in which DASH manifests carry them.
///
/// A period counts as an ad when it holds `beaconurls`, is identified by the scheme `urn:com:vodafone:vtv:ssai:2019`, or has
/// events that call a URL back (ISO/IEC 23009-1, 5.10.4.5). Events of ad creative signaling describe ads of their own.
enum PeriodReader {
    private static let scheme = "urn:com:vodafone:vtv:ssai:2019"
    private static let callback = "urn:mpeg:dash:event:callback:2015"
    private static let signaling = [
        "urn:svta:advertising-wg:ad-creative-signaling", "urn:svta:advertising-wg:ad-id-signaling",
    ]
    private static let marks = (["<mpd", "beaconurls", scheme, callback] + signaling).map { Array($0.utf8) }

    struct Reading: Sendable, Hashable {
        var ads: [AdPeriod] = []
        /// Events that should describe an ad and name nobody to tell of it.
        var silent = 0
    }

    /// Whether a body is worth reading: a manifest, or XML that names what the periods must hold.
    static func mayHold(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "<") && marks.contains { bytes.firstIndex(of: $0, from: 0) != nil }
    }

    static func read(_ root: XMLNode, against base: URLFields) -> Reading {
        var reading = Reading()
        var run = AdjacentPeriods()
        for (place, period) in (root.name == "period" ? [root] : root.descendants("period")).enumerated() {
            let trackers = trackings(of: period) + callbacks(of: period)
            let isIdentified = period.all("assetidentifier").contains { $0.attributes["schemeiduri"] == scheme }
            let isAd = isIdentified || !trackers.isEmpty
            let length = period.attributes["duration"].flatMap(duration)
            let number = run.number(isAd: isAd, start: period.attributes["start"].flatMap(duration), length: length)
            if isAd {
                reading.ads.append(
                    AdPeriod(
                        id: period.attributes["id"], sequence: root.name == "mpd" ? number : nil, period: place,
                        durationUs: length, trackers: trackers))
            }
            for event in events(of: period, signaling) {
                let name = "\(period.attributes["id"] ?? "")/\(name(of: event))"
                let signaled = CreativeSignaling(text(of: event))?.ads(at: name, against: base) ?? []
                reading.ads += signaled
                if signaled.isEmpty { reading.silent += 1 }
            }
        }
        return reading
    }

    private static func trackings(of period: XMLNode) -> [TrackerDeclaration] {
        period.descendants("beaconurls").flatMap { $0.descendants("tracking") }.map { tracking in
            TrackerDeclaration(
                family: .ssai, event: PlaybackEvent.canonical(tracking.attributes["event"] ?? ""),
                url: tracking.trimmedText, element: "Tracking", line: tracking.line)
        }
    }

    /// The URL is the event's message; the standard gives events no names, and who makes them from VAST writes them as `id`.
    private static func callbacks(of period: XMLNode) -> [TrackerDeclaration] {
        events(of: period, [callback]).compactMap { event in
            let url = text(of: event)
            guard url.lowercased().hasPrefix("http") else { return nil }
            return TrackerDeclaration(
                family: .ssai, event: event.attributes["id"].flatMap(PlaybackEvent.known) ?? "callback", url: url,
                element: "Event", line: event.line)
        }
    }

    private static func events(of period: XMLNode, _ schemes: [String]) -> [XMLNode] {
        period.all("eventstream").filter { stream in
            stream.attributes["schemeiduri"].map { schemes.contains($0.lowercased()) } ?? false
        }.flatMap { $0.all("event") }
    }

    private static func text(of event: XMLNode) -> String {
        event.attributes["messagedata"].map(TrackerTemplate.trim) ?? event.trimmedText
    }

    private static func name(of event: XMLNode) -> String {
        event.attributes["id"] ?? event.attributes["presentationtime"] ?? ""
    }

    /// `PT1H2M3.5S` and `P0Y0M1DT2H` (ISO 8601) in microseconds; `nil` for other forms, and for years and months.
    static func duration(_ text: String) -> Int64? {
        let parts = text.uppercased().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("P"), !parts[1].isEmpty,
            let time = ClockDuration.read(parts[1].lowercased())
        else { return nil }
        let days = ["0Y", "0M"].reduce(parts[0].dropFirst()) { $0.hasPrefix($1) ? $0.dropFirst(2) : $0 }
        guard !days.isEmpty else { return time }
        guard days.last == "D", let count = Int64(days.dropLast()), (0...100_000).contains(count) else { return nil }
        return Saturating.sum(count * 86_400_000_000, time)
    }
}

/// Counts the ads among periods that follow one another. A period that says no start begins where the one before it ends
/// (ISO/IEC 23009-1, 5.3.2.1).
private struct AdjacentPeriods {
    private static let margin: Int64 = 1_000_000

    private var count = 0
    private var end: Int64?

    mutating func number(isAd: Bool, start: Int64?, length: Int64?) -> Int {
        if let start, let end, start > Saturating.sum(end, Self.margin) { count = 0 }
        count = isAd ? count + 1 : 0
        let begin = start ?? end
        end = length.flatMap { length in begin.map { Saturating.sum($0, length) } }
        return count
    }
}
