import Foundation
import TestSupport
import Testing

/// The program of Examples/swift, built here with everything else: it has the library alone.
struct ExampleProgramTests {
    private static func run(_ arguments: String...) throws -> (output: String, code: Int32) {
        let process = Process()
        let tool = URL(filePath: try #require(Tool.path))
        process.executableURL = tool.deletingLastPathComponent().appending(path: "CertifyExample")
        process.arguments = arguments.map { $0.hasPrefix("-") ? $0 : Repository.path("Examples/captures/\($0)") }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    @Test func aCorrectRunEndsWithNothingWrong() throws {
        let result = try Self.run("clean-play.pcapng", "--keys", "clean-play.keys.txt")
        #expect(result.code == 0 && result.output.contains("verdict: pass\nvast: pass\n"), "\(result.output)")
    }

    @Test func aFaultIsPrinted() throws {
        let result = try Self.run("looping-player.har")
        #expect(result.code != 0 && result.output.hasPrefix("verdict: fail\nvast.loop-refire on "), "\(result.output)")
    }
}
