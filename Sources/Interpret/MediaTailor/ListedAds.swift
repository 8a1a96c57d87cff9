/// The ads that the tracking documents of the run have listed so far: a poll repeats them and must not declare them again.
///
/// An ad is known again by its avail and its id, where it stands: at the same time, at the same place of an avail that is
/// shown in part at the same time, or else in part at the same time itself; without times, by avail and id alone. A live
/// service corrects its times from poll to poll, by a rounding or by seconds; a session that plays the same ad again lists
/// it at another time.
struct ListedAds: Sendable {
    /// Ads are told apart within one list: two sessions may play the same avail.
    private struct Key: Sendable, Hashable {
        var list: String
        var identity: String
    }

    private var known: [Key: [TrackingDocument.Seat]] = [:]

    /// Those of a document's ads that `list` did not name before.
    mutating func fresh(of ads: [TrackingDocument.TrackedAd], in list: String) -> [TrackingDocument.TrackedAd] {
        // One document lists an ad once for each time that it is shown.
        var taken: [Key: Set<Int>] = [:]
        return ads.filter { ad in
            let key = Key(list: list, identity: ad.identity)
            let seats = known[key, default: []]
            let free = seats.indices.filter { !taken[key, default: []].contains($0) }
            let match =
                free.first { seats[$0] == ad.seat } ?? free.first { seats[$0].isSamePlace(as: ad.seat) }
                ?? free.first { seats[$0].isSameTime(as: ad.seat) }
            if let match { known[key]?[match] = ad.seat } else { known[key, default: []].append(ad.seat) }
            taken[key, default: []].insert(match ?? seats.endIndex)
            return match == nil
        }
    }
}

extension TrackingDocument {
    /// Where an ad was listed.
    struct Seat: Sendable, Hashable {
        /// Its place in the avail, from 0.
        var position: Int
        /// Where it stands in the session's media; `nil` unknown.
        var media: Range<Int64>?
        /// Where its avail does.
        var avail: Range<Int64>?

        func isSamePlace(as other: Seat) -> Bool {
            guard let avail, let later = other.avail else { return false }
            return position == other.position && avail.overlaps(later)
        }

        /// In part; where neither has a time, nothing tells them apart.
        func isSameTime(as other: Seat) -> Bool {
            guard let media, let later = other.media else { return media == other.media }
            return media.overlaps(later)
        }
    }
}
