import Foundation

/// A file that is written piece by piece under a name of its own and gets its right name when it is complete.
final class GrowingFile {
    private let path: String
    private let handle: FileHandle

    init(_ path: String) throws(PipelineFailure) {
        self.path = path
        let partial = GrowingFile.partial(path)
        guard FileManager.default.createFile(atPath: partial, contents: nil),
            let handle = FileHandle(forWritingAtPath: partial)
        else { throw .input(path: path, message: "cannot be written") }
        self.handle = handle
    }

    func append(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: Data(bytes))
    }

    func publish() throws {
        try handle.close()
        guard rename(GrowingFile.partial(path), path) == 0 else {
            throw PipelineFailure.input(
                path: path, message: "cannot be put in place: \(String(cString: strerror(errno)))")
        }
    }

    /// Engines pass over names that begin with a dot.
    private static func partial(_ path: String) -> String {
        let name = InputKind.fileName(path)
        return path.dropLast(name.count) + ".\(name).partial"
    }
}
