import Model

/// The `<Creatives>` of an ad: linear, companion and non-linear creatives with their trackers and resources.
enum VASTCreatives {
    static func read(_ body: XMLNode, into ad: inout AdDeclaration) {
        for creative in body.all("creatives").flatMap({ $0.all("creative") }) {
            for linear in creative.all("linear") { readLinear(linear, into: &ad) }
            for companion in creative.all("companionads").flatMap({ $0.all("companion") }) {
                readCompanion(companion, into: &ad)
            }
            for nonLinear in creative.all("nonlinearads") { readNonLinear(nonLinear, into: &ad) }
            identify(creative, in: &ad)
        }
    }

    /// The trackers of a `<TrackingEvents>`.
    static func trackingEvents(_ node: XMLNode, element: String, duration: Int64?, family: Family = .vast)
        -> [TrackerDeclaration]
    {
        node.all("tracking").flatMap { tracking in
            VASTReader.trackers(
                tracking, event: EventName.canonical(tracking.attributes["event"] ?? ""), element: element,
                offset: tracking.attributes["offset"].flatMap { VASTTime.offset($0, of: duration) }, family: family)
        }
    }

    private static func readLinear(_ linear: XMLNode, into ad: inout AdDeclaration) {
        let duration = linear.first("duration").flatMap { VASTTime.microseconds($0.text) }
        ad.durationUs = ad.durationUs ?? duration
        if let skip = linear.attributes["skipoffset"] {
            ad.skipOffset = TrackerTemplate.trim(skip)
            ad.skipOffsetUs = VASTTime.offset(skip, of: duration)
        }
        for events in linear.all("trackingevents") {
            ad.trackers += trackingEvents(events, element: "Tracking", duration: duration)
        }
        for clicks in linear.all("videoclicks") { readClicks(clicks, into: &ad) }
        for files in linear.all("mediafiles") { readMediaFiles(files, into: &ad) }
        // Where 4.0 had it.
        for file in linear.all("interactivecreativefile") { addResource(.interactive, file, "apiframework", to: &ad) }
        for icon in linear.all("icons").flatMap({ $0.all("icon") }) { readIcon(icon, into: &ad) }
    }

    private static func readClicks(_ clicks: XMLNode, into ad: inout AdDeclaration) {
        for node in clicks.all("clicktracking") {
            ad.trackers += VASTReader.trackers(node, event: "clickTracking", element: "ClickTracking")
        }
        for node in clicks.all("customclick") {
            ad.trackers += VASTReader.trackers(node, event: "customClick", element: "CustomClick")
        }
        for node in clicks.all("clickthrough") { addResource(.clickThrough, node, nil, to: &ad) }
    }

    private static func readMediaFiles(_ files: XMLNode, into ad: inout AdDeclaration) {
        for file in files.all("mediafile") { addResource(.media, file, "type", to: &ad) }
        for file in files.all("mezzanine") { addResource(.mezzanine, file, "type", to: &ad) }
        for file in files.all("interactivecreativefile") { addResource(.interactive, file, "apiframework", to: &ad) }
        for file in files.all("closedcaptionfiles").flatMap({ $0.all("closedcaptionfile") }) {
            addResource(.captions, file, "type", to: &ad)
        }
    }

    private static func readIcon(_ icon: XMLNode, into ad: inout AdDeclaration) {
        for node in resourceElements(icon) { addResource(.icon, node, "creativetype", to: &ad) }
        for node in icon.all("iconviewtracking") {
            ad.trackers += VASTReader.trackers(node, event: "iconView", element: "IconViewTracking")
        }
        for clicks in icon.all("iconclicks") {
            for node in clicks.all("iconclicktracking") {
                ad.trackers += VASTReader.trackers(node, event: "iconClickTracking", element: "IconClickTracking")
            }
            for node in clicks.all("iconclickthrough") { addResource(.iconClickThrough, node, nil, to: &ad) }
            for image in clicks.descendants("iconclickfallbackimage").flatMap(resourceElements) {
                addResource(.iconFallback, image, "creativetype", to: &ad)
            }
        }
    }

    private static func readCompanion(_ companion: XMLNode, into ad: inout AdDeclaration) {
        for node in resourceElements(companion) { addResource(.companion, node, "creativetype", to: &ad) }
        for events in companion.all("trackingevents") {
            ad.trackers += trackingEvents(events, element: "Companion/Tracking", duration: nil)
        }
        for node in companion.all("companionclicktracking") {
            ad.trackers += VASTReader.trackers(
                node, event: "companionClickTracking", element: "CompanionClickTracking")
        }
        for node in companion.all("companionclickthrough") {
            addResource(.companionClickThrough, node, nil, to: &ad)
        }
    }

    private static func readNonLinear(_ nonLinearAds: XMLNode, into ad: inout AdDeclaration) {
        for events in nonLinearAds.all("trackingevents") {
            ad.trackers += trackingEvents(events, element: "NonLinear/Tracking", duration: nil)
        }
        for nonLinear in nonLinearAds.all("nonlinear") {
            for node in resourceElements(nonLinear) { addResource(.media, node, "creativetype", to: &ad) }
            for node in nonLinear.all("nonlinearclicktracking") {
                ad.trackers += VASTReader.trackers(
                    node, event: "nonLinearClickTracking", element: "NonLinearClickTracking")
            }
            for node in nonLinear.all("nonlinearclickthrough") {
                addResource(.nonLinearClickThrough, node, nil, to: &ad)
            }
        }
    }

    /// Resources that are fetched; an HTML resource is in the document already.
    private static func resourceElements(_ node: XMLNode) -> [XMLNode] {
        node.all("staticresource") + node.all("iframeresource")
    }

    private static func addResource(
        _ kind: Resource.Kind, _ node: XMLNode, _ typeAttribute: String?, to ad: inout AdDeclaration
    ) {
        let type = typeAttribute.flatMap { node.attributes[$0] }
        ad.resources += VASTReader.urls(node).map { ResourceDeclaration(kind: kind, url: $0, type: type) }
    }

    /// The first linear creative names the ad's creative; any other does where there is none.
    private static func identify(_ creative: XMLNode, in ad: inout AdDeclaration) {
        let universal = creative.first("universaladid").flatMap { node in
            VASTReader.nonEmpty(node.trimmedText) ?? node.attributes["idvalue"]
        }
        ad.universalAdID = ad.universalAdID ?? universal
        let own = creative.attributes["id"] ?? creative.attributes["adid"]
        ad.creative = ad.creative ?? own ?? universal
    }
}
