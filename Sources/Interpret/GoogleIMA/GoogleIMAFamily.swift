import Model

/// Ad requests to Google Ad Manager (client-side insertion with the IMA SDK): one beacon of kind `ad-request` each, with
/// all parameters, those inside `cust_params` as (`cust_params`, key). The documents they are answered with are VAST.
/// Requests for display ads have the kind `display-ad-request`.
public struct GoogleIMAFamily: BeaconFamily {
    public let readsParameters = true

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, let request = AdRequest(observation) else { return }
        let kind = request.isVideo ? "ad-request" : "display-ad-request"
        let beacon = run.recordBeacon(observation, family: .ima, kind: kind, event: kind)
        for parameter in request.parameters(of: beacon) { run.emit(.parameter(parameter)) }
    }
}
