#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder for files that nobody shall keep, which only its owner may look into.
///
/// A lock beside it says that its process lives: the next start removes those of processes that could not clear up. The
/// lock is taken before the folder is made and goes after it, so that no moment leaves a folder without one.
final class ScratchFolder {
    let path: String
    private let lock: Int32

    /// - Parameter place: where the folder is made.
    init(in place: String = ScratchFolder.temporaryFolder) throws(PipelineFailure) {
        ScratchFolder.removeAbandoned(in: place)
        let held = try ScratchFolder.lock(in: place)
        lock = held.descriptor
        path = String(held.path.dropLast(ScratchFolder.ending.count))
        guard mkdir(path, 0o700) == 0 else {
            throw .input(path: path, message: "cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(lock)
    }

    /// What cannot be removed stays for the next start, or the system, to clear: the result does not depend on it.
    func remove() {
        ScratchFolder.remove(path)
    }

    private static let prefix = "beaconproof-"
    private static let ending = ".lock"

    /// Where the system wants temporary files (POSIX, TMPDIR).
    static var temporaryFolder: String {
        FileManager.default.temporaryDirectory.path
    }

    private static func lock(in place: String) throws(PipelineFailure) -> (path: String, descriptor: Int32) {
        let template = "\(place)/\(prefix)XXXXXX\(ending)"
        while true {
            var name = Array(template.utf8CString)
            let descriptor = mkstemps(&name, Int32(ending.utf8.count))
            guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                throw .input(path: template, message: "cannot be made: \(String(cString: strerror(errno)))")
            }
            let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? template
            // Between the two calls another start may have taken it for abandoned.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isNamed(path, descriptor) { return (path, descriptor) }
            close(descriptor)
        }
    }

    private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
        var (named, held) = (stat(), stat())
        return lstat(path, &named) == 0 && fstat(descriptor, &held) == 0 && named.st_ino == held.st_ino
            && named.st_dev == held.st_dev
    }

    private static func remove(_ folder: String) {
        if FileTree.exists(folder) {
            do throws(PipelineFailure) { try FileTree.remove(folder) } catch { return }
        }
        unlink(folder + ending)
    }

    private static func removeAbandoned(in place: String) {
        let names: [String]
        do throws(PipelineFailure) { names = try FileTree.names(in: place) } catch { return }
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(ending) {
            let path = "\(place)/\(name)"
            // Ours and no link: the folder of temporary files is everybody's.
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else {
                continue
            }
            let lock = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(String(path.dropLast(ending.count))) }
            close(lock)
        }
    }
}
