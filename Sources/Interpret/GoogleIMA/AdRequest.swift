import Encodings
import Model

/// A request for ads to Google Ad Manager, as the IMA SDK or another client of `/gampad/ads` sends it.
struct AdRequest: Sendable, Hashable {
    /// Fields of the query and of a form body, in the order sent.
    var fields: [QueryField]

    /// `nil` when the request is none. Recognised by path, on any host; on other paths by the parameters that only these
    /// requests combine. The path `/gampad/adsiu=…`, a tag that lost its `?`, is one as well.
    init?(_ observation: Observation) {
        let url = observation.url
        let path = url.text(url.path)
        let tail = Self.tail(of: path)
        guard tail != nil || url.queryHolds("gdfp_req") else { return nil }
        var fields = QueryField.read(url)
        if let tail {
            // What follows the path without a `?` is the query that was meant.
            if !tail.isEmpty, tail != "/" { fields = QueryField.read(tail) + fields }
        } else {
            guard Self.isAdManager(fields) else { return nil }
        }
        self.fields = fields + Self.formFields(of: observation.exchange.request)
    }

    /// It asks for video ads: a page's display ads come from the same path and answer in another form.
    var isVideo: Bool {
        value("output").isEmpty || asksForVAST || value("env") == "vp"
    }

    /// The answer is to be an ad document, whatever else the path answers with.
    var asksForVAST: Bool {
        let output = value("output").lowercased()
        return output.contains("vast") || output.contains("vmap")
    }

    private func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    func parameters(of beacon: ID<Beacon>) -> [Parameter] {
        var rows: [Parameter] = []
        for field in fields {
            rows.append(field.parameter(of: beacon, ordinal: rows.count))
            guard field.name == "cust_params" else { continue }
            for inner in CustomParameters.read(field) {
                rows.append(inner.parameter(of: beacon, ordinal: rows.count))
            }
        }
        return rows
    }

    /// What follows `/gampad/ads` or `/gampad/live/ads`; `nil` on other paths.
    private static func tail(of path: String) -> String? {
        for known in ["/gampad/ads", "/gampad/live/ads"] where path.hasPrefix(known) {
            let tail = String(path.dropFirst(known.count))
            return tail.isEmpty || tail == "/" || tail.contains("=") ? tail : nil
        }
        return nil
    }

    private static func isAdManager(_ fields: [QueryField]) -> Bool {
        let names = Set(fields.map(\.name))
        return names.contains("iu") && names.contains("gdfp_req")
            && !names.isDisjoint(with: ["output", "unviewed_position_start", "env"])
    }

    private static func formFields(of request: Exchange.Request) -> [QueryField] {
        guard request.method == "POST",
            request.headers["content-type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        else { return [] }
        return QueryField.read(String(decoding: request.body.bytes, as: UTF8.self))
    }
}

/// The targeting pairs inside `cust_params`: `key=value` joined by `&`, encoded once more than the request's own pairs.
enum CustomParameters {
    struct Pair: Sendable, Hashable {
        var outer: String
        var field: QueryField

        /// The row (`cust_params`, key).
        func parameter(of beacon: ID<Beacon>, ordinal: Int) -> Parameter {
            Parameter(
                beacon: beacon, name: outer, subkey: field.name, ordinal: ordinal, raw: field.raw, value: field.value,
                encodedTwice: field.encodedTwice)
        }
    }

    /// - Parameter separator: `&` in `cust_params`, `~` in `auth-token`.
    static func read(_ field: QueryField, separator: Character = "&") -> [Pair] {
        // A value without any `=` was encoded once too often; its own row says so, its pairs are still shown.
        let text = field.value.contains("=") ? field.value : PercentCoding.text(field.value)
        guard text.contains("=") else { return [] }
        return text.split(separator: separator).flatMap { QueryField.read(String($0)) }.map {
            Pair(outer: field.name, field: $0)
        }
    }
}
