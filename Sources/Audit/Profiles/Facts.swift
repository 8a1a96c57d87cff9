import YAML

/// What a person declares about the run: the facts file, flattened to dotted keys.
package struct Facts: Sendable, Hashable {
    /// A fact with whoever gave it.
    package struct Value: Sendable, Hashable {
        package var value: String
        package var source: String
    }

    /// Keys as rules name them: `privacy.ccpaApplies`, `expect.ads`.
    package private(set) var values: [String: Value] = [:]
    /// Hosts and addresses that have nothing to do with the integration.
    package private(set) var unrelated: [String] = []
    /// Families that must be seen.
    package private(set) var expectedFamilies: [String] = []
    /// Input name to milliseconds.
    package private(set) var clockOffsets: [String: Double] = [:]
    /// Attestation key to who, when and why.
    package private(set) var attestations: [String: String] = [:]

    package init() {}

    /// The value of a fact; `nil` when nobody gave it.
    package subscript(_ key: String) -> String? { values[key]?.value }

    /// A source that ranks lower never replaces one that ranks higher: file > log-header > capture > assumed.
    package mutating func declare(_ key: String, _ value: String, source: String) {
        if let known = values[key], Facts.rank(known.source) <= Facts.rank(source) { return }
        values[key] = Value(value: value, source: source)
    }

    /// Takes back what was declared and turned out not to be so.
    mutating func withdraw(_ key: String) { values[key] = nil }

    private static func rank(_ source: String) -> Int {
        ["file", "log-header", "capture", "assumed"].firstIndex(of: source) ?? 0
    }

    /// One key of the facts file: what kind of value it takes and what it means.
    package struct Key: Sendable, Hashable {
        /// What values a fact takes.
        package enum Kind: Sendable, Hashable {
            case flag, number, count, text, time
            case word([String])
        }

        package let name: String
        package let kind: Kind
        package let meaning: String
    }

    /// Every scalar fact there is. Lists and mappings (`capture.unrelated`, `expect.families`, `attest`) are read apart.
    package static let keys: [Key] = [
        Key(name: "privacy.ccpaApplies", kind: .flag, meaning: "The run happened where the CCPA applies"),
        Key(name: "privacy.gdprApplies", kind: .flag, meaning: "The run happened where the GDPR applies"),
        Key(
            name: "privacy.optedOut", kind: .flag,
            meaning: "The person had opted out of the sale of data or of personalised ads"),
        Key(
            name: "privacy.attStatus", kind: .word(["authorized", "denied", "restricted", "notDetermined"]),
            meaning: "App Tracking Transparency status during the run"),
        Key(name: "nielsen.optedOut", kind: .flag, meaning: "The person had opted out of Nielsen measurement"),
        Key(name: "nielsen.optedOutAt", kind: .time, meaning: "When that happened, if during the run"),
        Key(
            name: "nielsen.enableFpid", kind: .flag, meaning: "The SDK was created with its first-party id switched on"),
        Key(
            name: "nielsen.flavour", kind: .word(["global", "noad", "noid", "kids"]),
            meaning: "The flavour of the Nielsen App SDK"),
        Key(name: "nielsen.market", kind: .text, meaning: "The market, such as se"),
        Key(name: "nielsen.clientId", kind: .text, meaning: "The client id that Nielsen issued"),
        Key(name: "nielsen.sdk", kind: .text, meaning: "Version of the Nielsen SDK, such as ai.9.2.0.0"),
        Key(name: "player.pollSeconds", kind: .number, meaning: "How often the player looks at its clock"),
        Key(name: "player.loops", kind: .flag, meaning: "The creative plays in a loop"),
        Key(name: "player.muted", kind: .flag, meaning: "Playback started muted"),
        Key(
            name: "player.inView", kind: .word(["full", "partial"]),
            meaning: "How much of the player was on screen during the ads"),
        Key(
            name: "player.firesInteractions", kind: .word(["each", "first"]),
            meaning: "Interaction beacons go out each time, or the first time only"),
        Key(
            name: "player.pictureInPicture", kind: .flag,
            meaning: "The content went on in picture-in-picture mode through an ad break"),
        Key(name: "player.licenceHost", kind: .text, meaning: "The host that the content's DRM licence comes from"),
        Key(
            name: "capture.complete", kind: .flag,
            meaning: "Recording ran from before the app's first request until at least 10 s after the last ad"),
        Key(name: "capture.device", kind: .text, meaning: "The device"),
        Key(name: "capture.appBuild", kind: .text, meaning: "The build of the app"),
        Key(name: "capture.os", kind: .text, meaning: "Operating system and version of the device, such as iOS 17.5"),
        Key(name: "expect.ads", kind: .count, meaning: "How many ads were seen to play, in part or to their end"),
        Key(name: "expect.watchedToEnd", kind: .count, meaning: "How many of them were watched to their end"),
        Key(name: "expect.skipped", kind: .count, meaning: "How many of them were skipped"),
    ]

    private static let sections: [String: Set<String>] = {
        var sections: [String: Set<String>] = ["attest": []]
        for key in keys {
            let parts = key.name.split(separator: ".", maxSplits: 1)
            sections[String(parts[0]), default: []].insert(String(parts[1]))
        }
        sections["capture"]?.formUnion(["clockOffsetMs", "unrelated"])
        sections["expect"]?.insert("families")
        return sections
    }()

    /// Reads a facts file, YAML or JSON (which is YAML).
    package init(_ text: String, file: String) throws(RuleFileFailure) {
        if text.utf8.allSatisfy({ $0 <= 0x20 }) { return }
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(Set(Facts.sections.keys))
        for section in yaml.keys.sorted() {
            // A section whose keys are all commented out is empty, not wrong.
            if case .scalar(let scalar)? = yaml.value(section), scalar.string.isEmpty { continue }
            guard let map = try yaml.map(section) else { continue }
            if section == "attest" {
                try readAttestations(map)
                continue
            }
            try map.allow(Facts.sections[section] ?? [])
            for key in map.keys {
                switch "\(section).\(key)" {
                case "capture.unrelated": unrelated = try map.list(key)
                case "expect.families": expectedFamilies = try map.list(key)
                case "capture.clockOffsetMs":
                    guard let offsets = try map.map(key) else { continue }
                    for input in offsets.keys { clockOffsets[input] = try offsets.number(input) }
                case let name: try readScalar(map, key: key, name: name)
                }
            }
        }
    }

    private mutating func readScalar(_ map: YAMLMap, key: String, name: String) throws(RuleFileFailure) {
        guard let known = Facts.keys.first(where: { $0.name == name }) else { return }
        let text = try map.text(key)
        let place = map.value(key)
        switch known.kind {
        case .flag: _ = try map.flag(key)
        case .number, .count: _ = try map.number(key)
        case .text: break
        case .time:
            // Rules hand it to SQL, which would take `now` for a time, and anything else for none.
            let form = /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)/
            guard text.wholeMatch(of: form) != nil else {
                throw map.failure(at: place, "'\(name)' is a time such as 2026-11-21T10:00:00Z, not '\(text)'")
            }
        case .word(let words):
            guard words.contains(text) else {
                throw map.failure(at: place, "'\(name)' is one of \(words.joined(separator: ", ")), not '\(text)'")
            }
        }
        values[name] = Value(value: text, source: "file")
    }

    private mutating func readAttestations(_ map: YAMLMap) throws(RuleFileFailure) {
        for key in map.keys {
            guard let entry = try map.map(key) else { continue }
            try entry.allow(["by", "on", "note"])
            let note = try entry.optionalText("note").map { ": \($0)" } ?? ""
            attestations[key] = "\(try entry.text("by")) on \(try entry.text("on"))\(note)"
            values["attest.\(key)"] = Value(value: attestations[key] ?? "", source: "file")
        }
    }

    /// A commented template of the facts file.
    package static var template: String {
        var result = """
            # What a person declares about the run. Every key is optional: take the # away and correct the value.
            # Give the file to beaconproof with --facts FILE.

            """
        var section = ""
        for key in keys {
            let parts = key.name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts[0] != section {
                section = parts[0]
                result += "\n\(section):\n"
            }
            result += "  # \(parts[1]): \(key.placeholder)  # \(key.meaning)\n"
            if key.name == "capture.appBuild" {
                result +=
                    "  # unrelated: [\"*.apple.com\"]  # Hosts or addresses that have nothing to do with the integration\n"
                result += "  # clockOffsetMs: { run.har: -120 }  # Milliseconds to add to the times of an input\n"
            }
            if key.name == "expect.skipped" {
                result += "  # families: [vast, omid, nielsen]  # What must be seen\n"
            }
        }
        result +=
            "\nattest:\n  # nielsen.golive-notify: { by: \"A. Name\", on: 2026-01-31, note: \"mail of that day\" }\n"
        return result
    }
}

extension Facts.Key {
    fileprivate var placeholder: String {
        switch kind {
        case .flag: "true"
        case .number: "1.0"
        case .count: "2"
        case .text: "text"
        case .time: "2026-01-31T10:00:00Z"
        case .word(let words): words[0]
        }
    }
}
