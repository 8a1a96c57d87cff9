/// Macros in tracker URLs, as VAST 4.3 section 6 has them.
enum Macros {
    /// What a macro is replaced with, by its name without brackets.
    typealias Values = [String: String]

    /// Replaces what is known and leaves the rest alone.
    static func expanded(_ template: String, _ values: Values) -> String {
        guard template.contains("[") else { return template }
        var result = template
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            result = result.replacing("[\(name)]", with: URLText.escaped(value))
        }
        return result
    }

    /// Macros whose value hangs on the moment and the ad.
    static func of(_ ad: AdSpec, at moment: Microseconds, position: Microseconds) -> Values {
        [
            "TIMESTAMP": Calendar.iso(moment), "ADPLAYHEAD": Calendar.offset(position, always: true),
            "ASSETURI": ad.media, "ADSERVINGID": ad.servingId,
        ]
    }

    /// The same tracker fired anew: what is random is drawn again.
    static func renewed(_ intent: Intent, with stream: inout Randomness) -> String {
        guard let template = intent.template, template.contains("[CACHEBUSTING]") else { return intent.url }
        let parts = template.components(separatedBy: "[CACHEBUSTING]")
        guard let start = parts.first, let place = intent.url.range(of: start.prefix { $0 != "[" }) else {
            return intent.url
        }
        // The buster is the only run of eight digits behind its parameter's name.
        let name = String(start.reversed().prefix { $0 != "&" && $0 != "?" && $0 != "/" }.reversed())
        guard !name.isEmpty, let found = intent.url[place.lowerBound...].range(of: name) else { return intent.url }
        let value = intent.url[found.upperBound...].prefix(8)
        guard value.count == 8, value.allSatisfy(\.isNumber) else { return intent.url }
        return intent.url.replacingCharacters(in: value.startIndex..<value.endIndex, with: stream.digits(8))
    }
}
