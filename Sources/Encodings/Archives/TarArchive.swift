/// The regular files of a tar archive (POSIX.1-2017, `pax`: ustar headers with extended ones; GNU's long names).
///
/// Names come as they stand; nothing is written anywhere. Folders and devices are passed over, links are refused: what they
/// lead to would depend on where the archive is unpacked.
public struct TarArchive: Sendable {
    /// One file of it.
    public struct File: Sendable, Hashable {
        public var path: String
        public var bytes: [UInt8]

        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Why an archive cannot be read: what was found at which byte.
    public enum Failure: Error, Sendable, Hashable {
        /// The header at that byte is not one: its sum does not hold, or a number in it is not octal.
        case noHeader(at: Int)
        /// A file is longer than what is there.
        case truncated(path: String)
        case link(path: String)
        /// A path that leaves the archive: absolute, or with `..`.
        case leaves(path: String)
    }

    public var files: [File] = []

    private static let block = 512

    /// - Parameter bytes: of the archive, unpacked.
    public init(_ bytes: Span<UInt8>) throws(Failure) {
        var place = 0
        var longName: String?
        while place + TarArchive.block <= bytes.count {
            let header = bytes.extracting(place..<(place + TarArchive.block))
            if TarArchive.isEmpty(header) { return }
            guard TarArchive.isSound(header), let size = TarArchive.octal(header, 124..<136) else {
                throw .noHeader(at: place)
            }
            let path = longName ?? TarArchive.path(header)
            longName = nil
            place += TarArchive.block
            guard size <= bytes.count - place else { throw .truncated(path: path) }
            let content = bytes.extracting(place..<(place + size))
            place += (size + TarArchive.block - 1) / TarArchive.block * TarArchive.block
            switch header[156] {
            case UInt8(ascii: "0"), 0: files.append(try TarArchive.file(path, content))
            case UInt8(ascii: "1"), UInt8(ascii: "2"): throw .link(path: path)
            case UInt8(ascii: "L"): longName = TarArchive.text(content)
            case UInt8(ascii: "x"): longName = TarArchive.extendedPath(content)
            default: continue
            }
        }
    }

    private static func file(_ path: String, _ content: Span<UInt8>) throws(Failure) -> File {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.hasPrefix("/"), !parts.contains("..") else { throw .leaves(path: path) }
        let kept = parts.filter { !$0.isEmpty && $0 != "." }
        return File(path: kept.joined(separator: "/"), bytes: content.withUnsafeBufferPointer { Array($0) })
    }

    // MARK: - Headers

    private static func isEmpty(_ header: Span<UInt8>) -> Bool {
        header.indices.allSatisfy { header[$0] == 0 }
    }

    /// The sum of all bytes, with those of the sum itself taken for spaces.
    private static func isSound(_ header: Span<UInt8>) -> Bool {
        var sum = 0
        for place in header.indices { sum += (148..<156).contains(place) ? 0x20 : Int(header[place]) }
        return octal(header, 148..<156) == sum
    }

    private static func octal(_ header: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        var digits = 0
        for place in range {
            let byte = header[place]
            if byte == 0x20 || byte == 0 {
                if digits > 0 { break }
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { return nil }
            number = number << 3 | Int(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return digits > 0 ? number : nil
    }

    /// The name behind its prefix, where the header has one.
    private static func path(_ header: Span<UInt8>) -> String {
        let name = text(header.extracting(0..<100))
        let isPOSIX = text(header.extracting(257..<262)) == "ustar" && header[262] == 0
        let prefix = isPOSIX ? text(header.extracting(345..<500)) : ""
        return prefix.isEmpty ? name : "\(prefix)/\(name)"
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        for place in bytes.indices {
            guard bytes[place] != 0 else { break }
            text.append(bytes[place])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `path` of an extended header, which is lines `LENGTH KEY=VALUE`.
    private static func extendedPath(_ content: Span<UInt8>) -> String? {
        for line in text(content).split(separator: "\n") {
            guard let space = line.firstIndex(of: " ") else { continue }
            let record = line[line.index(after: space)...]
            if record.hasPrefix("path=") { return String(record.dropFirst("path=".count)) }
        }
        return nil
    }
}

extension TarArchive.Failure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noHeader(let place): "expected a tar header at byte \(place), found something else"
        case .truncated(let path): "ends inside \(path)"
        case .link(let path): "\(path) is a link; expected files only"
        case .leaves(let path): "\(path) leads out of the archive; expected paths inside it"
        }
    }
}
