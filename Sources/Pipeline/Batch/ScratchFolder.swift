import Foundation

/// A folder for files that nobody shall keep, which only its owner may look into.
///
/// A lock says that its process lives: the next start removes those of processes that could not clear up.
final class ScratchFolder {
    let path: String
    private let lock: Int32

    /// - Parameter place: where the folder is made.
    init(in place: String = FileManager.default.temporaryDirectory.path) throws(PipelineFailure) {
        ScratchFolder.removeAbandoned(in: place)
        let template = "\(place)/\(ScratchFolder.prefix)XXXXXX"
        var name = Array(template.utf8CString)
        guard let made = mkdtemp(&name) else {
            throw .input(path: template, message: "cannot be made: \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
        lock = open("\(path)/\(ScratchFolder.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw .input(path: path, message: "cannot be locked: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// What cannot be removed stays for the next start, or the system, to clear: the result does not depend on it.
    func remove() {
        ScratchFolder.remove(path)
    }

    private static let prefix = "beaconproof-"
    private static let lockName = ".lock"

    private static func remove(_ path: String) {
        do { try FileManager.default.removeItem(atPath: path) } catch { _ = error }
    }

    private static func removeAbandoned(in place: String) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch { return }
        for name in names where name.hasPrefix(prefix) {
            let folder = "\(place)/\(name)"
            // Ours and no link: the folder of temporary files is everybody's.
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
                continue
            }
            let lock = open("\(folder)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
            close(lock)
        }
    }
}
