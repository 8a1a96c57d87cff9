/// An ad in a stream, and what is to be reported of it.
struct StreamAd: Sendable {
    /// One event and the URLs that are requested for it.
    struct Event: Sendable {
        var name: String
        /// Where it is due, in milliseconds from the ad's beginning.
        var offset: Int
        var urls: [String]
        /// It is due when play sets in at its position, not only when play crosses it.
        var isBeginning: Bool { offset == 0 }
    }

    /// The number of a stream's first ad.
    static let firstID = 251

    var id: String
    /// Where it lies in the programme.
    var range: Range<Int>
    var pod: Int
    /// Its place in its pod, from 1.
    var place: Int
    var events: [Event]

    var duration: Int { range.count }

    /// The events that stand at shares of the duration, in the order of play.
    static let shares: [(name: String, quarters: Int)] = [
        ("impression", 0), ("start", 0), ("firstQuartile", 1), ("midpoint", 2), ("thirdQuartile", 3), ("complete", 4),
    ]

    /// All ads of a programme with the events named.
    static func all(
        of programme: Programme, names: [String], firstID: Int, urls: (_ ad: String, _ event: String) -> [String]
    ) -> [StreamAd] {
        programme.ads.enumerated().map { number, range in
            let id = String(firstID + number)
            let pod = programme.breakOfAd[number]
            let place = number - (programme.breakOfAd.firstIndex(of: pod) ?? number) + 1
            let events = shares.filter { names.contains($0.name) }.map { share in
                Event(name: share.name, offset: range.count * share.quarters / 4, urls: urls(id, share.name))
            }
            return StreamAd(id: id, range: range, pod: pod, place: place, events: events)
        }
    }
}

/// How an ad server writes the URLs of its trackers.
enum TrackerStyle: String, Choice, CaseIterable {
    case opaque, freewheel, path, commas, spaces

    func url(ad: String, event: String, from stream: inout Randomness) -> String {
        switch self {
        case .opaque:
            return "https://beacons.adserver-example.com/t/\(stream.hex(10))?e=\(event)&ad=\(ad)&cb=\(stream.digits(8))"
        case .freewheel:
            let name = event == "impression" ? "defaultImpression" : event == "midpoint" ? "midPoint" : event
            return "https://5fd74.v.fwmrm.net/ad/l/1?s=b014&n=384777%3B384777&t=\(stream.digits(16))&f=&r=384777"
                + "&adid=\(ad)&reid=\(stream.digits(8))&arid=0&auid=&cn=\(name)&et=i&_cc=\(stream.hex(24))&tpos=0&cr="
        case .path:
            return "https://events.ssp-example.net/e/\(stream.hex(16))/\(ad)/\(event).gif"
        case .commas:
            return "https://track.adserver-example.com/v2/evt?x=\(stream.digits(4)),\(ad),\(stream.hex(6))&ev=\(event)"
                + "&sz=640x480,1280x720"
        case .spaces:
            return "https://track.adserver-example.com/v2/evt?ad=\(ad)&ev=\(event)&c=Spring Sale \(stream.digits(4))"
                + "&k=\(stream.hex(6))"
        }
    }
}
