import Foundation

/// A Python with packages that read what we write: `BEACONPROOF_PYTHON`, or the one in the path. Tests that need a package
/// which it lacks skip.
public enum PythonTool {
    public static func has(_ package: String) -> Bool {
        run("import \(package)")?.code == 0
    }

    /// - Returns: standard output and exit code; `nil` without a Python.
    public static func run(_ script: String, _ arguments: String...) -> (output: String, code: Int32)? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let python = ProcessInfo.processInfo.environment["BEACONPROOF_PYTHON"] ?? "python3"
        process.arguments = [python, "-c", script] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        ended.wait()
        return (text, process.terminationStatus)
    }
}
