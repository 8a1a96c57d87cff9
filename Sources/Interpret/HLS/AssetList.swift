import Encodings
import Model

/// The asset list of an HLS interstitial: `{"ASSETS": [{"URI": …, "DURATION": …}]}`, with the trackers that
/// ``CreativeSignaling`` adds for the list and for each asset.
struct AssetList: Sendable {
    private var root: JSONValue?
    /// Why there is no list.
    private var flaw: String?
    private var isUnseen = false

    private static let holdsNone = "the answer holds no ASSETS array"
    private static let replaced = "the answer was replaced when the capture was exported"

    /// `nil` when the response is no asset list and was not asked for as one.
    init?(_ response: Exchange.Response, of observation: Observation) {
        // Another kind of JSON may hold the word; only an interstitial's own request is known to want a list.
        let isWanted = observation.url.value("_HLS_primary_id") != nil
        let body = response.body
        guard JSONReader.beginsObject(body.bytes),
            Self.names(Array("\"ASSETS\"".utf8), in: body.bytes)
        else {
            guard isWanted, body.content != .media else { return nil }
            let isMissing = body.bytes.isEmpty && body.content != .empty
            isUnseen = isMissing || Redaction.isPlaceholder(body.bytes)
            flaw = isMissing ? "body is \(body.state)" : isUnseen ? Self.replaced : Self.holdsNone
            return
        }
        do throws(JSONDocumentFault) {
            let read = try JSONReader.readDocument(body.bytes)
            guard isWanted || read["ASSETS"] != nil else { return nil }
            let assets = read["ASSETS"]?.elements ?? []
            isUnseen =
                Self.isReplaced(read["ASSETS"])
                || assets.contains { [$0, $0["URI"], $0["DURATION"]].contains(where: Self.isReplaced) }
            if !isUnseen, case .array = read["ASSETS"] { root = read }
            if root == nil { flaw = isUnseen ? Self.replaced : Self.holdsNone }
        } catch {
            guard isWanted || error.isAmbiguous else { return nil }
            // What the player was told is as unknown as in a body that was not seen.
            isUnseen = error.isAmbiguous
            flaw = "byte \(error.offset): expected \(error.expected), found \(error.found)"
        }
    }

    /// Whether a sanitiser's word stands where a value was.
    private static func isReplaced(_ value: JSONValue?) -> Bool {
        value?.string.map { Redaction.isPlaceholder(Array($0.utf8)) } ?? false
    }

    func declare(for observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        let assets = root?["ASSETS"]?.elements ?? []
        let tracked = Self.tracking(of: root, assets: assets.count)
        let slots = slotsOfAssets(assets)
        let declared = run.declare(
            DocumentDeclaration(
                kind: .assetList,
                state: isUnseen ? .unseen : root == nil ? .malformed : assets.isEmpty ? .empty : .wellFormed,
                label: "asset list", detail: flaw,
                ads: assets.indices.map { place in
                    var ad = ad(assets[place], slots: slots.own[place], against: observation.url)
                    if tracked.ofAssets.indices.contains(place) { ad.trackers += tracked.ofAssets[place] }
                    return ad
                },
                trackers: slots.other.flatMap { Self.trackers(of: $0, against: observation.url) } + tracked.ofList),
            for: observation)
        for (asset, ad) in zip(assets, declared.ads) {
            guard let address = Self.address(asset) else { continue }
            let url = URLFields(RelativeReference.resolve(address, against: observation.url))
            run.timelines.own(streamOf: PlaylistMarkers.identity(of: url), by: ad)
        }
        reportSilent(observation, in: &run)
        let incomplete = assets.contains { Self.address($0) == nil || Self.duration($0) == nil }
        guard root == nil || incomplete else { return }
        run.report(
            Diagnostic(
                .hlsAssetListUnread, locator: exchange.locator, at: exchange.startedAt,
                subject: exchange.request.host, detail: flaw ?? "an asset lacks URI or DURATION",
                // Its ads and their trackers stay unknown.
                blind: isUnseen
                    ? Blind(
                        from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                        hides: .responses) : nil))
    }

