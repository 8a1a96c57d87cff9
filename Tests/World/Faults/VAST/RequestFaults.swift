/// How requests are made from trackers: macros, encodings, methods.
enum RequestFaults {
    static let all: [Fault] = macros + forms

    /// Changes the beacons of the first ad.
    private static func changed(
        _ id: String, _ title: String, breaks: String, _ severity: Fault.Severity, kinds: Set<String> = Players.all,
        only event: String? = nil, setUp: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable (inout Intent) -> Void
    ) -> Fault {
        Fault(id, title, family: "vast", breaks: breaks, severity: severity, kinds: kinds) { stage, _ in
            guard let owner = Players.ads(stage).first else { return }
            for beacon in Players.beacons(stage, of: owner) where event == nil || beacon.event == event {
                var changed = beacon
                change(&changed)
                guard changed != beacon else { continue }
                stage.alter(beacon, title) { $0 = changed }
            }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            setUp(&script)
        }
    }

    /// A URL's field with another value.
    private static func setting(_ name: String, _ url: String, _ value: (String) -> String) -> String {
        guard let field = URLText.fields(url).first(where: { $0.name == name }) else { return url }
        return url.replacing("\(name)=\(field.value)", with: "\(name)=" + value(field.value))
    }

    private static func buster(_ url: String, _ value: (String) -> String) -> String {
        setting("rnd", setting("cb", url, value), value)
    }

    private static let macros: [Fault] = [
        changed(
            "vast.macros-unexpanded", "Macros are never expanded", breaks: "VAST 4.3 6.1: macros are replaced", .error
        ) { $0.url = buster($0.url) { _ in "[CACHEBUSTING]" } },
        changed(
            "vast.macros-encoded", "Macros leave in percent-encoded brackets",
            breaks: "VAST 4.3 6.1: macros are replaced", .error
        ) { $0.url = buster($0.url) { _ in "%5BCACHEBUSTING%5D" } },
        changed(
            "vast.cachebuster-letters", "CACHEBUSTING is filled with letters", breaks: "VAST macros: eight digits",
            .warning, setUp: { $0[AdSales.version] = .v42 }
        ) { $0.url = buster($0.url) { String($0.utf8.map { Character(UnicodeScalar($0 + 49)) }) } },
        changed(
            "vast.cachebuster-reused", "One CACHEBUSTING value serves all events",
            breaks: "VAST macros: a random number", .warning
        ) { $0.url = buster($0.url) { _ in "48151623" } },
        changed(
            "vast.timestamp-epoch", "TIMESTAMP is seconds since 1970", breaks: "VAST macros: ISO 8601", .warning,
            setUp: withTimestamps
        ) { intent in intent.url = setting("ts", intent.url) { _ in String(intent.at / 1_000_000) } },
        changed(
            "vast.timestamp-encoded-twice", "Values of macros are percent-encoded twice",
            breaks: "VAST 4.3 6.1: encoded once",
            .warning, setUp: withTimestamps
        ) { intent in intent.url = setting("ts", intent.url) { $0.replacing("%", with: "%25") } },
        changed(
            "vast.playhead-zero", "ADPLAYHEAD is always zero", breaks: "VAST macros: the position in the ad", .warning,
            kinds: ["vast", "omid"], setUp: withMacros
        ) { intent in
            // Where an ad begins, zero is right.
            guard !["impression", "creativeView", "start"].contains(intent.event) else { return }
            intent.url = setting("ph", intent.url) { _ in "00%3A00%3A00.000" }
        },
        changed(
            "vast.adservingid-wrong", "ADSERVINGID is not the document's",
            breaks: "VAST 4.3 3.4.3: passed on unchanged", .error,
            kinds: ["vast", "omid"], setUp: withMacros
        ) { intent in intent.url = setting("sid", intent.url) { _ in "unknown-0" } },
    ]

    @Sendable private static func withMacros(_ script: inout Script) {
        script[AdSales.macros] = true
        script[AdSales.version] = .v43
        script[AdSales.longURLs] = false
    }

    /// Only one server writes TIMESTAMP into its trackers: a wrapper chain of all of them has it.
    @Sendable private static func withTimestamps(_ script: inout Script) {
        script[AdSales.style] = "path"
        // Older versions say nothing of the form of values.
        script[AdSales.version] = .v42
    }

    private static let forms: [Fault] = [
        changed(
            "vast.insecure", "Trackers are sent over http", breaks: "practice: https documents are counted over https",
            .warning
        ) { $0.url = $0.url.replacing("https://", with: "http://") },
        changed(
            "vast.ampersands", "&amp; of the document leaves as it stands", breaks: "XML: entities are read", .error,
            only: "midpoint", setUp: { $0[AdSales.style] = "query" }
        ) { $0.url = $0.url.replacing("&", with: "&amp;") },
        changed(
            "vast.head", "Beacons are sent with HEAD", breaks: "Criteo guide, R-000-73: HTTP GET of the tracker URL",
            .error
        ) { $0.method = "HEAD" },
        changed(
            "vast.query-dropped", "The query is lost when the URL is put together",
            breaks: "VAST 4.3 3.14: the tracker's URL", .error,
            only: "firstQuartile", setUp: { $0[AdSales.style] = "query" }
        ) { $0.url = String($0.url.prefix { $0 != "?" }) },
    ]
}
