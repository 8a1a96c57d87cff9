import Cryptography
import Encodings

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
    /// Reckoned beside the decoding, however many threads there are: alone it takes a quarter of the time of both.
    private let hash: Lane<SHA256, Never>?
    private(set) var bytesRead = 0
    /// What the kernel copies into: kept, and small enough to stay in the processor's cache until it is decoded.
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1 << 12)

    /// - Parameters:
    ///   - path: a file, or `-` for standard input.
    ///   - isHashed: `false` for a pass that comes before the one that counts, and where nobody asks for the hash.
    init(path: String, isHashed: Bool = true) throws(PipelineFailure) {
        self.path = path
        hash = isHashed ? Lane(SHA256(), isBeside: true) : nil
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
            throw .input(path: path, message: "is a folder; name the capture inside it, or use 'batch' for folders")
        }
    }

    deinit {
        room.deallocate()
        if closes && descriptor >= 0 { close(descriptor) }
    }

    /// Appends up to `count` bytes to `bytes`.
    ///
    /// - Returns: how many; 0 at the end.
    func read(_ count: Int, into bytes: inout [UInt8]) throws(PipelineFailure) -> Int {
        var got = -1
        repeat {
            #if canImport(Darwin)
            got = Darwin.read(descriptor, room.baseAddress, min(count, room.count))
            #else
            got = Glibc.read(descriptor, room.baseAddress, min(count, room.count))
            #endif
        } while got < 0 && errno == EINTR
        guard got >= 0 else {
            throw .input(path: path, message: "cannot be read: \(String(cString: strerror(errno)))")
        }
        let chunk = UnsafeRawBufferPointer(rebasing: room[..<got])
        bytes.append(contentsOf: chunk)
        if let hash {
            let piece = Array(chunk)
            hash.add { $0.update(piece) }
        }
        bytesRead += got
        return got
    }

    /// Reads on for the hash alone. A pipe is left as it is: it may have no end.
    func skipToEnd() throws(PipelineFailure) {
        guard closes, hash != nil else { return }
        var bytes: [UInt8] = []
        while try read(1 << 20, into: &bytes) > 0 { bytes.removeAll(keepingCapacity: true) }
    }

    /// Lower-case hexadecimal SHA-256 of all bytes read; empty when the source is not hashed.
    var sha256: String { hash?.value { $0.digest }.hexadecimal ?? "" }

    /// All bytes of a file that the product wrote itself.
    static func bytes(of path: String) throws(PipelineFailure) -> [UInt8] {
        let source = try ByteSource(path: path, isHashed: false)
        var bytes: [UInt8] = []
        while try source.read(1 << 20, into: &bytes) > 0 {}
        return bytes
    }

    /// The same of a whole input.
    static func sha256(of path: String) throws(PipelineFailure) -> String {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 20, into: &bytes) > 0 { bytes.removeAll(keepingCapacity: true) }
        return source.sha256
    }
}
