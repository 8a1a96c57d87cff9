#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

import Synchronization

/// A database file under construction: built under a name of its own, renamed when it is complete.
///
/// While it is built nothing protects it against a crash (which makes loading fast), so nobody may take it for a result.
struct FreshFile: Sendable {
    let destination: String
    let path: String

    init(destination: String) throws(StoreFailure) {
        self.destination = destination
        // The process number keeps two processes with the same destination apart.
        path = "\(destination)\(FreshFile.marker)\(getpid())"
        FreshFile.removeAbandoned(beside: destination)
        FreshFile.unfinished.withLock { _ = $0.insert(path) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotOpen(path: path, reason: FreshFile.reason)
        }
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    func publish() throws(StoreFailure) {
        try flush()
        // What a killed process left beside the old file would be applied to the new one.
        for suffix in FreshFile.journals { unlink(destination + suffix) }
        guard rename(path, destination) == 0 else {
            throw .cannotPublish(path: destination, reason: FreshFile.reason)
        }
        FreshFile.forget(path)
    }

    func discard() {
        unlink(path)
        FreshFile.forget(path)
    }

    /// Removes everything that this process has not published: for a process that is about to end.
    static func discardAll() {
        for path in unfinished.withLock({ $0 }) { unlink(path) }
    }

    private static let marker = ".partial-"
    private static let journals = ["-journal", "-wal", "-shm"]
    private static let unfinished = Mutex<Set<String>>([])

    private static func forget(_ path: String) {
        unfinished.withLock { _ = $0.remove(path) }
    }

    /// Files of processes that were killed before they could publish or discard them.
    private static func removeAbandoned(beside destination: String) {
        let name = destination.lastIndex(of: "/").map { String(destination[$0...].dropFirst()) } ?? destination
        let folder = String(destination.dropLast(name.count))
        guard let listing = opendir(folder.isEmpty ? "." : folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let found = withUnsafePointer(to: entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            guard found.hasPrefix(name + marker) else { continue }
            let rest = found.dropFirst(name.count + marker.count)
            guard let process = pid_t(rest.prefix { $0.isNumber }), process > 0 else { continue }
            // Signal 0 only asks whether the process is there.
            guard kill(process, 0) != 0, errno == ESRCH else { continue }
            unlink(folder + found)
        }
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
