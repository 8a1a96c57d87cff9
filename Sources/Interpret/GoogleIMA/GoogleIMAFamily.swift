import Model

/// Ad requests to Google Ad Manager (client-side insertion with the IMA SDK): one beacon of kind `ad-request` each, with
/// all parameters, those inside `cust_params` as (`cust_params`, key). The documents they are answered with are VAST.
/// Requests for display ads have the kind `display-ad-request`.
///
/// Where other traffic says the same of consent as the request does, (`noticed`, parameter) is the time, in microseconds,
/// since when it does; (`updated`, `gdpr_consent`) is when the choice was made, in tenths of a second.
public struct GoogleIMAFamily: BeaconFamily {
    public let readsParameters = true

    private var notices = ConsentNotices()
    /// Before the first ad request no choice can be new.
    private var hasAsked = false

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight else { return }
        guard let request = AdRequest(observation) else {
            if hasAsked { notices.follow(observation) }
            return
        }
        hasAsked = true
        let kind = request.isVideo ? "ad-request" : "display-ad-request"
        let beacon = run.recordBeacon(observation, family: .ima, kind: kind, event: kind)
        var parameters = request.parameters(of: beacon)
        func add(_ name: String, of field: QueryField, _ value: String) {
            parameters.append(
                Parameter(
                    beacon: beacon, name: name, subkey: field.name, ordinal: parameters.count, raw: "", value: value))
        }
        for field in request.fields {
            if let since = notices.since(field) { add("noticed", of: field, "\(since.microseconds)") }
            // Two strings in one request say nothing together.
            if field.name == ConsentSignal.transparency.rawValue,
                request.fields.count(where: { $0.name == field.name }) == 1,
                let updated = ConsentSignal.updated(Array(field.value.utf8)[...])
            {
                add("updated", of: field, "\(updated)")
            }
        }
        for parameter in parameters { run.emit(.parameter(parameter)) }
    }
}
