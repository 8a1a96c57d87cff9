/// The asset list of an interstitial (HLS-D D.2), with tracking in the shapes that are in use.
struct AssetList {
    /// How the list says what is to be reported.
    enum Tracking: String, Choice, CaseIterable {
        /// SVTA ad-creative signaling, the payload an array of slots.
        case slots
        /// The same, the payload an object.
        case slot
        /// MediaTailor's `TRACKING`.
        case avails
        case none
    }

    /// What is wrong with the list.
    enum Flaw: String { case durationText, durationMissing, uriMissing, assetsObject }

    var tracking: Tracking
    var flaw: Flaw?

    func text(ads: [StreamAd], uri: (StreamAd) -> String) -> String {
        let begin = ads.first?.range.lowerBound ?? 0
        let assets: [JSON] = ads.map { ad in
            var members: [(String, JSON)] = []
            if !(flaw == .uriMissing && ad.place == ads.count) { members.append(("URI", .text(uri(ad)))) }
            switch flaw {
            case .durationText: members.append(("DURATION", .text(seconds(ad.duration))))
            case .durationMissing: break
            default: members.append(("DURATION", .number(Double(ad.duration) / 1_000)))
            }
            if let payload = payload(ad, begin: begin) {
                members.append(("X-AD-CREATIVE-SIGNALING", ["version": 2, "type": "slot", "payload": payload]))
            }
            return .object(members)
        }
        var list: [(String, JSON)] = [
            ("ASSETS", flaw == .assetsObject ? .object([("asset", assets.first ?? .null)]) : .array(assets))
        ]
        if tracking == .avails { list.append(("TRACKING", avails(ads, begin: begin))) }
        return JSON.object(list).written
    }

    private func payload(_ ad: StreamAd, begin: Int) -> JSON? {
        let slot: JSON = [
            "type": "linear", "start": 0, "duration": .number(Double(ad.duration) / 1_000),
            "identifiers": [["scheme": "urn:smpte:ul", "value": .text("ad\(ad.id)")]],
            "tracking": .array(
                ad.events.map { event in
                    ["type": .text(event.name), "urls": .array(event.urls.map { .text($0) })]
                }),
        ]
        switch tracking {
        case .slots: return [slot]
        case .slot: return slot
        case .avails, .none: return nil
        }
    }

    private func avails(_ ads: [StreamAd], begin: Int) -> JSON {
        let moved = ads.map { ad in
            var ad = ad
            ad.range = ad.range.lowerBound - begin..<ad.range.upperBound - begin
            return ad
        }
        return TrackingAnswer.value(ads: moved)
    }
}
