import Model

/// The asset list of an HLS interstitial: `{"ASSETS": [{"URI": …, "DURATION": …}]}`, with the trackers that
/// `X-AD-CREATIVE-SIGNALING` adds for the list and for each asset.
struct AssetList: Sendable {
    private var root: JSONValue?
    private var fault: JSONFault?

    /// `nil` when the response is no asset list.
    init?(_ response: Exchange.Response, of observation: Observation) {
        let bytes = response.body.bytes
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), Self.names(Array("\"ASSETS\"".utf8), in: bytes)
        else { return nil }
        do throws(JSONFault) {
            let root = try JSONReader.read(bytes)
            guard root["ASSETS"] != nil else { return nil }
            self.root = root
        } catch {
            // Another kind of JSON may hold the word; only an interstitial's own request is known to want a list.
            guard observation.url.value("_HLS_primary_id") != nil else { return nil }
            fault = error
        }
    }

    func declare(for observation: Observation, in run: inout RunContext) {
        let assets = root?["ASSETS"]?.elements ?? []
        let detail = fault.map { "byte \($0.offset): expected \($0.expected), found \($0.found)" }
        run.declare(
            DocumentDeclaration(
                kind: .assetList, state: root == nil ? .malformed : assets.isEmpty ? .empty : .wellFormed,
                label: "asset list", detail: detail, ads: assets.map { ad($0, against: observation.url) },
                trackers: root.map { Self.trackers($0, against: observation.url) } ?? []),
            for: observation)
        let incomplete = assets.contains { $0["URI"]?.string == nil || $0["DURATION"]?.scalar == nil }
        guard root == nil || incomplete else { return }
        run.report(
            Diagnostic(
                .hlsAssetListUnread, locator: observation.exchange.locator, at: observation.exchange.startedAt,
                subject: observation.exchange.request.host, detail: detail ?? "an asset lacks URI or DURATION"))
    }

    private func ad(_ asset: JSONValue, against base: URLFields) -> AdDeclaration {
        let uri = asset["URI"]?.string.map { RelativeReference.resolve($0, against: base) }
        return AdDeclaration(
            kind: .stitched, family: .hls,
            durationMicroseconds: asset["DURATION"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) },
            trackers: Self.trackers(asset, against: base),
            resources: uri.map { [ResourceDeclaration(kind: .playlist, url: $0, type: "asset")] } ?? [])
    }

    private static func trackers(_ holder: JSONValue, against base: URLFields) -> [TrackerDeclaration] {
        let signaling = holder["X-AD-CREATIVE-SIGNALING"]
        let tracking = (signaling?["payload"] ?? signaling)?["tracking"]?.elements ?? []
        return tracking.flatMap { entry in
            (entry["urls"]?.elements ?? []).compactMap(\.string).map { url in
                TrackerDeclaration(
                    family: .ssai, event: PlaybackEvent.canonical(entry["type"]?.string ?? ""),
                    url: RelativeReference.resolve(url, against: base), element: "X-AD-CREATIVE-SIGNALING")
            }
        }
    }

    private static func names(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = word.first, bytes.count >= word.count else { return false }
        return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: word) }
    }
}
