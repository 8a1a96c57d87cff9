import Encodings
import Model

/// AWS Elemental MediaTailor's client-side tracking document:
/// `avails[].ads[].trackingEvents[]{eventType, beaconUrls[]}`. Polled like a playlist, it repeats what it said before.
struct TrackingDocument: Sendable {
    struct TrackedAd: Sendable {
        /// Tells the ad from others of the session, over polls.
        var identity: String
        var declaration: AdDeclaration
    }

    var ads: [TrackedAd]
    /// Asked for with the next poll.
    var nextToken: String?

    /// `nil` when the body is none.
    init?(_ bytes: [UInt8]) throws(JSONDocumentFault) {
        guard JSONReader.beginsObject(bytes),
            bytes.firstIndex(of: Array("\"avails\"".utf8), from: 0) != nil
        else { return nil }
        self.init(try JSONReader.readDocument(bytes))
    }

    /// The same where it stands in another document: MediaTailor writes it into asset lists, as `TRACKING`.
    init?(_ root: JSONValue) {
        guard let avails = root["avails"] else { return nil }
        nextToken = root["nextToken"]?.scalar
        ads = avails.elements.enumerated().flatMap { number, avail in
            let id = avail["availId"]?.scalar ?? "#\(number)"
            return (avail["ads"]?.elements ?? []).enumerated().map { Self.ad($1, at: $0, inAvail: id) }
        }
    }

    private static func ad(_ ad: JSONValue, at position: Int, inAvail avail: String) -> TrackedAd {
        let id = ad["adId"]?.scalar
        let trackers = (ad["trackingEvents"]?.elements ?? []).flatMap { event in
            (event["beaconUrls"]?.elements ?? []).compactMap(\.string).map { url in
                TrackerDeclaration(
                    family: .ssai, event: PlaybackEvent.canonical(event["eventType"]?.string ?? ""), url: url,
                    element: "trackingEvents")
            }
        }
        let start = ad["startTimeInSeconds"]?.scalar ?? "#\(position)"
        return TrackedAd(
            identity: [avail, id ?? "", start].joined(separator: " "),
            declaration: AdDeclaration(
                kind: .stitched, family: .ssai, sequence: position + 1, adID: id, title: ad["adTitle"]?.string,
                creative: ad["creativeId"]?.scalar,
                durationUs: ad["durationInSeconds"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) },
                trackers: trackers))
    }
}
