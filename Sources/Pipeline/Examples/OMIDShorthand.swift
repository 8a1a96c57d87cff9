import Audit
import Encodings
import Model

/// `0.3 omid start session=S1 duration=15`: what IAB's verification scripts send.
///
/// Each line is one message; `version` and `supported` are announcements of a script, and a script that no line announces
/// announces itself before its first message. Events have the usual data and that of the line: a key is a path below
/// `data` (`adView.geometry.width=0`), `-` as its value takes it out. Short for a path: `inView` and `reason`. Other keys:
/// `session`, `host`, `form` (`validation` for the other script), `at` (seconds: the event's own time, where it was sent
/// later), `status`, `method`.
struct OMIDShorthand: ShorthandVocabulary {
    static let families = ["omid"]

    /// The device's clock is not that of the capture.
    private static let deviceAhead = 5.0
    private static let own: Set<String> = ["session", "host", "form", "at", "status", "method", "value"]
    private static let short = ["inView": "adView.percentageInView", "reason": "adView.reasons.0"]

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        var scripts: [String: [Shorthand]] = [:]
        for line in lines { scripts[Self.endpoint(of: line), default: []].append(line) }
        for (endpoint, lines) in scripts.sorted(by: { $0.key < $1.key }) {
            if !lines.contains(where: { ["version", "supported"].contains($0.event) }), let first = lines.first {
                let at = (lines.compactMap(\.seconds).min() ?? 0) - 0.1
                for announcement in Self.announcements(endpoint, of: first) {
                    capture.add(try context.exchange(first, url: announcement, at: at), isMarked: false)
                }
            }
            for line in lines {
                guard let seconds = line.seconds else {
                    throw context.failure(line, "a line of the family omid has a time")
                }
                let url = Self.url(of: line, at: seconds, to: endpoint)
                capture.add(try context.exchange(line, url: url, at: seconds), isMarked: line.isMarked)
            }
        }
    }

    private static func isValidation(_ line: Shorthand) -> Bool { line.keys["form"] == "validation" }

    private static func endpoint(of line: Shorthand) -> String {
        isValidation(line)
            ? "http://\(line.keys["host"] ?? "validation.test:66")/sendMessage?"
            : "https://\(line.keys["host"] ?? "compliance.test")/omsdk/sendmessage?"
    }

    private static func announcements(_ endpoint: String, of line: Shorthand) -> [String] {
        isValidation(line)
            ? ["\(endpoint)msg=\(encoded("1/2/2026, 10:41:11 AM::\"OmidSupported[true]\""))"]
            : ["\(endpoint)version=1.5.2", "\(endpoint)supported=yes"]
    }

    private static func url(of line: Shorthand, at seconds: Double, to endpoint: String) -> String {
        switch line.event {
        case "version": return "\(endpoint)version=\(line.keys["value"] ?? "1.5.2")"
        case "supported": return "\(endpoint)supported=\(line.keys["value"] ?? "yes")"
        default: break
        }
        let happened = line.keys["at"].flatMap(Double.init) ?? seconds
        let stamp = ExampleCapture.time(happened + deviceAhead).microseconds / 1_000
        let session = line.keys["session"] ?? "S1"
        let data = ExampleJSON(Self.data(of: line))
        let event = """
            {"adSessionId": "\(session)", "timestamp": \(stamp), "type": "\(line.event)"\
            \(data.isEmpty ? "" : ", \"data\": \(data.text)")}
            """
        guard isValidation(line) else {
            let flat = "adSessionId=\(session)&timestamp=\(stamp)&type=\(line.event)"
            return "\(endpoint)\(flat)\(data.isEmpty ? "&data=undefined" : "")&rawJSON=\(encoded(event))"
        }
        return "\(endpoint)msg=\(encoded("1/2/2026, 10:41:11 AM::\(event)"))"
    }

    private static func data(of line: Shorthand) -> [(path: String, value: String)] {
        var data = usual[line.event] ?? []
        for (key, value) in line.keys.sorted(by: { $0.key < $1.key }) where !own.contains(key) {
            let path = short[key] ?? key
            data.removeAll { $0.path == path || $0.path.hasPrefix(path + ".") }
            if value != "-" { data.append((path, value)) }
        }
        return data
    }

    private static let view: [(path: String, value: String)] = [
        ("viewport.width", "390"), ("viewport.height", "844"), ("adView.percentageInView", "100"),
        ("adView.geometry.x", "0"), ("adView.geometry.y", "100"), ("adView.geometry.width", "390"),
        ("adView.geometry.height", "219"), ("adView.onScreenGeometry.width", "390"),
        ("adView.onScreenGeometry.height", "219"),
    ]
    private static let kind: [(path: String, value: String)] = [
        ("creativeType", "video"), ("mediaType", "video"), ("impressionType", "beginToRender"),
    ]
    private static let usual: [String: [(path: String, value: String)]] = [
        "sessionStart": kind + [
            ("context.apiVersion", "\"1.0\""), ("context.environment", "app"), ("context.adSessionType", "native"),
            ("context.sessionOwner", "native"), ("context.omidNativeInfo.partnerName", "Example"),
            ("context.omidNativeInfo.partnerVersion", "\"1.0\""), ("context.app.appId", "com.example.app"),
            ("context.deviceInfo.os", "iOS"), ("verificationParameters", "iabtechlab-example"),
        ],
        "loaded": kind + [("skippable", "false"), ("autoPlay", "true"), ("position", "standalone")],
        "impression": kind + view, "geometryChange": view,
        "start": [("duration", "30"), ("mediaPlayerVolume", "1"), ("deviceVolume", "0.5")],
        "volumeChange": [("mediaPlayerVolume", "0"), ("deviceVolume", "0.5")],
        "adUserInteraction": [("interactionType", "click")],
        "playerStateChange": [("state", "fullscreen")],
    ]

    /// As `encodeURIComponent` does it.
    private static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        PercentCoding.append(text.utf8, to: &result) { byte in
            PercentCoding.isUnreserved(byte) || "!*'()".utf8.contains(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// JSON from paths: `adView.geometry.width` with 390 is nested three deep; names that are numbers make an array.
struct ExampleJSON {
    private let values: [(path: [String], value: String)]

    init(_ values: [(path: String, value: String)]) {
        self.init(split: values.map { ($0.path.split(separator: ".").map(String.init), $0.value) })
    }

    private init(split values: [(path: [String], value: String)]) {
        self.values = values
    }

    var isEmpty: Bool { values.isEmpty }

    var text: String {
        var names: [String] = []
        for value in values where !names.contains(value.path[0]) { names.append(value.path[0]) }
        let members = names.map { name in (name, member(name)) }
        if names.allSatisfy({ Int($0) != nil }) { return "[" + members.map(\.1).joined(separator: ", ") + "]" }
        return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private func member(_ name: String) -> String {
        let below = values.filter { $0.path[0] == name }
        if let leaf = below.first(where: { $0.path.count == 1 }) { return ExampleJSON.literal(leaf.value) }
        return ExampleJSON(split: below.map { (Array($0.path.dropFirst()), $0.value) }).text
    }

    /// Numbers, words of JSON and quoted texts stand as they are; anything else is a text.
    private static func literal(_ value: String) -> String {
        if Double(value) != nil || ["true", "false", "null"].contains(value) || value.hasPrefix("\"") { return value }
        return "\"\(value)\""
    }
}
