extension ReportModel {
    /// Requests to one host that concern the certification and that no rule looked at: nothing declared them, and no family
    /// knows them.
    package struct NotJudged: Sendable, Hashable {
        package var host: String
        /// `host`, `measurement` or `address`: why they are listed.
        package var why: String
        package var requests: Int
        /// The first of them.
        package var method: String
        package var url: String
        package var place: Place?

        /// Without the example.
        var words: String {
            let reason =
                switch why {
                case "measurement": "a host of ad measurement"
                case "address": "no host is named, at an address of one"
                default: "a host of trackers or beacons"
                }
            return "\(host.isEmpty ? "no host" : host): \(Phrases.count(requests, "request")) (\(reason))"
        }
    }
}
