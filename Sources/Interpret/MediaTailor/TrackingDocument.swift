import Encodings
import Model

/// AWS Elemental MediaTailor's client-side tracking document:
/// `avails[].ads[].trackingEvents[]{eventType, beaconUrls[]}`. Polled like a playlist, it repeats what it said before.
struct TrackingDocument: Sendable {
    struct TrackedAd: Sendable {
        /// Tells the ad from others of the session, over polls.
        var identity: String
        /// Where it stands in the session's media.
        var media: Range<Int64>?
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

    /// The token in the body of a poll, `{"NextToken": …}`; `nil` where the poll has none.
    static func token(askedWith body: [UInt8]) -> String? {
        guard JSONReader.beginsObject(body) else { return nil }
        do throws(JSONDocumentFault) {
            let members = try JSONReader.readDocument(body).members
            return members.first { $0.name.lowercased() == "nexttoken" }?.value.scalar
        } catch {
            // Half a body asks for nothing; its exchange keeps the bytes.
            return nil
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
        let start = ad["startTimeInSeconds"]?.scalar
        let duration = ad["durationInSeconds"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }
        return TrackedAd(
            identity: [avail, id ?? "", start ?? "#\(position)"].joined(separator: " "),
            media: start.flatMap { DecimalSeconds.microseconds($0[...]) }.flatMap {
                Self.span(from: $0, lasting: duration)
            },
            declaration: AdDeclaration(
                kind: .stitched, family: .ssai, sequence: position + 1, adID: id, title: ad["adTitle"]?.string,
                creative: ad["creativeId"]?.scalar,
                durationUs: duration, trackers: trackers))
    }

    private static func span(from start: Int64, lasting duration: Int64?) -> Range<Int64>? {
        guard let duration, start >= 0, duration > 0 else { return nil }
        let (end, overflow) = start.addingReportingOverflow(duration)
        return overflow ? nil : start..<end
    }
}
