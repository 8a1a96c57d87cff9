import Model

/// A VAST 2.0 to 4.3 tree (and VAST 1's, as far as it says the same) as declarations.
struct VASTReader: Sendable {
    /// The document's version as declared; events of unknown versions are read all the same.
    static func read(_ root: XMLNode, label: String) -> DocumentDeclaration {
        let ads = root.all("ad").compactMap(ad)
        let errors = root.all("error").flatMap { trackers($0, event: "error", element: "Error") }
        return DocumentDeclaration(
            kind: .vast, version: root.attributes["version"] ?? (root.name == "vast" ? nil : "1.0"),
            state: ads.isEmpty ? .empty : .wellFormed, label: label, ads: ads, trackers: errors)
    }

    /// `nil` for an `<Ad>` that is neither inline nor wrapper.
    static func ad(_ node: XMLNode) -> AdDeclaration? {
        let isWrapper = node.first("inline") == nil
        guard let body = node.first("inline") ?? node.first("wrapper") else { return nil }
        var ad = AdDeclaration(
            kind: isWrapper ? .wrapper : .inline, family: .vast,
            sequence: node.attributes["sequence"].flatMap { Int(TrackerTemplate.trim($0)) },
            adID: node.attributes["id"],
            title: nonEmpty(body.first("adtitle")?.trimmedText))
        ad.servingID = nonEmpty(body.first("adservingid")?.trimmedText)
        ad.expiresUs = body.first("expires").flatMap { Int64($0.trimmedText) }.flatMap { seconds in
            (0...31_536_000).contains(seconds) ? seconds * 1_000_000 : nil
        }
        readTop(body, into: &ad)
        VASTCreatives.read(body, into: &ad)
        VASTVerification.read(verifications(body), into: &ad)
        readExtensions(body, into: &ad)
        if isWrapper { readTag(body, into: &ad) }
        return ad
    }

    /// Every URL of an element: its text, or the texts of nested `<URL>` elements, as VAST 1 writes them.
    static func urls(_ node: XMLNode) -> [String] {
        let nested = node.all("url").map(\.trimmedText)
        return (nested.isEmpty ? [node.trimmedText] : nested).filter { !$0.isEmpty }
    }

    static func trackers(
        _ node: XMLNode, event: String, element: String, offset: Int64? = nil, family: Family = .vast
    ) -> [TrackerDeclaration] {
        urls(node).map { url in
            TrackerDeclaration(
                family: family, event: event, url: url, element: element, offsetUs: offset, line: node.line)
        }
    }

    private static func readTop(_ body: XMLNode, into ad: inout AdDeclaration) {
        for node in body.all("impression") { ad.trackers += trackers(node, event: "impression", element: "Impression") }
        for node in body.all("error") { ad.trackers += trackers(node, event: "error", element: "Error") }
        for viewable in body.all("viewableimpression") {
            for (name, event, element) in [
                ("viewable", "viewable", "Viewable"), ("notviewable", "notViewable", "NotViewable"),
                ("viewundetermined", "viewUndetermined", "ViewUndetermined"),
            ] {
                for node in viewable.all(name) { ad.trackers += trackers(node, event: event, element: element) }
            }
        }
        // VAST 1 keeps its tracking events directly under InLine.
        for events in body.all("trackingevents") {
            ad.trackers += VASTCreatives.trackingEvents(events, element: "Tracking", duration: nil)
        }
    }

    /// Trackers of extensions, such as Google's `<CustomTracking>`: under names of their own, for no specification says when
    /// one is due. A standard event in an extension is another than the ad's.
    private static func readExtensions(_ body: XMLNode, into ad: inout AdDeclaration) {
        for node in body.all("extensions").flatMap({ $0.all("extension") })
        where node.descendants("verification").isEmpty {
            for tracking in node.descendants("tracking") {
                guard let name = nonEmpty(tracking.attributes["event"]) else { continue }
                let event = EventName.standard(name).map { "extension:\($0)" } ?? name
                ad.trackers += trackers(tracking, event: event, element: "Extension/Tracking")
            }
        }
    }

    private static func readTag(_ body: XMLNode, into ad: inout AdDeclaration) {
        let tags = body.all("vastadtaguri") + body.all("vastadtagurl")
        for url in tags.flatMap(urls) {
            ad.documentURLs.append(url)
            ad.resources.append(ResourceDeclaration(kind: .wrappedTag, url: url))
        }
    }

    /// `<AdVerifications>` of 4.1 and later, and the extension that carries it in older versions.
    private static func verifications(_ body: XMLNode) -> [XMLNode] {
        body.all("adverifications").flatMap { $0.all("verification") }
            + body.all("extensions").flatMap { $0.descendants("verification") }
    }

    static func nonEmpty(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text
    }
}
