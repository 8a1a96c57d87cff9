#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

import Store

/// A file that a command writes, piece by piece or at once: it appears complete or not at all, and what was there stays until
/// then. Pipes and devices are written as the pieces come.
package final class OutputFile {
    private let path: String
    private let fresh: FreshFile?
    private var descriptor: Int32
    /// Whoever read the pipe has seen enough.
    private var isUnread = false

    /// - Parameter clears: see ``FreshFile/init(destination:clears:)``.
    package init(_ path: String, clears: Bool = true) throws(PipelineFailure) {
        self.path = path
        if OutputFile.isStream(path) {
            fresh = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let file = try PipelineFailure.storing { () throws(StoreFailure) in
                try FreshFile(destination: path, clears: clears)
            }
            fresh = file
            descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else {
            let failure = failure(errno)
            fresh?.discard()
            throw failure
        }
    }

    deinit {
        if descriptor >= 0 {
            _ = close(descriptor)
            fresh?.discard()
        }
    }

    /// Adds bytes at the end.
    package func write(_ bytes: [UInt8]) throws(PipelineFailure) {
        var start = 0
        while start < bytes.count, !isUnread {
            let written = bytes[start...].withUnsafeBytes { OutputFile.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                start += written
            } else if errno == EPIPE, fresh == nil {
                isUnread = true
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    /// To be called when all is written; without that nothing of it stays.
    ///
    /// - Parameter isDurable: see ``FreshFile/publish(isDatabase:isDurable:)``.
    package func publish(isDurable: Bool = true) throws(PipelineFailure) {
        let closed = close(descriptor)
        let code = errno
        descriptor = -1
        guard let fresh else { return }
        do throws(StoreFailure) {
            guard closed == 0 else { throw .cannotPublish(path: path, reason: String(cString: strerror(code))) }
            try fresh.publish(isDurable: isDurable)
        } catch {
            fresh.discard()
            throw .store(error)
        }
    }

    /// A whole file.
    package static func write(
        _ bytes: [UInt8], to path: String, clears: Bool = true, isDurable: Bool = true
    ) throws(PipelineFailure) {
        let file = try OutputFile(path, clears: clears)
        try file.write(bytes)
        try file.publish(isDurable: isDurable)
    }

    static func makeFolder(_ path: String) throws(PipelineFailure) {
        try FileTree.makeFolder(path)
    }

    private func failure(_ code: Int32) -> PipelineFailure {
        .input(path: path, message: "cannot be written: \(String(cString: strerror(code)))")
    }

    /// Pipes, devices, and `/dev/stdout` whatever it leads to: the process that opened it waits for bytes, not for a name.
    private static func isStream(_ path: String) -> Bool {
        var place = path
        for _ in 0..<32 {
            if ["/dev/", "/proc/"].contains(where: place.hasPrefix) { return true }
            guard let target = FileTree.target(ofLink: place) else { break }
            let folder = InputKind.folder(of: place)
            place = target.hasPrefix("/") || folder.isEmpty ? target : "\(folder)/\(target)"
        }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func write(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, base, count)
        #else
        Glibc.write(descriptor, base, count)
        #endif
    }
}
