#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is written piece by piece under a name of its own and gets its right name when it is complete.
final class GrowingFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(PipelineFailure) {
        self.path = path
        let partial = GrowingFile.partial(path)
        descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .input(path: path, message: "cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    func append(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let written = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written >= 0 else {
                throw PipelineFailure.input(
                    path: path, message: "cannot be written: \(String(cString: strerror(errno)))")
            }
            start += written
        }
    }

    func publish() throws {
        guard close(descriptor) == 0, rename(GrowingFile.partial(path), path) == 0 else {
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
