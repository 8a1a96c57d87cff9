import Foundation

/// Runs the tool on recordings, as people do.
struct Judge: Sendable {
    var binary: String

    /// Certifies one recording.
    func verdict(on recording: Recording) throws -> Verdict {
        let folder = FileManager.default.temporaryDirectory.appending(path: "world-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = try Self.write(recording, to: folder)
        let output = try run(["certify"] + arguments + ["--format", "json", "--reveal", "--no-config"], in: folder)
        return Verdict(json: output)
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
