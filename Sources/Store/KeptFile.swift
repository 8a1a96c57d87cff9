#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the header of a file says, read before SQLite sees the file (sqlite.org/fileformat.html).
///
/// Whoever made the file may have meant harm: SQLite applies a journal or log that lies beside it, and reads the schema the
/// moment it opens it.
struct KeptFile {
    let path: String
    /// `user_version`: the schema step.
    let version: Int
    private let isLogged: Bool

    /// - Throws: `.cannotOpen`, or `.notBeaconProof` for everything that does not carry our mark.
    init(_ path: String) throws(StoreFailure) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, reason: errno == ENOENT ? "no such file" : String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notBeaconProof(path: path)
        }
        var header = [UInt8](repeating: 0, count: KeptFile.headerLength)
        let count = header.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)),
            KeptFile.number(header, at: 68) == Schema.applicationID
        else { throw .notBeaconProof(path: path) }
        version = KeptFile.number(header, at: 60)
        isLogged = header[18] != 1 || header[19] != 1
    }

    /// Refuses what SQLite would read besides the file itself.
    func checkAlone() throws(StoreFailure) {
        guard !isLogged else {
            throw .notAsMade(path: path, found: "a write-ahead log is in use; PRAGMA journal_mode = DELETE ends that")
        }
        for suffix in ["-wal", "-journal"] where access(path + suffix, F_OK) == 0 {
            throw .notAsMade(
                path: path, found: "\(path + suffix) lies beside it, and would change what is read; remove one of them")
        }
    }

    private static let headerLength = 100

    private static func number(_ header: [UInt8], at place: Int) -> Int {
        header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
