#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files that a command reads. No output takes the place of one of them, nor of a file that holds a key.
package struct GuardedFiles: Sendable {
    private struct Identity: Hashable {
        var device: UInt64
        var number: UInt64
    }

    private var files: Set<Identity> = []
    /// With what is guarded in them: rule files, or everything.
    private var folders: [(path: String, endings: [String])] = []

    /// - Parameters:
    ///   - files: what is read as it is; what does not exist cannot be overwritten.
    ///   - ruleFolders: of which the rule files are read.
    ///   - bundle: an app, which may be a folder.
    package init(_ files: [String], ruleFolders: [String] = [], bundle: String? = nil) {
        for path in files + ruleFolders + [bundle].compactMap(\.self) {
            if let (identity, isFolder) = GuardedFiles.status(path), !isFolder { self.files.insert(identity) }
        }
        for (paths, endings) in [(ruleFolders, [".yaml", ".yml"]), ([bundle].compactMap(\.self), [""])] {
            for path in paths {
                if let (_, isFolder) = GuardedFiles.status(path), isFolder, let real = GuardedFiles.real(path) {
                    folders.append((real, endings))
                }
            }
        }
    }

    /// Call it before anything is read, and before the output is opened.
    package func check(_ output: String) throws(PipelineFailure) {
        guard let (identity, isFolder) = GuardedFiles.status(output), !isFolder else { return }
        if files.contains(identity) || isInFolder(output) {
            throw .input(path: output, message: "is an input of this command and is not overwritten; write elsewhere")
        }
        if try GuardedFiles.holdsKey(output) {
            throw .input(
                path: output, message: "holds a key and is not overwritten; write elsewhere, or remove it first")
        }
    }

    private func isInFolder(_ output: String) -> Bool {
        guard !folders.isEmpty, let real = GuardedFiles.real(output) else { return false }
        return folders.contains { folder in
            real.hasPrefix(folder.path + "/") && folder.endings.contains(where: real.hasSuffix)
        }
    }

    /// `nil` for what does not exist and for devices and pipes, which hold nothing.
    private static func status(_ path: String) -> (identity: Identity, isFolder: Bool)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else { return nil }
        let identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
        return (identity, kind == S_IFDIR)
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// A PEM file with a key, or a log of TLS keys. What may not be read is nobody's output either.
    private static func holdsKey(_ path: String) throws(PipelineFailure) -> Bool {
        if try InputKind.isKeyLog(path) { return true }
        let source = try ByteSource(path: path, isHashed: false)
        var front: [UInt8] = []
        while front.count < 1 << 14, try source.read(1 << 14, into: &front) > 0 {}
        return String(decoding: front, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            line.hasPrefix("-----BEGIN ") && line.contains("KEY-----")
        }
    }
}

extension Certify.Request {
    /// Everything that the request reads.
    package var guarded: GuardedFiles {
        GuardedFiles(
            inputs + keyLogs + callLogs + [factsPath, waiversPath, configured?.path].compactMap(\.self),
            ruleFolders: ruleFolders, bundle: bundlePath)
    }
}
