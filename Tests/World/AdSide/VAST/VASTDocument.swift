/// Documents as ad servers write them, VAST 2.0 to 4.3.
struct VASTDocument: Sendable {
    enum Version: String, Choice, CaseIterable {
        case v2 = "2.0", v3 = "3.0", v40 = "4.0", v41 = "4.1", v42 = "4.2", v43 = "4.3"
        var number: Double { Double(rawValue) ?? 0 }
        init?(chosen: String) { self.init(rawValue: chosen) }
        var chosen: String { rawValue }
    }

    var version: Version

    /// The innermost document of a pod or of a single ad.
    func inline(_ ads: [AdSpec]) -> String { tree(ads).document() }

    /// The same, to stand within another document.
    func tree(_ ads: [AdSpec]) -> XMLNode {
        root(
            ads.map { ad in
                var attributes = [("id", ad.id)]
                if let sequence = ad.sequence { attributes.append(("sequence", String(sequence))) }
                return XMLNode("Ad", attributes, [inLine(ad)])
            })
    }

    /// A wrapper around another tag, and an ad that stands in for it should it fail.
    func wrapper(_ ads: [AdSpec], level: Int, to tag: String, standIn: AdSpec? = nil) -> String {
        let ad = ads[0]
        let own = ad.levels[level]
        var children = [XMLNode("AdSystem", text: own.server.name)]
        let tagNode = XMLNode("VASTAdTagURI", cdata: tag)
        children.append(tagNode)
        children += own.all("error").map { XMLNode("Error", cdata: $0.url) }
        children += own.all("impression").map { XMLNode("Impression", cdata: $0.url) }
        children += viewable(own)
        let clicks = own.all("clickTracking").map { XMLNode("ClickTracking", cdata: $0.url) }
        var parts = [tracking(own.trackers)]
        if !clicks.isEmpty { parts.append(XMLNode("VideoClicks", [], clicks)) }
        let linear =
            ad.isNonLinear
            ? XMLNode("NonLinearAds", [], [tracking(own.trackers)]) : XMLNode("Linear", [], parts)
        children.append(XMLNode("Creatives", [], [XMLNode("Creative", [], [linear])]))
        // Without it only a stand-alone ad may be taken from the wrapped answer.
        let isPod = ads.count > 1 && version.number >= 3
        let attributes = isPod ? [("allowMultipleAds", "true")] : []
        var all = [XMLNode("Ad", [("id", "w\(level)-" + ad.id)], [XMLNode("Wrapper", attributes, children)])]
        if let standIn { all.append(XMLNode("Ad", [("id", standIn.id)], [inLine(standIn)])) }
        return root(all).document()
    }

    /// No ad, with the URL that is to hear of it.
    func empty(error: String?) -> String { root(error.map { [XMLNode("Error", cdata: $0)] } ?? []).document() }

    private func root(_ children: [XMLNode]) -> XMLNode {
        var attributes = [("version", version.rawValue)]
        if version.number >= 4 { attributes.append(("xmlns", "http://www.iab.com/VAST")) }
        return XMLNode("VAST", attributes, children)
    }

    private func inLine(_ ad: AdSpec) -> XMLNode {
        let own = ad.levels[ad.levels.count - 1]
        var children = [XMLNode("AdSystem", text: own.server.name), XMLNode("AdTitle", text: "Spot \(ad.id)")]
        if version.number >= 4.1 { children.append(XMLNode("AdServingId", text: ad.servingId)) }
        children += own.all("impression").map { XMLNode("Impression", cdata: $0.url) }
        children += own.all("error").map { XMLNode("Error", cdata: $0.url) }
        children += viewable(own)
        if let verification = ad.verification, version.number >= 4.1 {
            children.append(XMLNode("AdVerifications", [], [node(of: verification)]))
        }
        children.append(XMLNode("Creatives", [], creatives(ad, own)))
        return XMLNode("InLine", [], children)
    }

    private func creatives(_ ad: AdSpec, _ own: AdSpec.Level) -> [XMLNode] {
        var main = XMLNode("Creative", [("id", "c" + ad.id), ("sequence", "1")])
        if version.number >= 4 {
            let attributes =
                version.number >= 4.1
                ? [("idRegistry", "ad-id.org")] : [("idRegistry", "ad-id.org"), ("idValue", "BRX\(ad.id)H")]
            main.children.append(XMLNode("UniversalAdId", attributes, text: "BRX\(ad.id)H"))
        }
        main.children.append(ad.isNonLinear ? nonLinear(ad, own) : linear(ad, own))
        var all = [main]
        if let companion = ad.companion {
            let body = XMLNode(
                "Companion", [("width", "300"), ("height", "250")],
                [
                    XMLNode("StaticResource", [("creativeType", "image/png")], cdata: companion.image),
                    tracking(
                        own.trackers.filter { $0.event == "companionView" }
                            .map { Tracker(event: "creativeView", url: $0.url) }),
                    XMLNode("CompanionClickThrough", cdata: companion.clickThrough),
                ]
                    + own.all("companionClick").filter { _ in version.number >= 3 }
                    .map { XMLNode("CompanionClickTracking", cdata: $0.url) })
            all.append(XMLNode("Creative", [], [XMLNode("CompanionAds", [], [body])]))
        }
        return all
    }

