import Encodings
import Model

/// One request to Nielsen, decoded.
struct NielsenPing: Sendable, Hashable {
    var endpoint: NielsenEndpoint
    var parameters: NielsenParameters
    let path: String

    /// `nil` when the host is not Nielsen's.
    init?(host: String, url: URLFields) {
        guard let endpoint = NielsenEndpoint.of(host: host, url: url) else { return nil }
        self.endpoint = endpoint
        parameters = NielsenParameters(url)
        path = url.text(url.path)
        appendDerived(host: host, url: url)
    }

    /// Identifiers that an endpoint carries in its path or host become parameters of the name that pings use.
    private mutating func appendDerived(host: String, url: URLFields) {
        let segments = url.segments
        switch endpoint {
        case .emm:
            let label = host.prefix { $0 != "." }
            if host.hasSuffix(".nuid.imrworldwide.com") {
                parameters.append(derived: "sessionId", value: String(label))
            }
        case .config:
            guard segments.first == "conf", let file = segments.last, file.hasSuffix(".js") else { return }
            parameters.append(derived: "apid", value: String(file.dropLast(3)))
        case .cloud:
            // `/nmapi/v2/<app id>/<session>/a?b=<json>`
            if segments.count > 3 {
                parameters.append(derived: "apid", value: segments[2])
                parameters.append(derived: "sessionId", value: segments[3])
            }
            appendCloudEvent()
        default: break
        }
    }

    /// The JSON of a cloud ping as (`b`, path): `b=%7B%22event%22%3A%22playhead%22%7D` is (`b`, `event`, `playhead`).
    private mutating func appendCloudEvent() {
        guard let text = parameters.value("b") else { return }
        do throws(JSONDocumentFault) {
            for scalar in try JSONReader.read(Array(text.utf8)).scalars {
                parameters.append(derived: "b", subkey: scalar.path, value: scalar.value)
            }
        } catch {
            // The raw parameter is a row in any case; a rule on its parts finds none.
            return
        }
    }

    /// What it reports (docs/nielsen-pings.md, "Kinds of pings"): the endpoint's name, for DCR pings what `cr` says
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
    var viewedUs: Int64? { seconds("c27", "cln") }

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
