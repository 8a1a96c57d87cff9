import Model

/// Requests that a player makes for an HLS interstitial: they carry parameters that begin with `_HLS_` and name the
/// interstitial, the primary session or the offset. (`playlist`, `asset_url`) is the URL without them, as a date range
/// declares it.
enum InterstitialRequest {
    private static let names: Set<String> = ["_HLS_interstitial_id", "_HLS_primary_id", "_HLS_start_offset"]

    static func record(_ observation: Observation, in run: inout RunContext) {
        guard observation.url.queryHolds("_HLS_") else { return }
        let fields = QueryField.read(observation.url)
        guard fields.contains(where: { names.contains($0.name) }) else { return }
        let beacon = run.recordBeacon(
            observation, family: .hls, kind: "interstitial-request", event: "interstitial-request")
        for (ordinal, field) in fields.enumerated() {
            run.emit(.parameter(field.parameter(of: beacon, ordinal: ordinal)))
        }
        let asset = PlaylistMarkers.identity(of: observation.url)
        run.emit(
            .parameter(
                Parameter(
                    beacon: beacon, name: "playlist", subkey: "asset_url", ordinal: fields.count, raw: asset,
                    value: asset)))
        if let session = observation.exchange.request.headers["x-playback-session-id"] {
            run.emit(
                .parameter(
                    Parameter(
                        beacon: beacon, name: "header", subkey: "x-playback-session-id", ordinal: fields.count + 1,
                        raw: session, value: session)))
        }
    }
}
