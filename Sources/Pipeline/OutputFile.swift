#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A whole file of ours.
enum OutputFile {
    /// Replaces what was there; the file appears complete or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws(PipelineFailure) {
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .input(path: path, message: "cannot be written: \(error)")
        }
    }

    static func makeFolder(_ path: String) throws(PipelineFailure) {
        try FileTree.makeFolder(path)
    }
}
