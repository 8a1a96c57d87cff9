#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A database file under construction: built under a name of its own, renamed when it is complete.
///
/// While it is built nothing protects it against a crash (which makes loading fast), so nobody may take it for a result.
struct FreshFile: Sendable {
    let destination: String
    let path: String

    init(destination: String) throws(StoreFailure) {
        self.destination = destination
        // The process number keeps two processes with the same destination apart.
        path = "\(destination).partial-\(getpid())"
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotOpen(path: path, reason: FreshFile.reason)
        }
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    func publish() throws(StoreFailure) {
        try flush()
        guard rename(path, destination) == 0 else {
            throw .cannotPublish(path: destination, reason: FreshFile.reason)
        }
    }

    func discard() {
        unlink(path)
    }

    /// The bytes must be on the disk before the name says that they are.
    private func flush() throws(StoreFailure) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .cannotPublish(path: destination, reason: FreshFile.reason) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotPublish(path: destination, reason: FreshFile.reason) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