    /// MediaTailor's trackers: those of each asset where the list has as many ads as assets, else those of the list.
    private static func tracking(
        of root: JSONValue?, assets: Int
    ) -> (ofList: [TrackerDeclaration], ofAssets: [[TrackerDeclaration]]) {
        guard let document = root?["TRACKING"].flatMap({ TrackingDocument($0) }) else { return ([], []) }
        let trackers = document.ads.map(\.declaration.trackers)
        if trackers.count == assets { return ([], trackers) }
        let all = trackers.flatMap { $0 }
        return assets == 1 ? ([], [all]) : (all, [])
    }

    /// A key that is there to declare trackers and declares none hides what they would have been.
    private func reportSilent(_ observation: Observation, in run: inout RunContext) {
        guard let root else { return }
        let holders = [root] + (root["ASSETS"]?.elements ?? [])
        let silent = holders.contains {
            $0[CreativeSignaling.key] != nil && Self.trackers($0, against: observation.url).isEmpty
        }
        let tracking = root["TRACKING"].map {
            TrackingDocument($0)?.ads.allSatisfy(\.declaration.trackers.isEmpty) ?? true
        }
        guard silent || tracking == true else { return }
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                .hlsSignalingSilent, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: "\(silent ? CreativeSignaling.key : "TRACKING") names no URL that could be read"))
    }

    private func ad(_ asset: JSONValue, slots: [JSONValue], against base: URLFields) -> AdDeclaration {
        let uri = Self.address(asset).map { RelativeReference.resolve($0, against: base) }
        return AdDeclaration(
            kind: .stitched, family: .hls,
            durationUs: Self.duration(asset),
            trackers: Self.trackers(asset, against: base) + slots.flatMap { Self.trackers(of: $0, against: base) }
                + (asset["TRACKING"].flatMap { TrackingDocument($0) }?.ads.flatMap(\.declaration.trackers) ?? []),
            resources: uri.map { [ResourceDeclaration(kind: .playlist, url: $0, type: "asset")] } ?? [])
    }

    private static func address(_ asset: JSONValue) -> String? {
        asset["URI"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A player reads a number; a text is none to it.
    private static func duration(_ asset: JSONValue) -> Int64? {
        guard let duration = asset["DURATION"], duration.string == nil else { return nil }
        return duration.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }
    }

    private static func trackers(_ holder: JSONValue, against base: URLFields) -> [TrackerDeclaration] {
        slots(holder).flatMap { trackers(of: $0, against: base) }
    }

    private static func slots(_ holder: JSONValue) -> [JSONValue] {
        holder[CreativeSignaling.key].map { CreativeSignaling($0).slots } ?? []
    }

    private static func trackers(of slot: JSONValue, against base: URLFields) -> [TrackerDeclaration] {
        CreativeSignaling.trackers(of: slot, against: base)
    }

    /// The slots that the whole list's signaling describes, by the asset that begins when they do; those of no asset last.
    private func slotsOfAssets(_ assets: [JSONValue]) -> (own: [[JSONValue]], other: [JSONValue]) {
        var own = assets.map { _ in [JSONValue]() }
        var other: [JSONValue] = []
        var starts: [Int64] = []
        var end: Int64 = 0
        for asset in assets {
            starts.append(end)
            end = end.addingReportingOverflow(Self.duration(asset) ?? 0).partialValue
        }
        for slot in root.map(Self.slots) ?? [] {
            let start = slot["start"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }
            let index = start.flatMap { start in
                starts.firstIndex { $0.subtractingReportingOverflow(start).partialValue.magnitude < 500_000 }
            }
            if let index { own[index].append(slot) } else { other.append(slot) }
        }
        return (own, other)
    }

    private static func names(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = word.first, bytes.count >= word.count else { return false }
        return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: word) }
    }
}
