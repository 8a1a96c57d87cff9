import Model

/// One request to Nielsen, decoded.
struct NielsenPing: Sendable, Hashable {
    var endpoint: NielsenEndpoint
    var parameters: NielsenParameters

    /// `nil` when the host is not Nielsen's.
    init?(host: String, url: URLFields) {
        guard let endpoint = NielsenEndpoint.of(host: host, url: url) else { return nil }
        self.endpoint = endpoint
        parameters = NielsenParameters(url)
    }

    /// What it reports (specification of Nielsen pings, section 1.5): the endpoint's name, for DCR pings what `cr` says
    /// and, failing that, `at`.
    var kind: String {
        guard endpoint == .dcr else { return endpoint.rawValue }
        switch parameters.value("cr", "action") {
        case "V": return "view"
        case "D": return "duration"
        case "I": return "impression"
        case "S": return "static"
        case "Q": return "quarter-hour"
        default: break
        }
        switch parameters.value("at") {
        case "view": return "view"
        case "timer": return "duration"
        case "start": return "impression"
        case "sfview": return "static"
        default: return "dcr"
        }
    }

    /// `c3`: `a` ad, `c` content.
    var stream: String? { parameters.filled("c3", "st") }
    var asset: String? { parameters.filled("ai") }
    var createdAt: Timestamp? { epochSeconds("c61", "createtm") }
    var sentAt: Timestamp? { epochSeconds("c62", "sendTime") }
    var segmentAt: Timestamp? { epochSeconds("c64", "starttm") }
    var viewedMicroseconds: Int64? { seconds("c27", "cln") }

    /// Sent more than 5 s after its creation: stored while offline, or left over from an earlier run of the app.
    var isLate: Bool {
        guard let createdAt, let sentAt else { return false }
        return sentAt.microseconds(since: createdAt) > 5_000_000
    }

    /// The app id: `c13` of pings, `apid` of the config request.
    var appID: String? { parameters.filled("c13", "asid") ?? parameters.filled("apid") }
    var playerID: String? { parameters.filled("c29", "plid") }
    var appSession: String? { parameters.filled("sessionId") }
    var viewSession: String? { parameters.filled("c59", "sesid") }

    private func epochSeconds(_ name: String, _ subkey: String) -> Timestamp? {
        seconds(name, subkey).map { Timestamp(microseconds: $0) }
    }

    private func seconds(_ name: String, _ subkey: String) -> Int64? {
        guard let text = parameters.filled(name, subkey), let seconds = Int64(text) else { return nil }
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : microseconds
    }
}
