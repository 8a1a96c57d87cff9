import Model

/// A VMAP 1.0 tree as declarations: each break is an ad of kind ``Ad/Kind/adBreak``, its ads are nested under it.
enum VMAPReader {
    static func read(_ root: XMLNode, label: String) -> DocumentDeclaration {
        let breaks = root.all("adbreak").map(adBreak)
        return DocumentDeclaration(
            kind: .vmap, version: root.attributes["version"], state: breaks.isEmpty ? .empty : .wellFormed,
            label: label,
            ads: breaks)
    }

    private static func adBreak(_ node: XMLNode) -> AdDeclaration {
        var adBreak = AdDeclaration(
            kind: .adBreak, family: .vmap, adID: node.attributes["breakid"], title: node.attributes["timeoffset"])
        if isLinear(node) { adBreak.offsetUs = node.attributes["timeoffset"].flatMap(offset) }
        for events in node.all("trackingevents") {
            adBreak.trackers += VASTCreatives.trackingEvents(events, element: "Tracking", duration: nil, family: .vmap)
        }
        for source in node.all("adsource") {
            for url in source.all("adtaguri").flatMap(VASTReader.urls) {
                adBreak.documentURLs.append(url)
                adBreak.resources.append(ResourceDeclaration(kind: .wrappedTag, url: url))
            }
            for data in source.all("vastaddata") + source.all("vastdata") { readInline(data, into: &adBreak) }
        }
        return adBreak
    }

    /// A player that has no place for display ads or overlays leaves breaks of nothing else out (VMAP 1.0, 2.3.1, breakType).
    private static func isLinear(_ node: XMLNode) -> Bool {
        node.attributes["breaktype"].map { $0.lowercased().split { ", ".contains($0) }.contains("linear") } ?? true
    }

    /// The place in the content, where it is a time: `end`, shares but the first, and positions (`#2`) are none.
    private static func offset(_ text: String) -> Int64? {
        text == "start" || text == "0%" ? 0 : VASTTime.microseconds(text)
    }

    /// VAST as elements, or as text in a CDATA section.
    private static func readInline(_ data: XMLNode, into adBreak: inout AdDeclaration) {
        if let vast = data.first("vast") {
            adBreak.add(VASTReader.read(vast, label: ""))
        } else if case .success(let tree, _) = AdXML.parse(Array(data.trimmedText.utf8)), tree.name == "vast" {
            adBreak.add(VASTReader.read(tree, label: ""))
        }
    }
}

extension AdDeclaration {
    fileprivate mutating func add(_ vast: DocumentDeclaration) {
        nested += vast.ads
        trackers += vast.trackers
    }
}
