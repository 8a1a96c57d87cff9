import Foundation
import TestSupport
import Testing

/// Other programs read our HAR: haralyzer and mitmproxy, where they are installed for `python3`.
struct HARReaderPeerTests {
    /// `BEACONPROOF_PYTHON` names another interpreter, such as one of a virtual environment.
    private static let python = ProcessInfo.processInfo.environment["BEACONPROOF_PYTHON"] ?? "python3"

    /// The lines a script prints; `nil` when it cannot run.
    private static func lines(_ script: String, _ arguments: String...) throws -> [String]? {
        let scratch = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", script] + arguments
        let output = try scratch.write("", to: "output")
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch { return nil }
        ended.wait()
        guard process.terminationStatus == 0 else { return nil }
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static func canImport(_ module: String) -> Bool {
        do { return try lines("import \(module)") != nil } catch { return false }
    }

    /// Method, URL, status and body of each entry, as an independent reader sees them.
    private static let haralyzer = """
        import sys, json, haralyzer
        har = haralyzer.HarParser(json.load(open(sys.argv[1])))
        for page in har.pages: pass
        for e in har.har_data['entries']:
            entry = haralyzer.HarEntry(e)
            assert entry.startTime is not None and entry.time >= 0
            print(entry.request.method, entry.request.url, entry.response.status, len(entry.response.text or ''))
        """

    private static let mitmproxy = """
        import sys, json
        from mitmproxy.io.har import request_to_flow
        for e in json.load(open(sys.argv[1]))['log']['entries']:
            flow = request_to_flow(e)
            print(flow.request.method, flow.request.url, flow.response.status_code, len(flow.response.text or ''))
        """

    private static func export() throws -> (path: String, folder: Samples, lines: [String]) {
        let samples = try Samples()
        let har = try Tool.run("export", "har", samples.clean)
        #expect(har.code == 0)
        #expect(har.errors == "beaconproof: the output is not redacted\n")
        let path = try samples.folder.write(har.output, to: "export.har")
        let decoded = try Tool.run("decode", samples.clean)
        let lines = try decoded.output.split(separator: "\n").map { line -> String in
            let fields = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let url = "\(fields["scheme"] ?? "")://\(fields["host"] ?? "")\(fields["path"] ?? "")"
            return "\(fields["method"] ?? "") \(url) \(fields["status"] ?? "") \(fields["responseBytes"] ?? "")"
        }
        return (path, samples, lines)
    }

    @Test(.enabled(if: canImport("haralyzer"), "haralyzer is not installed"))
    func readByHaralyzer() throws {
        let export = try Self.export()
        #expect(try Self.lines(Self.haralyzer, export.path) == export.lines)
    }

    @Test(.enabled(if: canImport("mitmproxy"), "mitmproxy is not installed"))
    func readByMitmproxy() throws {
        let export = try Self.export()
        #expect(try Self.lines(Self.mitmproxy, export.path) == export.lines)
    }
}