    private func linear(_ ad: AdSpec, _ own: AdSpec.Level) -> XMLNode {
        var parts = [XMLNode("Duration", text: Calendar.offset(ad.length)), tracking(own.trackers)]
        var clicks: [XMLNode] = []
        if let click = ad.clickThrough { clicks.append(XMLNode("ClickThrough", cdata: click)) }
        clicks += own.all("clickTracking").map { XMLNode("ClickTracking", cdata: $0.url) }
        if !clicks.isEmpty { parts.append(XMLNode("VideoClicks", [], clicks)) }
        let file = [
            ("delivery", "progressive"), ("type", "video/mp4"), ("width", "1280"), ("height", "720"),
            ("bitrate", "2100"),
        ]
        var files = [XMLNode("MediaFile", file, cdata: ad.media)]
        if let mezzanine = ad.mezzanine, version.number >= 4.1 {
            let attributes = [
                ("delivery", "progressive"), ("type", "video/mp4"), ("width", "1920"), ("height", "1080"),
            ]
            files.insert(XMLNode("Mezzanine", attributes, cdata: mezzanine), at: 0)
        }
        parts.append(XMLNode("MediaFiles", [], files))
        if let icon = ad.icon, version.number >= 3 {
            let attributes = [
                ("program", "AdChoices"), ("width", "20"), ("height", "20"), ("xPosition", "right"),
                ("yPosition", "top"),
            ]
            let click =
                [XMLNode("IconClickThrough", cdata: icon.clickThrough)]
                + own.all("iconClick").map { XMLNode("IconClickTracking", cdata: $0.url) }
            parts.append(
                XMLNode(
                    "Icons", [],
                    [
                        XMLNode(
                            "Icon", attributes,
                            [
                                XMLNode("StaticResource", [("creativeType", "image/png")], cdata: icon.image),
                                XMLNode("IconClicks", [], click),
                            ] + own.all("iconView").map { XMLNode("IconViewTracking", cdata: $0.url) })
                    ]))
        }
        var attributes: [(String, String)] = []
        if let skip = ad.skipAfter, version.number >= 3 { attributes.append(("skipoffset", Calendar.offset(skip))) }
        return XMLNode("Linear", attributes, parts)
    }

    private func nonLinear(_ ad: AdSpec, _ own: AdSpec.Level) -> XMLNode {
        var parts = [XMLNode("StaticResource", [("creativeType", "image/png")], cdata: ad.media)]
        if let click = ad.clickThrough { parts.append(XMLNode("NonLinearClickThrough", cdata: click)) }
        parts += own.all("nonLinearClick").map { XMLNode("NonLinearClickTracking", cdata: $0.url) }
        let attributes = [
            ("width", "480"), ("height", "70"), ("minSuggestedDuration", Calendar.offset(ad.length)),
        ]
        return XMLNode("NonLinearAds", [], [tracking(own.trackers), XMLNode("NonLinear", attributes, parts)])
    }

    private func node(of verification: AdSpec.Verification) -> XMLNode {
        XMLNode(
            "Verification", [("vendor", verification.vendor)],
            [
                XMLNode(
                    "JavaScriptResource", [("apiFramework", "omid"), ("browserOptional", "true")],
                    cdata: verification.script),
                XMLNode(
                    "TrackingEvents", [],
                    [
                        XMLNode("Tracking", [("event", "verificationNotExecuted")], cdata: verification.notExecuted)
                    ]),
                XMLNode("VerificationParameters", cdata: verification.parameters),
            ])
    }

    private func viewable(_ level: AdSpec.Level) -> [XMLNode] {
        guard version.number >= 4 else { return [] }
        let outcomes = [
            ("viewable", "Viewable"), ("notViewable", "NotViewable"), ("viewUndetermined", "ViewUndetermined"),
        ]
        let children = outcomes.flatMap { event, name in level.all(event).map { XMLNode(name, cdata: $0.url) } }
        return children.isEmpty ? [] : [XMLNode("ViewableImpression", [("id", "v1")], children)]
    }

    /// Events that stand elsewhere than in TrackingEvents.
    private static let elsewhere: Set = [
        "impression", "error", "clickTracking", "viewable", "notViewable", "viewUndetermined", "companionView",
        "companionClick", "iconView", "iconClick", "nonLinearClick", "verificationNotExecuted",
    ]

    private func tracking(_ trackers: [Tracker]) -> XMLNode {
        XMLNode(
            "TrackingEvents", [],
            trackers.filter { !Self.elsewhere.contains($0.event) }.map { tracker in
                var attributes = [("event", tracker.event)]
                if let offset = tracker.offsetText { attributes.append(("offset", offset)) }
                return XMLNode("Tracking", attributes, cdata: tracker.url)
            })
    }
}
