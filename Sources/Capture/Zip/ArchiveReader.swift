import Model

/// A reader of one kind of ZIP archive. A ZIP is read from its end, so the window must hold the whole archive, up to
/// ``EntryLimits/entryBytes``.
protocol ArchiveReader {
    /// What a person saves fewer of when an archive is too large.
    static var unit: String { get }

    var limits: EntryLimits { get }
    var failure: ReadFailure? { get set }
    var isOver: Bool { get set }

    /// Reads the members, one after the other.
    mutating func read(_ archive: ZipArchive, _ bytes: Span<UInt8>) throws(ZipFailure)
}

extension ArchiveReader {
    /// ``WindowDecoder/decode(_:isFinal:)`` for its readers.
    mutating func readArchive(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        guard !isOver else { return window.count }
        guard window.count <= limits.entryBytes else {
            fail(
                "an archive of up to \(limits.entryBytes) bytes", "a larger one",
                remedy: "raise the limit entry-bytes, or save fewer \(Self.unit)")
            return window.count
        }
        guard isFinal else { return 0 }
        do throws(ZipFailure) {
            try read(try ZipArchive(window, memberLimit: limits.members), window)
        } catch {
            refuse(error)
        }
        isOver = true
        return window.count
    }

    private mutating func refuse(_ failure: ZipFailure) {
        switch failure {
        case .encrypted:
            fail("a readable archive", "one with a password", remedy: "save the \(Self.unit) without a password")
        case .zip64:
            fail(
                "an archive below 4 GB", "a ZIP64 archive", remedy: "save fewer \(Self.unit), or export as HAR")
        case .tooManyMembers(let limit):
            fail(
                "at most \(limit) members", "more of them", remedy: "save fewer \(Self.unit), or export as HAR")
        default:
            fail(
                "the directory of a ZIP archive", "none that can be read",
                remedy: "copy the file again, or save the \(Self.unit) again")
        }
    }

    mutating func fail(_ expected: String, _ found: String, remedy: String) {
        failure = ReadFailure(expected: expected, found: found, at: 0, remedy: remedy)
        isOver = true
    }
}
