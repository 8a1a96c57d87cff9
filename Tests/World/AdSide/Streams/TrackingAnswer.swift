/// MediaTailor's client-side tracking answer (AWS, ad-reporting-client-side).
enum TrackingAnswer {
    /// The avails that the server knows of: all of them, so that no token of a next page is given.
    static func text(ads: [StreamAd]) -> String { value(ads: ads, isSession: true).written }

    /// The same as a value, of a session or as an asset list carries it.
    static func value(ads: [StreamAd], isSession: Bool = false) -> JSON {
        let pods = Dictionary(grouping: ads, by: \.pod).sorted { $0.key < $1.key }
        var members: [(String, JSON)] = [("avails", .array(pods.map { avail($0.value) }))]
        if isSession {
            members += [
                ("dashAvailabilityStartTime", .null), ("hlsAnchorMediaSequenceNumber", .null),
                ("nonLinearAvails", []),
            ]
        }
        return .object(members)
    }

    private static func avail(_ ads: [StreamAd]) -> JSON {
        let start = ads.map(\.range.lowerBound).min() ?? 0
        let duration = ads.reduce(0) { $0 + $1.duration }
        return .object([
            ("adMarkerDuration", .null),
            ("ads", .array(ads.map(advert))),
            ("availId", .text("\(1_000 + (ads.first?.pod ?? 0))")),
            ("duration", .text(iso(duration))),
            ("durationInSeconds", .number(Double(duration) / 1_000)),
            ("meta", .null),
            ("startTime", .text(iso(start))),
            ("startTimeInSeconds", .number(Double(start) / 1_000)),
        ])
    }

    private static func advert(_ ad: StreamAd) -> JSON {
        .object([
            ("adId", .text(ad.id)), ("adParameters", ""), ("adSystem", "FreeWheel"), ("adTitle", .text("ad \(ad.id)")),
            ("adVerifications", []), ("companionAds", []), ("creativeId", .text("c\(ad.id)")),
            ("duration", .text(iso(ad.duration))), ("durationInSeconds", .number(Double(ad.duration) / 1_000)),
            ("startTime", .text(iso(ad.range.lowerBound))),
            ("startTimeInSeconds", .number(Double(ad.range.lowerBound) / 1_000)),
            ("vastAdId", .text(ad.id)),
            ("trackingEvents", .array(ad.events.map { event(ad, $0) })),
        ])
    }

    private static func event(_ ad: StreamAd, _ event: StreamAd.Event) -> JSON {
        let start = ad.range.lowerBound + event.offset
        return .object([
            ("beaconUrls", .array(event.urls.map { .text($0) })),
            ("duration", "PT0S"), ("durationInSeconds", 0),
            ("eventId", .text("\(ad.id)-\(event.name)")), ("eventType", .text(event.name)),
            ("startTime", .text(iso(start))), ("startTimeInSeconds", .number(Double(start) / 1_000)),
        ])
    }

    /// Milliseconds as an ISO 8601 duration in seconds.
    static func iso(_ milliseconds: Int) -> String {
        milliseconds % 1_000 == 0 ? "PT\(milliseconds / 1_000)S" : "PT\(Double(milliseconds) / 1_000)S"
    }
}
