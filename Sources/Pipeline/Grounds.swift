import Model
import Store

/// What decides a run besides its captures, put down by whoever reads it.
extension Certify.Request {
    /// - Parameters:
    ///   - keyLogs: in the order read. Nothing else of a key log is told.
    ///   - captures: paths and SHA-256 of what was decoded.
    func groundsOfReading(
        keyLogs: [(path: String, sha256: String)], origin: Ground.Origin, captures: [(path: String, sha256: String)]
    ) -> [Ground] {
        var grounds = keyLogs.map { Ground(.keyLog, sha256: $0.sha256, origin: origin, place: $0.path) }
        for path in callLogs { grounds.append(file(.callLog, path, captures)) }
        if let bundlePath { grounds.append(file(.bundle, bundlePath, captures)) }
        if let filter { grounds.append(Ground(.filter, value: filter, origin: .given)) }
        return grounds + limits.grounds
    }

    /// - Parameters:
    ///   - facts: the SHA-256 of the facts file.
    ///   - waivers: the SHA-256 of the waivers file.
    func groundsOfJudging(facts: String?, waivers: String?, _ pack: LoadedPack) -> [Ground] {
        var grounds: [Ground] = []
        if let configured {
            grounds.append(
                Ground(
                    .configuration, name: InputKind.fileName(configured.path), sha256: configured.sha256,
                    origin: configured.isFound ? .found : .given, place: configured.path))
        }
        if let factsPath, let facts {
            grounds.append(
                Ground(
                    .facts, name: InputKind.fileName(factsPath), sha256: facts,
                    origin: configured?.facts == factsPath ? .configured : factsOrigin, place: factsPath))
        }
        if let waiversPath, let waivers {
            grounds.append(
                Ground(
                    .waivers, name: InputKind.fileName(waiversPath), sha256: waivers,
                    origin: configured?.waivers == waiversPath ? .configured : .given, place: waiversPath))
        }
        if let today, waiversPath != nil || dayOrigin != .builtIn {
            grounds.append(Ground(.day, value: today.description, origin: dayOrigin))
        }
        for folder in pack.folders {
            grounds += folder.grounds(configured?.rules.contains(folder.path) == true ? .configured : .given)
        }
        for profile in profiles {
            grounds.append(
                Ground(
                    .profile, name: profile,
                    origin: configured?.profiles.contains(profile) == true ? .configured : .given))
        }
        let counting = configSettings.filter { commandSettings[$0.key] == nil }
        for (settings, origin) in [(counting, Ground.Origin.configured), (commandSettings, .given)] {
            for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
                grounds.append(Ground(.setting, name: key, value: value, origin: origin))
            }
        }
        return grounds
    }

    private func file(
        _ kind: Ground.Kind, _ path: String, _ captures: [(path: String, sha256: String)]
    ) -> Ground {
        let known = captures.first { $0.path == path }
        return Ground(
            kind, name: InputKind.fileName(path), sha256: known?.sha256, origin: .given, place: path)
    }
}

extension Limits {
    /// All of them, so that a later version's other defaults are seen to differ.
    fileprivate var grounds: [Ground] {
        Limits.named.map { limit in
            let value = self[keyPath: limit.path]
            return Ground(
                .limit, name: limit.name, value: String(value), origin: value == limit.standard ? .builtIn : .given)
        }
    }
}

extension LoadedPack.Folder {
    fileprivate func grounds(_ origin: Ground.Origin) -> [Ground] {
        (pack.map { pack in
            [
                Ground(
                    .pack, name: pack.name, value: pack.signer.map { "signed by \($0)" }, sha256: pack.sha256,
                    origin: origin,
                    place: path)
            ]
        } ?? [])
            + files.map { Ground(.ruleFile, name: $0.path, sha256: $0.sha256, origin: origin, place: path) }
            + replaced.map { Ground($0.kind, name: $0.name, origin: origin, place: path) }
    }
}
