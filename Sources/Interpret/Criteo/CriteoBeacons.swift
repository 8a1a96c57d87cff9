import Encodings
import Model

/// Criteo's OMID beacons: the URLs inside the `VerificationParameters` of vendor `criteo.com-omid`.
///
/// Their format is not public, so anything that pairs an event's name with a URL is read: JSON, a query string, either of
/// them percent-encoded or in Base64 (docs/attribution.md, "Criteo's verification parameters").
enum CriteoBeacons {
    /// The beacons of Criteo's guide, in the order they are due.
    static let events = [
        "omidTrackView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
        "twoSecondsFiftyPercentView",
    ]

    private static let spellings = events.map { event in
        (event: event, letters: [letters(event), letters("omid" + event)])
    }

    static func isVendor(_ vendor: String) -> Bool {
        vendor.lowercased().hasPrefix("criteo.com")
    }

    static func trackers(in parameters: String, line: Int?) -> [TrackerDeclaration] {
        var text = Array(TrackerTemplate.trim(parameters).utf8)
        // Each layer of encoding may hide the next; three are more than anybody uses.
        for _ in 0..<3 {
            let found = pairs(text)
            if !found.isEmpty {
                return found.map { event, url in
                    TrackerDeclaration(
                        family: .criteo, event: event, url: url, element: "VerificationParameters", line: line)
                }
            }
            guard let inner = unwrap(text) else { return [] }
            text = inner
        }
        return []
    }

    private static func unwrap(_ text: [UInt8]) -> [UInt8]? {
        if let decoded = Base64.decode(text.span), decoded.count > 8, decoded.allSatisfy({ $0 >= 0x20 || $0 == 0x0A }) {
            return decoded
        }
        let decoded = PercentCoding.decode(text, plusIsSpace: false)
        return decoded.count < text.count ? decoded : nil
    }

    private static func pairs(_ text: [UInt8]) -> [(event: String, url: String)] {
        switch text.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): jsonPairs(text)
        default: queryPairs(text)
        }
    }

    /// The event is the URL's key, or another string value near it (`{"event": "start", "url": …}`), or in the URL.
    private static func jsonPairs(_ text: [UInt8]) -> [(event: String, url: String)] {
        var found: [(event: String, url: String)] = []
        var strings = JSONStrings(text)
        var named: String?
        while let bytes = strings.next() {
            let string = String(decoding: bytes, as: UTF8.self)
            if isURL(string), !strings.isKey {
                if let event = named ?? eventInside(string) { found.append((event, string)) }
                named = nil
            } else if let event = event(named: string) {
                named = event
            }
        }
        return found
    }

    private static func queryPairs(_ text: [UInt8]) -> [(event: String, url: String)] {
        let query = text.first == UInt8(ascii: "?") ? text : [UInt8(ascii: "?")] + text
        let fields = URLFields(bytes: query)
        return fields.pairs.compactMap { pair in
            guard let range = pair.value else { return nil }
            let url = String(decoding: fields.decoded(range, plusIsSpace: false), as: UTF8.self)
            let key = String(decoding: fields.decoded(pair.key, plusIsSpace: true), as: UTF8.self)
            guard isURL(url), let event = event(named: key) ?? eventInside(url) else { return nil }
            return (event, url)
        }
    }

    private static func isURL(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    private static func event(named name: String) -> String? {
        // Longer texts are values, not names.
        guard name.utf8.count <= 40 else { return nil }
        let wanted = letters(name)
        return spellings.first { $0.letters.contains(wanted) }?.event
    }

    /// The event as a path segment or a query value of the URL.
    private static func eventInside(_ url: String) -> String? {
        let fields = URLFields(url)
        let segments = fields.text(fields.path).split(separator: "/").map(String.init)
        let values = fields.pairs.compactMap { $0.value.map(fields.text) }
        return (segments.reversed() + values).lazy.compactMap { event(named: $0) }.first
    }

    /// ASCII letters and digits in lower case: `first_quartile` is `firstQuartile`.
    private static func letters(_ text: String) -> [UInt8] {
        text.utf8.map(ASCII.lowercased).filter { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || ASCII.isDigit(byte)
        }
    }
}
