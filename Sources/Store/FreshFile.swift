#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

import Synchronization

/// A file under construction: written under a name of its own beside its destination, renamed when it is complete, so that
/// nobody sees half of it and the old one stays until then. Databases and all other outputs come about this way.
///
/// While it is built nothing protects it against a crash (which makes loading fast), so nobody may take it for a result.
public struct FreshFile: Sendable {
    /// Where it shall be. Where that is a link, what it leads to is replaced and not the link.
    public let destination: String
    /// Where it is built.
    public let path: String

    /// - Parameter clears: whether files are removed that processes left here which were killed. Whoever writes many files
    ///   into one folder does that once, with ``removeAbandoned(in:of:)``.
    public init(destination: String, clears: Bool = true) throws(StoreFailure) {
        self.destination = FreshFile.followed(destination)
        let (folder, name) = FreshFile.split(self.destination)
        // The process number keeps two processes with the same destination apart.
        path = "\(folder)\(FreshFile.prefix(of: name))\(getpid())"
        if clears { FreshFile.removeAbandoned(in: folder) { $0 == name } }
        FreshFile.unfinished.withLock { _ = $0.insert(path) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotOpen(path: path, reason: FreshFile.reason)
        }
    }

    /// Whether anything has that path.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Gives it its name, with the permissions of the file whose place it takes.
    ///
    /// - Parameters:
    ///   - isDatabase: what SQLite left beside the old file goes with that.
    ///   - isDurable: `false` for what need not outlive a failure of the machine.
    public func publish(isDatabase: Bool = false, isDurable: Bool = true) throws(StoreFailure) {
        var old = stat()
        let mode: mode_t? = stat(destination, &old) == 0 ? old.st_mode & 0o7777 : nil
        try finish(mode, isDurable)
        // What a killed process left beside the old file would be applied to the new one.
        if isDatabase { for suffix in FreshFile.journals { unlink(destination + suffix) } }
        guard rename(path, destination) == 0 else {
            throw .cannotPublish(path: destination, reason: FreshFile.reason)
        }
        FreshFile.forget(path)
    }

    /// Removes what was written: nothing took the place of the old file.
    public func discard() {
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

    /// Engines that read whole folders pass over names that begin with a dot.
    private static func prefix(of name: some StringProtocol) -> String { ".\(name)\(marker)" }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let name = path.lastIndex(of: "/").map { String(path[$0...].dropFirst()) } ?? path
        return (String(path.dropLast(name.count)), name)
    }

    /// Where a path leads to over links; as it is when there are too many.
    private static func followed(_ path: String) -> String {
        var place = path
        for _ in 0..<32 {
            guard let target = link(place) else { return place }
            place = target.hasPrefix("/") ? target : split(place).folder + target
        }
        return path
    }

    /// What a link says; `nil` for everything else.
    private static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &target, target.count)
        guard count > 0, count < target.count else { return nil }
        return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes what processes that were killed before they could publish or discard it left in a folder.
    ///
    /// - Parameter isOurs: asked for the name of the finished file.
    public static func removeAbandoned(in folder: String, of isOurs: (String) -> Bool) {
        guard let listing = opendir(folder.isEmpty ? "." : folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let found = withUnsafePointer(to: entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            guard found.hasPrefix("."), let place = found.ranges(of: marker).last else { continue }
            guard isOurs(String(found[..<place.lowerBound].dropFirst())) else { continue }
            guard let process = pid_t(found[place.upperBound...].prefix { $0.isNumber }), process > 0 else { continue }
            // Signal 0 only asks whether the process is there.
            guard kill(process, 0) != 0, errno == ESRCH else { continue }
            unlink(folder.isEmpty || folder.hasSuffix("/") ? folder + found : "\(folder)/\(found)")
        }
    }

    /// The bytes must be on the disk before the name says that they are.
    private func finish(_ mode: mode_t?, _ isDurable: Bool) throws(StoreFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotPublish(path: destination, reason: FreshFile.reason) }
        defer { close(descriptor) }
        if let mode { fchmod(descriptor, mode) }
        guard !isDurable || fsync(descriptor) == 0 else {
            throw .cannotPublish(path: destination, reason: FreshFile.reason)
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
