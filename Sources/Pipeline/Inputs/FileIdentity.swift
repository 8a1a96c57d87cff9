#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which file a path leads to, whatever it is called: two names of one file are equal, over links too.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// `nil` when there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
