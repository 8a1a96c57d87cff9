import Encodings
import Model

/// A ZIP archive that a caller looks into by the names of its members, such as an app archive.
public struct ArchiveFile: Sendable {
    private let bytes: [UInt8]
    private let archive: ZipArchive

    /// Throws when no directory can be read, or when it has more members than the limit allows.
    public init(_ bytes: [UInt8], limits: EntryLimits) throws(ReadFailure) {
        self.bytes = bytes
        do throws(ZipFailure) {
            archive = try ZipArchive(bytes.span, memberLimit: limits.members)
        } catch {
            throw ReadFailure(
                expected: "the directory of a ZIP archive", found: "\(error)", at: 0, remedy: "copy the file again")
        }
    }

    /// Every member, in the order of the directory. Names are the archive's own words: never used as paths.
    public var names: [String] { archive.members.map(\.name) }

    /// The unpacked content of the first member of a name; `nil` when there is none.
    public func content(of name: String, limits: InflateLimits) throws(ReadFailure) -> [UInt8]? {
        guard let member = archive.members.first(where: { $0.name == name }) else { return nil }
        do throws(ZipFailure) {
            return try archive.content(of: member, in: bytes.span, limits: limits)
        } catch {
            throw ReadFailure(
                expected: "the content of \(name)", found: "\(error)", at: member.headerOffset,
                remedy: "copy the file again, or unpack it and give the folder")
        }
    }
}
