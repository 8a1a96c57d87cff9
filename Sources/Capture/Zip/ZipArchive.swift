import Encodings
import Model

/// Why a member of a ZIP archive, or the archive, could not be read.
enum ZipFailure: Error, Sendable, Hashable {
    /// No directory is where one must be: the archive is cut, or is none.
    case noDirectory
    /// A directory entry, or what it points to, lies outside the archive.
    case damaged(at: Int)
    case tooManyMembers(limit: Int)
    /// More than 65,535 members or 4 GB (ZIP64).
    case zip64
    case encrypted
    /// Neither stored nor deflated.
    case method(Int)
    case inflate(InflateFailure)
    /// The content has another size or checksum than the directory says.
    case checksum
}

/// The central directory of a ZIP archive (PKWARE APPNOTE 6.3, sections 4.3 and 4.4). Names are compared and never used
/// as paths; an archive inside an archive is a member like any other and is not opened.
struct ZipArchive: Sendable {
    struct Member: Sendable, Hashable {
        var name: String
        var method: Int
        var checksum: UInt32
        var packedSize: Int
        var size: Int
        var headerOffset: Int
        var isEncrypted: Bool
    }

    private(set) var members: [Member] = []

    private static let endSize = 22
    private static let directoryEntrySize = 46
    private static let localHeaderSize = 30

    /// - Parameter memberLimit: how many members an archive may have.
    init(_ bytes: Span<UInt8>, memberLimit: Int) throws(ZipFailure) {
        guard let end = ZipArchive.end(of: bytes) else { throw .noDirectory }
        let (count, start) = try ZipArchive.directory(bytes, end: end)
        guard count <= memberLimit else { throw .tooManyMembers(limit: memberLimit) }
        var offset = start
        for _ in 0..<count {
            let (member, next) = try ZipArchive.member(bytes, at: offset, before: end)
            members.append(member)
            offset = next
        }
    }

    /// The unpacked content of a member.
    func content(
        of member: Member, in bytes: Span<UInt8>, limits: InflateLimits
    ) throws(ZipFailure) -> [UInt8] {
        guard !member.isEncrypted else { throw .encrypted }
        let header = member.headerOffset
        guard bytes.uint32(at: header, .little) == 0x0403_4B50,
            let nameLength = bytes.uint16(at: header + 26, .little),
            let extraLength = bytes.uint16(at: header + 28, .little)
        else { throw .damaged(at: header) }
        let start = header + ZipArchive.localHeaderSize + Int(nameLength) + Int(extraLength)
        guard start <= bytes.count, member.packedSize <= bytes.count - start else { throw .damaged(at: header) }
        let packed = bytes.extracting(start..<(start + member.packedSize))
        let content: [UInt8]
        switch member.method {
        case 0:
            guard packed.count <= limits.outputBytes else { throw .inflate(.tooLarge(limit: limits.outputBytes)) }
            content = packed.copy(0..<packed.count)
        case 8: content = try ZipArchive.inflate(packed, limits: limits)
        default: throw .method(member.method)
        }
        guard content.count == member.size, Checksum.crc32(content) == member.checksum else { throw .checksum }
        return content
    }

    // MARK: Directory

    /// The record at the end; a comment of up to 64 KB may follow it.
    private static func end(of bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= endSize else { return nil }
        let last = bytes.count - endSize
        var offset = last
        while offset >= max(0, last - 65_535) {
            if bytes.uint32(at: offset, .little) == 0x0605_4B50,
                let comment = bytes.uint16(at: offset + 20, .little), Int(comment) == last - offset
            {
                return offset
            }
            offset -= 1
        }
        return nil
    }

    /// How many members there are and where their entries begin; from the ZIP64 record where the old one says so.
    private static func directory(_ bytes: Span<UInt8>, end: Int) throws(ZipFailure) -> (count: Int, start: Int) {
        guard let count = bytes.uint16(at: end + 10, .little), let start = bytes.uint32(at: end + 16, .little) else {
            throw .noDirectory
        }
        guard count == .max || start == .max else { return (Int(count), Int(start)) }
        guard end >= 20, bytes.uint32(at: end - 20, .little) == 0x0706_4B50,
            let place = bytes.uint64(at: end - 12, .little).flatMap({ Int(exactly: $0) }), place <= end - 56,
            bytes.uint32(at: place, .little) == 0x0606_4B50,
            let largeCount = bytes.uint64(at: place + 32, .little).flatMap({ Int(exactly: $0) }),
            let largeStart = bytes.uint64(at: place + 48, .little).flatMap({ Int(exactly: $0) })
        else { throw .zip64 }
        return (largeCount, largeStart)
    }

    private static func member(
        _ bytes: Span<UInt8>, at offset: Int, before end: Int
    ) throws(ZipFailure) -> (member: Member, next: Int) {
        guard offset <= end - directoryEntrySize, bytes.uint32(at: offset, .little) == 0x0201_4B50,
            let flags = bytes.uint16(at: offset + 8, .little), let method = bytes.uint16(at: offset + 10, .little),
            let checksum = bytes.uint32(at: offset + 16, .little),
            let packedSize = bytes.uint32(at: offset + 20, .little), let size = bytes.uint32(at: offset + 24, .little),
            let nameLength = bytes.uint16(at: offset + 28, .little),
            let extraLength = bytes.uint16(at: offset + 30, .little),
            let commentLength = bytes.uint16(at: offset + 32, .little),
            let header = bytes.uint32(at: offset + 42, .little)
        else { throw .damaged(at: offset) }
        guard header != .max else { throw .zip64 }
        let name = offset + directoryEntrySize
        let next = name + Int(nameLength) + Int(extraLength) + Int(commentLength)
        guard next <= end else { throw .damaged(at: offset) }
        var sizes = (packed: Int(packedSize), plain: Int(size))
        if packedSize == .max, size == .max {
            // The ZIP64 field (APPNOTE 4.5.3) stands first in every writer's extra field and has the plain size first.
            let extra = name + Int(nameLength)
            guard extraLength >= 20, bytes.uint16(at: extra, .little) == 1,
                let plain = bytes.uint64(at: extra + 4, .little).flatMap({ Int(exactly: $0) }),
                let packed = bytes.uint64(at: extra + 12, .little).flatMap({ Int(exactly: $0) })
            else { throw .zip64 }
            sizes = (packed, plain)
        }
        return (
            Member(
                name: String(decoding: bytes.copy(name..<(name + Int(nameLength))), as: UTF8.self),
                method: Int(method), checksum: checksum, packedSize: sizes.packed, size: sizes.plain,
                headerOffset: Int(header), isEncrypted: flags & 1 != 0),
            next
        )
    }

    // MARK: Content

    private static func inflate(_ packed: Span<UInt8>, limits: InflateLimits) throws(ZipFailure) -> [UInt8] {
        do throws(InflateFailure) {
            return try Inflater.inflate(packed, limits: limits, wrapper: .none)
        } catch {
            throw .inflate(error)
        }
    }
}
