import Foundation

/// A whole file of ours.
enum OutputFile {
    /// Replaces what was there; the file appears complete or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws(PipelineFailure) {
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .input(path: path, message: "cannot be written: \(error.localizedDescription)")
        }
    }

    static func makeFolder(_ path: String) throws(PipelineFailure) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .input(path: path, message: "cannot be made: \(error.localizedDescription)")
        }
    }
}
