import Encodings
import Model

/// Harmonic VOS's metadata for client-side tracking, as its public client libraries read it:
/// `adBreaks[].ads[].trackingEvents[]{event, startTime, signalingUrls[]}`, times in milliseconds since 1970. It lies beside the
/// playlist, and is polled like one.
struct HarmonicMetadata: Sendable {
    var ads: [TrackingDocument.TrackedAd]

    /// `nil` when the body is none.
    init?(_ bytes: [UInt8]) throws(JSONDocumentFault) {
        guard JSONReader.beginsObject(bytes), bytes.firstIndex(of: Array("\"adbreaks\"".utf8), from: 0) != nil else {
            return nil
        }
        let root = try JSONReader.readDocument(bytes)
        guard case .array(let breaks) = root["adBreaks"] else { return nil }
        let listed = breaks.flatMap { each in (each["ads"]?.elements ?? []).map { (each, $0) } }
        // Others call their breaks so too; these have a range of times, or URLs to signal to.
        guard root["dataRange"] != nil || listed.contains(where: { !Self.events($0.1).isEmpty }) else { return nil }
        ads = listed.map { Self.ad($0.1, of: $0.0) }
    }

    private static func events(_ ad: JSONValue) -> [JSONValue] {
        (ad["trackingEvents"]?.elements ?? []).filter { $0["signalingUrls"] != nil }
    }

    private static func ad(_ ad: JSONValue, of adBreak: JSONValue) -> TrackingDocument.TrackedAd {
        let id = ad["id"]?.scalar
        let position = (adBreak["ads"]?.elements ?? []).firstIndex { $0["id"]?.scalar == id }
        let trackers = events(ad).flatMap { event in
            (event["signalingUrls"]?.elements ?? []).compactMap(\.string).map { url in
                TrackerDeclaration(
                    family: .ssai, event: PlaybackEvent.canonical(event["event"]?.string ?? ""), url: url,
                    element: "trackingEvents")
            }
        }
        return TrackingDocument.TrackedAd(
            identity: "\(adBreak["id"]?.scalar ?? "") \(id ?? "")",
            seat: TrackingDocument.Seat(position: position ?? 0, media: media(of: ad)),
            declaration: AdDeclaration(
                kind: .stitched, family: .ssai, sequence: position.map { $0 + 1 }, adID: id,
                durationUs: length(of: ad), trackers: trackers))
    }

    /// Its `startTime`, for as long as its events take; `nil` where it has none.
    private static func media(of ad: JSONValue) -> Range<Int64>? {
        // Milliseconds that are read as seconds.
        ad["startTime"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }.map { $0 / 1_000 }
            .map { $0..<$0 + max(1, length(of: ad) ?? 1) }
    }

    /// From its start to its end: `duration` counts what the stream has of it so far.
    private static func length(of ad: JSONValue) -> Int64? {
        func start(_ event: String) -> Int64? {
            events(ad).first { $0["event"]?.string.map(PlaybackEvent.canonical) == event }
                .flatMap { $0["startTime"]?.scalar }.flatMap { DecimalSeconds.microseconds($0[...]) }
        }
        guard let first = start("start") ?? start("impression"), let last = start("complete"), last > first else {
            return nil
        }
        // Milliseconds that were read as seconds.
        return (last - first) / 1_000
    }
}
