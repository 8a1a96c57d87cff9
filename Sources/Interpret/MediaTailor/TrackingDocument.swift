import Encodings
import Model

/// AWS Elemental MediaTailor's client-side tracking document:
/// `avails[].ads[].trackingEvents[]{eventType, beaconUrls[]}` and `avails[].adBreakTrackingEvents[]`. Polled like a playlist, it
/// repeats what it said before.
struct TrackingDocument: Sendable {
    struct TrackedAd: Sendable {
        /// Its avail and its id: with its seat it tells the ad from others of the session, over polls.
        var identity: String
        var seat: Seat
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
            Self.ads(of: avail, id: avail["availId"]?.scalar ?? "#\(number)")
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

    private static func ads(of avail: JSONValue, id: String) -> [TrackedAd] {
        let whole = media(of: avail)
        var ads = (avail["ads"]?.elements ?? []).enumerated().map { position, ad in
            Self.ad(ad, inAvail: id, at: Seat(position: position, media: media(of: ad), avail: whole))
        }
        guard let whole, let first = ads.first?.seat.media, let last = ads.last?.seat.media else { return ads }
        // The break begins and ends with its first and last ad, where the avail is listed from and to its end.
        for tracker in trackers(avail, "adBreakTrackingEvents") {
            switch tracker.event {
            case "breakStart" where abs(first.lowerBound - whole.lowerBound) <= slackUs:
                ads[0].declaration.trackers.append(tracker)
            case "breakEnd" where abs(last.upperBound - whole.upperBound) <= slackUs:
                ads[ads.count - 1].declaration.trackers.append(tracker)
            default: break
            }
        }
        return ads
    }

    /// What rounding makes of the sum of the ads' lengths.
    private static let slackUs: Int64 = 500_000

    private static func ad(_ ad: JSONValue, inAvail avail: String, at seat: Seat) -> TrackedAd {
        let id = ad["adId"]?.scalar
        return TrackedAd(
            identity: "\(avail) \(id ?? "")", seat: seat,
            declaration: AdDeclaration(
                kind: .stitched, family: .ssai, sequence: seat.position + 1, adID: id, title: ad["adTitle"]?.string,
                creative: ad["creativeId"]?.scalar,
                durationUs: seconds(ad, "durationInSeconds"), trackers: trackers(ad, "trackingEvents")))
    }

    private static func trackers(_ value: JSONValue, _ list: String) -> [TrackerDeclaration] {
        (value[list]?.elements ?? []).flatMap { event in
            (event["beaconUrls"]?.elements ?? []).compactMap(\.string).map { url in
                TrackerDeclaration(
                    family: .ssai, event: PlaybackEvent.canonical(event["eventType"]?.string ?? ""), url: url,
                    element: list)
            }
        }
    }

    /// Where an ad or an avail stands in the session's media.
    private static func media(of value: JSONValue) -> Range<Int64>? {
        guard let start = seconds(value, "startTimeInSeconds"), let duration = seconds(value, "durationInSeconds"),
            start >= 0, duration > 0
        else { return nil }
        let (end, overflow) = start.addingReportingOverflow(duration)
        return overflow ? nil : start..<end
    }

    /// In microseconds.
    private static func seconds(_ value: JSONValue, _ name: String) -> Int64? {
        value[name]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }
    }
}
