import Foundation
import TestSupport
import Testing

/// The built executable, run as people run it.
enum Tool {
    struct Result {
        var code: Int32
        var output: String
        var errors: String

        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        }
    }

    /// It lies beside the test bundle.
    static let path: String? = {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
        let folders = (bundles + [Bundle.main.executableURL].compactMap(\.self)).map { $0.deletingLastPathComponent() }
        let candidates = folders.map { $0.appending(path: "beaconproof").path }
        return candidates.first(where: FileManager.default.isExecutableFile)
    }()

    /// - Parameters:
    ///   - folder: the working folder; one without a configuration file by default.
    ///   - input: standard input.
    @discardableResult
    static func run(
        _ arguments: String..., in folder: String? = nil, input: [UInt8]? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try run(arguments, in: folder, input: input, environment: environment)
    }

    static func run(
        _ arguments: [String], in folder: String? = nil, input: [UInt8]? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        let tool = try #require(path, "the executable is not beside the tests")
        return try run(program: tool, arguments, in: folder, input: input, environment: environment)
    }

    /// Runs commands as a shell reads them, with the executable in its search path.
    static func shell(_ commands: String, in folder: String) throws -> Result {
        let tool = try #require(path, "the executable is not beside the tests")
        let place = URL(filePath: tool).deletingLastPathComponent().path
        return try run(
            program: "/bin/sh", ["-c", commands], in: folder, environment: ["PATH": "\(place):/usr/bin:/bin"])
    }

    private static func run(
        program: String, _ arguments: [String], in folder: String?, input: [UInt8]? = nil,
        environment: [String: String]
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder ?? scratch.path)
        process.environment = environment
        // Files, not pipes: a full pipe would stop the tool.
        let output = try scratch.write("", to: "output")
        let errors = try scratch.write("", to: "errors")
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch.write(input ?? [], to: "input")))
        // Not `waitUntilExit`, which needs a run loop that the threads of tests do not have.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return Result(
            code: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8))
    }
}

/// A folder with the samples that most tests need.
struct Samples {
    let folder: TemporaryFolder
    let clean: String
    let repeated: String
    /// Inconclusive without the facts.
    let cutOff: String
    let facts: String

    init() throws {
        folder = try TemporaryFolder()
        clean = try folder.write(SampleHAR.clean.json, to: "clean.har")
        repeated = try folder.write(SampleHAR.repeated.json, to: "repeated.har")
        cutOff = try folder.write(SampleHAR.cutOff.json, to: "cut-off.har")
        facts = try folder.write(SampleHAR.facts, to: "facts.yaml")
    }
}
