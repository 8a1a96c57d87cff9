import Crypto

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Bytes of one input, read once from front to back and hashed as they pass. Never more of it is in memory than the
/// window over it.
final class ByteSource {
    let path: String
    private let descriptor: Int32
    private let closes: Bool
    private let hash: RunningHash?
    private(set) var bytesRead = 0

    /// - Parameters:
    ///   - path: a file, or `-` for standard input.
    ///   - isHashed: `false` for a pass that comes before the one that counts, and where nobody asks for the hash.
    init(path: String, isHashed: Bool = true) throws(PipelineFailure) {
        self.path = path
        hash = isHashed ? RunningHash() : nil
        if path == "-" {
            descriptor = STDIN_FILENO
            closes = false
            return
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        closes = true
        guard descriptor >= 0 else {
            throw .input(path: path, message: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw .input(path: path, message: "is a folder; name the capture inside it, or use 'audit' for folders")
        }
    }

    deinit {
        if closes && descriptor >= 0 { close(descriptor) }
    }

    /// Appends up to `count` bytes to `bytes`.
    ///
    /// - Returns: how many; 0 at the end.
    func read(_ count: Int, into bytes: inout [UInt8]) throws(PipelineFailure) -> Int {
        var reason = ""
        var got = -1
        let chunk = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            repeat {
                #if canImport(Darwin)
                got = Darwin.read(descriptor, room.baseAddress, count)
                #else
                got = Glibc.read(descriptor, room.baseAddress, count)
                #endif
            } while got < 0 && errno == EINTR
            if got < 0 { reason = String(cString: strerror(errno)) }
            filled = max(0, got)
        }
        bytes += chunk
        hash?.update(chunk)
        guard got >= 0 else { throw .input(path: path, message: "cannot be read: \(reason)") }
        bytesRead += got
        return got
    }

    /// Lower-case hexadecimal SHA-256 of all bytes read; empty when the source is not hashed.
    var sha256: String { hash?.hexadecimal ?? "" }

    /// The same of a whole input.
    static func sha256(of path: String) throws(PipelineFailure) -> String {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 20, into: &bytes) > 0 { bytes.removeAll(keepingCapacity: true) }
        return source.sha256
    }
}

extension SHA256.Digest {
    var hexadecimal: String {
        var text = ""
        for byte in self {
            let digits = String(byte, radix: 16)
            text += digits.count == 1 ? "0\(digits)" : digits
        }
        return text
    }
}
