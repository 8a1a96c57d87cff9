import Foundation

/// Runs the tool on recordings, as people do.
struct Judge: Sendable {
    var binary: String

    /// Names the tool by its content.
    func identity() throws -> String {
        var hash = ContentHash()
        hash.add(try Data(contentsOf: URL(filePath: binary)))
        return hash.text
    }

    /// Certifies one recording.
    func verdict(on recording: Recording) throws -> Verdict {
        try Self.inFolder { folder in
            let arguments = try Self.write(recording, to: folder)
            return Verdict(json: try run(["certify"] + arguments + Self.options, in: folder))
        }
    }

    private static let options = ["--format", "json", "--reveal", "--no-config"]

    /// Judges several recordings, each a run of its own: `audit` reads its rules once for all of them. It takes runs of
    /// one capture; those of several are certified one by one.
    /// - Returns: in the order of the recordings.
    func verdicts(on recordings: [Recording]) throws -> [Verdict] {
        try Self.inFolder { folder in
            var verdicts = recordings.map { _ in Verdict(trouble: "not judged") }
            var places: [String: Int] = [:]
            var captures: [JSON] = []
            for (place, recording) in recordings.enumerated() {
                guard recording.files.count == 1, recording.files[0].option == nil else {
                    verdicts[place] = try verdict(on: recording)
                    continue
                }
                let own = folder.appending(path: String(place))
                try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
                let arguments = try Self.write(recording, to: own)
                var capture: [(String, JSON)] = [("path", .text(arguments[0]))]
                if let facts = arguments.dropFirst(2).first { capture.append(("facts", .text(facts))) }
                places[arguments[0]] = place
                captures.append(.object(capture))
            }
            guard !captures.isEmpty else { return verdicts }
            let manifest = folder.appending(path: "manifest.json")
            try Data(JSON.object([("captures", .array(captures))]).written.utf8).write(to: manifest)
            let output = try run(["audit", "--manifest", manifest.path, "--jobs", "1"] + Self.options, in: folder)
            // A line for each capture that could be read, and one with the sum.
            for line in output.split(separator: UInt8(ascii: "\n")) {
                guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
                    let captures = object["captures"] as? [[String: Any]], object["verdict"] != nil,
                    let path = captures.first?["path"] as? String, let place = places[path]
                else { continue }
                verdicts[place] = Verdict(object: object)
            }
            return verdicts
        }
    }

    private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "world-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Writes the files of a recording.
    /// - Returns: the arguments that name them.
    static func write(_ recording: Recording, to folder: URL) throws -> [String] {
        var arguments: [String] = []
        for file in recording.files {
            let place = folder.appending(path: file.name)
            try Data(file.bytes).write(to: place)
            if let option = file.option { arguments.append(option) }
            arguments.append(place.path)
        }
        if !recording.facts.isEmpty {
            let place = folder.appending(path: "facts.yaml")
            try Data(FactsFile.text(recording.facts).utf8).write(to: place)
            arguments += ["--facts", place.path]
        }
        return arguments
    }

    func run(_ arguments: [String], in folder: URL) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: binary)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = folder.appending(path: "output-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return try Data(contentsOf: output)
    }
}

/// Facts as a facts file has them: JSON is YAML.
enum FactsFile {
    static func text(_ facts: [(String, JSON)]) -> String {
        var sections: [(String, [(String, JSON)])] = []
        for (path, value) in facts {
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            let member = (parts.count > 1 ? parts[1] : parts[0], value)
            if let place = sections.firstIndex(where: { $0.0 == parts[0] }) {
                sections[place].1.append(member)
            } else {
                sections.append((parts[0], [member]))
            }
        }
        return JSON.object(sections.map { ($0.0, .object($0.1)) }).written + "\n"
    }
}
