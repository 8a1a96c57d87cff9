import Model

/// Commands that show the same again. Arguments are quoted for a shell; paths are those of the report.
struct Reproduction {
    /// Reads the captures again with everything that decided, into a database that is kept.
    let certify: String
    private let database: String

    init(model: ReportModel, databasePath: String?, screensPath: String? = nil) {
        database = Self.word(databasePath ?? "run.sqlite")
        certify =
            (["beaconproof", "certify"] + Self.arguments(of: model) + ["--db", database]
            + (screensPath.map { ["--screens", Self.word($0)] } ?? [])).joined(separator: " ")
    }

    /// The inputs by their roles, then what was given for this run. What lies beside a capture or in a configuration file is found
    /// again.
    private static func arguments(of model: ReportModel) -> [String] {
        let given = model.grounds.filter { $0.origin == .given || $0.origin == .past }
        func named(_ kind: Ground.Kind, _ option: String, _ value: (Ground) -> String?) -> [String] {
            given.filter { $0.kind == kind }.compactMap(value).map { "\(option) \(word($0))" }
        }
        let others = Set(given.filter { [.callLog, .bundle].contains($0.kind) }.compactMap(\.place))
        var folders: [String] = []
        for ground in given where ground.kind == .ruleFile {
            if let place = ground.place, !folders.contains(place) { folders.append(place) }
        }
        let options: [String] =
            named(.keyLog, "--keylog", \.place) + named(.callLog, "--calls", \.place)
            + named(.bundle, "--bundle", \.place) + named(.facts, "--facts", \.place)
            + named(.waivers, "--waivers", \.place) + named(.day, "--today", \.value)
            + folders.map { "--rules \(word($0))" } + named(.profile, "--profile", \.name)
        let changes: [String] =
            named(.setting, "--set") { ground in ground.value.map { "\(ground.name)=\($0)" } }
            + named(.limit, "--limit") { ground in ground.value.map { "\(ground.name)=\($0)" } }
            + named(.filter, "--filter", \.value) + named(.configuration, "--config", \.place)
        // A name that begins like an option is a path none the less.
        let inputs = model.captures.map(\.path).filter { !others.contains($0) }
            .map { word($0.hasPrefix("-") ? "./\($0)" : $0) }
        return inputs + options + changes
    }

    func query(_ finding: ReportModel.Finding) -> String {
        let fingerprint = String(decoding: finding.fingerprint.utf8.filter(Self.isFingerprint), as: UTF8.self)
        let sql =
            "SELECT e.* FROM finding f JOIN evidence e ON e.finding = f.id WHERE f.fingerprint = '\(fingerprint)'"
        return "beaconproof query \(database) \"\(sql)\""
    }

    private static func isFingerprint(_ byte: UInt8) -> Bool {
        IdentifierText.isName(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: ".")
    }

    /// Quoted unless every character is harmless to a shell.
    static func word(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { IdentifierText.isName($0) || $0 == UInt8(ascii: "/") }
        guard !isPlain || argument.isEmpty || argument.hasPrefix("-") else {
            return argument
        }
        guard argument.utf8.contains(UInt8(ascii: "'")) else { return "'\(argument)'" }
        // Scalar by scalar: a shell sees a quote whatever combining mark follows it.
        let parts = argument.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}

extension ReportModel {
    /// The same without the folder above all files.
    ///
    /// - Parameter database: the kept database, shortened likewise.
    func withoutHome(_ database: inout String?) -> ReportModel {
        let paths = captures.map(\.path) + grounds.compactMap(\.place) + [database].compactMap(\.self)
        let folder = SharedFolder(of: paths)
        database = database.map(folder.without)
        var model = self
        for index in captures.indices { model.captures[index].path = folder.without(captures[index].path) }
        for index in grounds.indices { model.grounds[index].place = grounds[index].place.map(folder.without) }
        return model
    }
}
