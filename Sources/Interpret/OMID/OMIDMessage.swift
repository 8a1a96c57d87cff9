import Encodings
import Model

/// What one request of an IAB verification script says.
///
/// Two scripts exist and both send to a path that ends in `sendmessage`, on whatever host: the compliance script as
/// `?version=…`, `?supported=yes` or a flattened event that ends with `rawJSON=`; the validation script as
/// `?msg=<locale date>::<JSON>`.
enum OMIDMessage: Sendable, Hashable {
    /// The script runs: its version, or whether it found the service.
    case announcement(event: String, value: String)
    case event(OMIDReport)
    /// It is one of these requests, but its event cannot be read.
    case unread(String)

    /// `nil` for other requests.
    init?(_ observation: Observation) {
        let url = observation.url
        guard Self.isEndpoint(url.bytes[url.path]) else { return nil }
        var fields = QueryField.read(url)
        let body = observation.exchange.request.body.bytes
        if !body.isEmpty { fields += Self.bodyFields(body) }
        if let message = fields.first(where: { $0.name.lowercased() == "msg" }) {
            self = Self.validation(message.value)
        } else if let raw = fields.first(where: { $0.name == "rawJSON" }) {
            self = Self.compliance(raw.value, fields)
        } else if fields.contains(where: { $0.name == "type" }) {
            self = Self.flattened(fields).map { .event($0) } ?? .unread("an event without adSessionId")
        } else if let field = fields.first(where: { $0.name == "version" || $0.name == "supported" }) {
            self = .announcement(event: field.name, value: field.value)
        } else {
            self = .unread("none of version, supported, type, rawJSON and msg")
        }
    }

    private static let names = ["sendmessage", "sendmessage.json"].map { Array($0.utf8) }

    private static func isEndpoint(_ path: ArraySlice<UInt8>) -> Bool {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return false }
        let last = path[(slash + 1)...]
        return names.contains { name in
            name.count == last.count && zip(name, last).allSatisfy { ASCII.lowercased($1) == $0 }
        }
    }

    /// A body holds what the query would, or the JSON alone.
    private static func bodyFields(_ body: [UInt8]) -> [QueryField] {
        let text = String(decoding: body, as: UTF8.self)
        guard JSONReader.beginsObject(body) else { return QueryField.read(text) }
        return [QueryField(name: "rawJSON", raw: text, value: text)]
    }

    /// The date before the first `::` is in the device's language; the event has its own time.
    private static func validation(_ message: String) -> OMIDMessage {
        let bytes = Array(message.utf8)
        guard let separator = bytes.firstIndex(of: Array("::".utf8), from: 0) else { return .unread("no '::' in msg") }
        let json = Array(bytes[(separator + 2)...])
        do throws(JSONDocumentFault) {
            let value = try JSONReader.read(json)
            if let text = value.string {
                return .announcement(event: "supported", value: text.lowercased().contains("true") ? "yes" : "no")
            }
            return OMIDReport(value).map { .event($0) } ?? .unread("an event without type or adSessionId")
        } catch {
            return .unread("byte \(error.offset) of the JSON: expected \(error.expected), found \(error.found)")
        }
    }

    /// The whole event is in `rawJSON`; where that was cut, the flattened fields are still there.
    private static func compliance(_ raw: String, _ fields: [QueryField]) -> OMIDMessage {
        do throws(JSONDocumentFault) {
            if let report = OMIDReport(try JSONReader.read(Array(raw.utf8))) { return .event(report) }
            return flattened(fields).map { .event($0) } ?? .unread("an event without type or adSessionId")
        } catch {
            return flattened(fields).map { .event($0) }
                ?? .unread("byte \(error.offset) of rawJSON: expected \(error.expected), found \(error.found)")
        }
    }

    private static func flattened(_ fields: [QueryField]) -> OMIDReport? {
        OMIDReport(
            scalars: fields.compactMap { field in
                guard field.name != "rawJSON", field.value != "undefined" else { return nil }
                let path = field.name.split(whereSeparator: { $0 == "[" || $0 == "]" }).joined(separator: ".")
                return (path, field.value)
            })
    }
}

/// One event as a script reports it.
struct OMIDReport: Sendable, Hashable {
    struct Value: Sendable, Hashable {
        /// Member names and indices: `data.adView.percentageInView`.
        var path: String
        var text: String
    }

    var session: String
    var type: String
    /// On the device's clock.
    var stampedAt: Timestamp?
    var values: [Value]

    init?(_ event: JSONValue) {
        self.init(scalars: event.scalars)
    }

    /// `nil` without a type and a session.
    init?(scalars: [(path: String, value: String)]) {
        values = scalars.map { Value(path: $0.path, text: $0.value) }
        func text(_ path: String) -> String? { scalars.first { $0.path == path }?.value }
        guard let type = text("type"), let session = text("adSessionId"), !type.isEmpty else { return nil }
        self.type = type
        self.session = session
        stampedAt = text("timestamp").flatMap(Self.milliseconds)
    }

    func text(_ path: String) -> String? { values.first { $0.path == path }?.text }

    /// A number, where the value is one.
    func number(_ path: String) -> Double? { text(path).flatMap(Double.init) }

    /// The reasons why the ad is not fully in view.
    var reasons: [String] { values.filter { $0.path.hasPrefix("data.adView.reasons.") }.map(\.text) }

    private static func milliseconds(_ text: String) -> Timestamp? {
        guard let value = Double(text), value > 0, value < 1e15 else { return nil }
        return Timestamp(microseconds: Int64((value * 1_000).rounded()))
    }
}
