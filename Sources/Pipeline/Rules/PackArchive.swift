import Cryptography
import Encodings

/// A pack of rules as one file: a tar archive, packed with gzip. It is read in memory and unpacked nowhere.
struct PackArchive {
    /// Larger than any pack of text files and the captures that test them.
    private static let limit = 64 << 20

    let files: [TarArchive.File]

    /// By its name: what a person hands to `--rules` is a folder or an archive.
    static func isArchive(_ path: String) -> Bool { path.hasSuffix(".tar.gz") || path.hasSuffix(".tgz") }

    init(_ path: String) throws(PipelineFailure) {
        var packed: [UInt8] = []
        let source = try ByteSource(path: path)
        while try source.read(1 << 16, into: &packed) > 0 {
            guard packed.count <= PackArchive.limit else {
                throw .input(path: path, message: "is larger than the \(PackArchive.limit) bytes a pack may have")
            }
        }
        let decoder = ContentDecoder(limits: .init(maximumSize: PackArchive.limit))
        let unpacked = decoder.decode(packed, codings: [.gzip])
        guard unpacked.outcome == .complete else {
            throw .input(path: path, message: "expected a gzip archive, found one that is \(unpacked.outcome)")
        }
        do throws(TarArchive.Failure) {
            files = PackArchive.atTop(try TarArchive(unpacked.bytes.span).files)
        } catch {
            throw .input(path: path, message: "\(error)")
        }
    }

    /// Archives often hold one folder with everything in it, named for the version.
    private static func atTop(_ files: [TarArchive.File]) -> [TarArchive.File] {
        let tops = Set(files.map { file in file.path.prefix { $0 != "/" } })
        guard tops.count == 1, let top = tops.first, files.allSatisfy({ $0.path.utf8.count > top.utf8.count }) else {
            return files
        }
        return files.map { TarArchive.File(path: String($0.path.dropFirst(top.count + 1)), bytes: $0.bytes) }
    }
}

extension TarArchive.File {
    /// As a text of the pack at `archive`.
    func source(in archive: String) throws(PipelineFailure) -> RuleFolder.Source {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .input(path: "\(archive)/\(path)", message: "is not UTF-8 text")
        }
        return RuleFolder.Source(path: path, text: text, sha256: SHA256.hash(bytes).hexadecimal)
    }
}
