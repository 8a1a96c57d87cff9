import Model

/// What decided the verdict although nobody named it for this run, and whatever took the place of something shipped: a
/// sentence each, for the head of every report.
struct GroundWords {
    private let grounds: [Ground]
    /// Longer lists are counted.
    private static let listed = 8

    init(_ grounds: [Ground]) {
        self.grounds = grounds
    }

    var sentences: [String] {
        [configuration, facts, waivers].compactMap(\.self) + folders + [day].compactMap(\.self)
    }

    /// One that was found, with everything that it brought.
    private var configuration: String? {
        guard let file = grounds.first(where: { $0.kind == .configuration && $0.origin == .found }) else { return nil }
        let brought = grounds.filter { $0.origin == .configured }
        var parts: [String] = []
        func add(_ words: String, _ kind: Ground.Kind, _ text: (Ground) -> String) {
            var texts: [String] = []
            for ground in brought where ground.kind == kind {
                if !texts.contains(text(ground)) { texts.append(text(ground)) }
            }
            if !texts.isEmpty { parts.append("\(words) \(GroundWords.list(texts))") }
        }
        add("facts", .facts) { $0.place ?? $0.name }
        add("waivers", .waivers) { $0.place ?? $0.name }
        add("rules of", .ruleFile) { $0.place ?? $0.name }
        add(brought.count { $0.kind == .profile } == 1 ? "profile" : "profiles", .profile) { $0.name }
        for setting in brought where setting.kind == .setting {
            parts.append("\(setting.name) = \(setting.value ?? "")")
        }
        let what = parts.isEmpty ? "nothing that counts here" : GroundWords.list(parts)
        return "Configuration found at \(file.place ?? file.name): sets \(what)."
    }

    private var facts: String? {
        guard let file = grounds.first(where: { $0.kind == .facts && $0.origin == .found }) else { return nil }
        return "Facts found beside the capture: \(file.place ?? file.name)."
    }

    private var waivers: String? {
        guard let file = grounds.first(where: { $0.kind == .waivers && $0.origin == .found }) else { return nil }
        return "Waivers found at \(file.place ?? file.name)."
    }

    /// A reader is seldom the one who named the folder, so it is told wherever it came from.
    private var folders: [String] {
        var places: [String] = []
        for ground in grounds where ground.kind == .ruleFile {
            if let place = ground.place, !places.contains(place) { places.append(place) }
        }
        return places.map { place in
            let own = grounds.filter { $0.place == place }
            let files = Phrases.count(own.count { $0.kind == .ruleFile }, "file")
            let replaced = [
                ("rules", Ground.Kind.replacedRule), ("profiles", .replacedProfile), ("settings", .replacedSetting),
            ].compactMap { words, kind -> String? in
                let names = own.filter { $0.kind == kind }.map(\.name)
                return names.isEmpty ? nil : "\(words) \(GroundWords.list(names))"
            }
            let instead = replaced.isEmpty ? "" : ", in the place of shipped \(GroundWords.list(replaced))"
            let pack = own.first { $0.kind == .pack }
            let name = pack.map { [$0.name, $0.value ?? "not signed"].joined(separator: ", ") + ", " } ?? ""
            return "Rules that do not ship with BeaconProof: \(name)\(files) of \(place)\(instead)."
        }
    }

    private var day: String? {
        guard let day = grounds.first(where: { $0.kind == .day && $0.origin == .past }) else { return nil }
        return "Judged as on \(day.value ?? ""), a day that had passed (--today)."
    }

    private static func list(_ parts: [String]) -> String {
        let rest = parts.count - listed
        return parts.prefix(listed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension ReportModel {
    /// For the head of the report.
    var notices: [String] { GroundWords(grounds).sentences }
}

extension Ground.Kind {
    /// `key log`.
    var words: String { rawValue.split(separator: "-").joined(separator: " ") }
}

extension Ground {
    /// `facts run.facts.yaml (found), SHA-256 …`, without the kind.
    var words: String {
        let digest = sha256.map { "SHA-256 \($0)" }
        let whatItIs = [place ?? name, value ?? "", digest ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(whatItIs) (\(origin.rawValue))"
    }
}
