#if os(Linux)
import Foundation
import TestSupport
import Testing

/// A batch whose second capture is a named pipe: its worker waits there until the test lets go, so that the moment at
/// which something happens to it is certain.
struct InterruptedBatchTests {
    private final class Interrupted {
        let folder: TemporaryFolder
        let process = Process()
        private let pipe: Int32
        private let ended = DispatchSemaphore(value: 0)
        private let output: String

        init(_ more: String...) throws {
            folder = try TemporaryFolder()
            let first = try folder.write(SampleHAR.clean.json, to: "1.har")
            let blocked = folder.path + "/2.har"
            try #require(mkfifo(blocked, 0o600) == 0)
            let last = try folder.write(SampleHAR.clean.json, to: "3.har")
            try folder.write(SampleHAR.facts, to: "facts.yaml")
            output = try folder.write("", to: "output")
            process.executableURL = URL(filePath: try #require(Tool.path))
            process.arguments = ["batch", first, blocked, last, "--no-config", "--facts-beside", "--jobs", "1"] + more
            process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            process.terminationHandler = { [ended] _ in ended.signal() }
            try process.run()
            // Opens when the worker has opened the other end.
            pipe = open(blocked, O_WRONLY)
            try #require(pipe >= 0)
        }

        var worker: pid_t? {
            get throws {
                let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
                let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
                return children.first.flatMap { pid_t($0) }
            }
        }

        /// - Returns: the exit code and the words at the beginning of the first lines.
        func finish() throws -> (code: Int32, words: [String], output: String) {
            ended.wait()
            close(pipe)
            let text = try String(contentsOfFile: output, encoding: .utf8)
            let words = text.split(separator: "\n").prefix(3).map { String($0.prefix(13).filter { $0 != " " }) }
            return (process.terminationReason == .exit ? process.terminationStatus : -1, words, text)
        }
    }

    @Test func aWorkerThatIsKilledIsOneErrorRow() throws {
        let batch = try Interrupted()
        kill(try #require(try batch.worker), SIGKILL)
        let result = try batch.finish()
        #expect(result.words == ["PASS", "ERROR", "PASS"], "\(result.output)")
        #expect(result.output.contains("the process that read it was killed by signal 9"))
        #expect(result.code == 2)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aCertifyThatIsInterruptedLeavesNothing(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let blocked = folder.path + "/1.har"
        try #require(mkfifo(blocked, 0o600) == 0)
        let process = Process()
        process.executableURL = URL(filePath: try #require(Tool.path))
        process.arguments = ["certify", blocked, "--no-config", "--db", folder.path + "/run.db"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let pipe = open(blocked, O_WRONLY)
        try #require(pipe >= 0)
        kill(process.processIdentifier, signal)
        ended.wait()
        close(pipe)
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["1.har"])
    }

    @Test func anInterruptLeavesAPartThatSaysSo() throws {
        let batch = try Interrupted()
        kill(batch.process.processIdentifier, SIGINT)
        let result = try batch.finish()
        #expect(result.words == ["PASS", "NOTRUN", "NOTRUN"], "\(result.output)")
        #expect(result.output.contains("Interrupted: this is a part of the batch."))
        #expect(result.code == 130)
    }
}
#endif
