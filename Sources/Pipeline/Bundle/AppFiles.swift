import Capture
import Crypto
import Foundation

/// The files of one app, by their paths inside it: in an .app folder, an .xcarchive, or an .ipa.
struct AppFiles {
    private enum Store {
        case folder(String)
        case archive(ArchiveFile, prefix: String, sha256: String)
    }

    /// Paths inside the app, sorted.
    let names: [String]
    private let store: Store

    init(_ path: String, limits: EntryLimits) throws(PipelineFailure) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .input(path: path, message: "cannot be found")
        }
        if isFolder.boolValue {
            let root = try AppFiles.app(in: path)
            names = try AppFiles.walk(root, most: limits.members)
            store = .folder(root)
            return
        }
        let (archive, sha256) = try AppFiles.archive(path, limits)
        guard let info = archive.names.first(where: AppFiles.isInfoOfApp) else {
            throw .input(
                path: path, message: "holds no Payload/*.app/Info.plist; give an .ipa, an .app or an .xcarchive")
        }
        let prefix = String(info.dropLast("Info.plist".count))
        names = archive.names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
        store = .archive(archive, prefix: prefix, sha256: sha256)
    }

    /// - Parameter limit: files with more bytes are not read.
    func content(_ name: String, limit: Int) throws(ReadFailure) -> [UInt8]? {
        switch store {
        case .archive(let archive, let prefix, _):
            return try archive.content(of: prefix + name, limits: InflateLimits(outputBytes: limit))
        case .folder(let root):
            guard let handle = FileHandle(forReadingAtPath: root + "/" + name) else { return nil }
            do {
                let data = try handle.read(upToCount: limit + 1) ?? Data()
                try handle.close()
                guard data.count <= limit else {
                    throw ReadFailure(
                        expected: "at most \(limit) bytes", found: "a larger file", at: 0, remedy: "nothing")
                }
                return Array(data)
            } catch let failure as ReadFailure {
                throw failure
            } catch {
                throw ReadFailure(expected: "a readable file", found: "\(error)", at: 0, remedy: "copy it again")
            }
        }
    }

    private static func isInfoOfApp(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "Payload" && parts[1].hasSuffix(".app") && parts[2] == "Info.plist"
    }

    /// Of an archive's bytes; of a folder, of a list with SHA-256 and path of each file, as `sha256sum` writes it.
    func sha256() throws(PipelineFailure) -> String {
        switch store {
        case .archive(_, _, let sha256): return sha256
        case .folder(let root):
            var hash = SHA256()
            for name in names {
                let path = "\(root)/\(name)"
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                hash.update(data: Data("\(try ByteSource.sha256(of: path))  \(name)\n".utf8))
            }
            return hash.finalize().hexadecimal
        }
    }

    private static func archive(
        _ path: String, _ limits: EntryLimits
    ) throws(PipelineFailure) -> (ArchiveFile, sha256: String) {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 20, into: &bytes) > 0 {}
        do {
            return (try ArchiveFile(bytes, limits: limits), source.sha256)
        } catch {
            throw .input(path: path, message: error.message)
        }
    }

    /// The app in a folder that is one, or that holds one as an archive of Xcode or an unpacked .ipa does.
    private static func app(in path: String) throws(PipelineFailure) -> String {
        let manager = FileManager.default
        if manager.fileExists(atPath: path + "/Info.plist"), path.hasSuffix(".app") || path.hasSuffix(".app/") {
            return path
        }
        for folder in [path + "/Products/Applications", path + "/Payload", path] {
            guard manager.fileExists(atPath: folder) else { continue }
            do {
                let entries = try manager.contentsOfDirectory(atPath: folder).sorted()
                if let app = entries.first(where: { $0.hasSuffix(".app") }) { return folder + "/" + app }
            } catch {
                throw .input(path: folder, message: "cannot be listed: \(error)")
            }
        }
        throw .input(path: path, message: "holds no .app; give an .app folder, an .ipa or an .xcarchive")
    }

    /// Links are not followed: they may lead anywhere.
    private static func walk(_ root: String, most: Int) throws(PipelineFailure) -> [String] {
        guard let files = FileManager.default.enumerator(atPath: root) else { return [] }
        var names: [String] = []
        while let name = files.nextObject() as? String {
            guard names.count < most else {
                throw .input(
                    path: root, message: "holds more than \(most) files; raise --limit archive-entries if that is right"
                )
            }
            names.append(name)
        }
        return names.sorted()
    }
}
