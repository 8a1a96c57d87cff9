/// What Google's DAI servers answer (DAI-REF, DAI-CLIENT): registration and metadata.
struct DAIDocuments: Sendable {
    /// The stream's identifier, with the data centre behind the colon.
    var stream: String
    var network: String
    /// The event (full service) or custom asset key (pod serving).
    var asset: String
    var isPods: Bool
    var pollSeconds = 10

    private var host: String { "https://dai.google.com" }
    private var podBase: String { "\(host)/linear/pods/v1/hls/network/\(network)/custom_asset/\(asset)" }
    private var fullBase: String { "\(host)/linear/hls/pb/event/\(asset)/stream/\(stream)" }

    var registration: String {
        isPods
            ? "\(host)/ssai/pods/api/v1/network/\(network)/custom_asset/\(asset)/stream"
            : "\(host)/linear/v1/hls/event/\(asset)/stream"
    }
    var metadata: String { (isPods ? "\(podBase)/stream/\(stream)" : fullBase) + "/metadata" }
    var verification: String {
        let session = stream.split(separator: ":").first.map(String.init) ?? stream
        return isPods
            ? "\(podBase)/stream/\(stream)/media/"
            : "\(host)/view/p/service/linear/stream/\(session)/loc/TUL/network/\(network)/event/\(asset)/media/"
    }
    var master: String { fullBase + "/master.m3u8" }
    var variant: String { fullBase + "/variant/abc123/bandwidth/2000000.m3u8" }

    /// The pod's manifest; `id` is `pod/7` or `ad_break_id/mid-roll-12`.
    func pod(_ id: String, stream: String?, pd: String?, more: String = "", network: String? = nil) -> String {
        let base = network.map { podBase.replacing(self.network, with: $0) } ?? podBase
        let fields = [stream.map { "stream_id=" + $0 }, pd.map { "pd=" + $0 }].compactMap(\.self).joined(separator: "&")
        return "\(base)/\(id).m3u8?\(fields)\(more)"
    }

    func podVariant(_ id: String, pd: Int) -> String {
        "\(podBase)/\(id)/profile/720p.m3u8?stream_id=\(stream)&pd=\(pd)"
    }

    func podSegment(_ id: String, _ piece: Int, start: Int, duration: Int) -> String {
        "\(host)/linear/pods/v1/seg/network/\(network)/custom_asset/\(asset)/\(id)/profile/720p/\(piece).ts"
            + "?stream_id=\(stream)&sd=\(duration)&so=\(start)"
    }

    func registrationAnswer(validUntil: Microseconds, validFor: String) -> String {
        let base = isPods ? "\(podBase)/stream/\(stream)" : fullBase
        var members: [(String, JSON)] = [("stream_id", .text(stream))]
        if !isPods {
            members += [("stream_manifest", .text(master)), ("hls_master_playlist", .text(master))]
        }
        members += [
            ("media_verification_url", .text(verification)), ("metadata_url", .text(metadata)),
            ("session_update_url", .text(base + "/session")), ("polling_frequency", .int(pollSeconds)),
        ]
        if isPods {
            members += [
                ("heartbeat_url", .text(base + "/heartbeat")), ("valid_for", .text(validFor)),
                ("valid_until", .text(Calendar.iso(validUntil))), ("manifest_format", "hls"),
            ]
        }
        return JSON.object(members).written
    }

    /// What the metadata say of the breaks that the server has decided on; `pods` are their ads with tags.
    func metadataAnswer(_ pods: [(id: String, ads: [TaggedAd])]) -> String {
        var tags: [(String, JSON)] = []
        var ads: [(String, JSON)] = []
        var breaks: [(String, JSON)] = []
        for pod in pods {
            let total = pod.ads.reduce(0) { $0 + $1.ad.duration }
            for tagged in pod.ads {
                let id = "\(pod.id)_ad\(tagged.ad.place)"
                for tag in tagged.tags {
                    tags.append((tag.id, ["ad": .text(id), "ad_break_id": .text(pod.id), "type": .text(tag.type)]))
                }
                ads.append(
                    (
                        id,
                        [
                            "ad_break_id": .text(pod.id), "position": .int(tagged.ad.place),
                            "duration": .number(Double(tagged.ad.duration) / 1_000),
                            "title": .text("ad \(tagged.ad.id)"),
                            "system": "GDFP", "creative_id": .text(tagged.ad.id),
                            "clickthrough_url": "https://pubads.g.doubleclick.net/pcs/click?a=1",
                        ]
                    ))
            }
            breaks.append(
                (
                    pod.id,
                    [
                        "type": .text(pod.ads.first?.ad.range.lowerBound == 0 ? "pre" : "mid"),
                        "duration": .number(Double(total) / 1_000),
                        "expected_duration": .number(Double(total) / 1_000), "ads": .int(pod.ads.count),
                    ]
                ))
        }
        return JSON.object([("tags", .object(tags)), ("ads", .object(ads)), ("ad_breaks", .object(breaks))]).written
    }
}

/// An ad with the timed-metadata tags that its media carries.
struct TaggedAd: Sendable {
    struct Tag: Sendable {
        var id: String
        var type: String
        /// Milliseconds from the ad's beginning.
        var offset: Int
    }

    var ad: StreamAd
    var tags: [Tag]

    /// The five events of an ad, and a progress tag every five seconds.
    init(_ ad: StreamAd, from stream: inout Randomness) {
        self.ad = ad
        let types = ["start", "firstquartile", "midpoint", "thirdquartile", "complete"]
        tags = types.enumerated().map { quarter, type in
            Tag(id: "google_" + stream.digits(10), type: type, offset: ad.duration * quarter / 4)
        }
        for second in stride(from: 5_000, to: ad.duration, by: 5_000) {
            tags.append(Tag(id: "google_" + stream.digits(10), type: "progress", offset: second))
        }
    }
}
