import Capture
import Cryptography
import Encodings

/// The files of one app, by their paths inside it: in an .app folder, an .xcarchive, or an .ipa.
struct AppFiles {
    private enum Store {
        case folder(String)
        case archive(ArchiveFile, prefix: String, sha256: String)
    }

    /// Paths inside the app, sorted.
    let names: [String]
    private let path: String
    private let store: Store

    init(_ path: String, limits: EntryLimits) throws(PipelineFailure) {
        guard FileTree.exists(path) else { throw .input(path: path, message: "cannot be found") }
        self.path = path
        if FileTree.isFolder(path) {
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
            guard FileTree.exists(root + "/" + name) else { return nil }
            let bytes = try AppFiles.bytes(of: root + "/" + name, most: limit + 1)
            guard bytes.count <= limit else {
                throw ReadFailure(expected: "at most \(limit) bytes", found: "a larger file", at: 0, remedy: "nothing")
            }
            return bytes
        }
    }

    private static func bytes(of path: String, most: Int) throws(ReadFailure) -> [UInt8] {
        do throws(PipelineFailure) {
            let source = try ByteSource(path: path, isHashed: false)
            var bytes: [UInt8] = []
            while bytes.count < most, try source.read(most - bytes.count, into: &bytes) > 0 {}
            return bytes
        } catch {
            throw ReadFailure(
                expected: "a readable file", found: error.description, at: 0, remedy: "copy it again")
        }
    }

    private static func isInfoOfApp(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "Payload" && parts[1].hasSuffix(".app") && parts[2] == "Info.plist"
    }

    /// Of an archive; of a folder, of all its files.
    var bytes: Int {
        switch store {
        case .archive: FileTree.size(of: path) ?? 0
        case .folder(let root): names.reduce(0) { $0 + (FileTree.size(of: "\(root)/\($1)") ?? 0) }
        }
    }

    /// Of an archive's bytes; of a folder, of a list with SHA-256 and path of each file, as `sha256sum` writes it.
    func sha256() throws(PipelineFailure) -> String {
        switch store {
        case .archive(_, _, let sha256): return sha256
        case .folder(let root):
            var hash = SHA256()
            for name in names {
                let path = "\(root)/\(name)"
                guard FileTree.isFile(path) else { continue }
                hash.update("\(try ByteSource.sha256(of: path))  \(name)\n".utf8)
            }
            return hash.digest.hexadecimal
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
        if FileTree.exists(path + "/Info.plist"), path.hasSuffix(".app") || path.hasSuffix(".app/") {
            return path
        }
        for folder in [path + "/Products/Applications", path + "/Payload", path] {
            guard FileTree.exists(folder) else { continue }
            if let app = try FileTree.names(in: folder).first(where: { $0.hasSuffix(".app") }) {
                return folder + "/" + app
            }
        }
        throw .input(path: path, message: "holds no .app; give an .app folder, an .ipa or an .xcarchive")
    }

    /// Links are not followed: they may lead anywhere.
    private static func walk(_ root: String, most: Int) throws(PipelineFailure) -> [String] {
        let names = try FileTree.paths(below: root, most: most)
        guard names.count <= most else {
            throw .input(
                path: root, message: "holds more than \(most) files; raise --limit archive-entries if that is right")
        }
        return names
    }
}
