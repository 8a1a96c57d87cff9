/// When a picture was taken, as its own metadata say (Exif 2.32: DateTimeOriginal 0x9003, OffsetTimeOriginal 0x9011).
public struct ExifTime: Sendable, Hashable {
    /// `2026:11:18 02:44:32`.
    public let date: String
    /// `+01:00`; `nil` where none is written.
    public let offset: String?

    /// Of a PNG (chunk eXIf) or JPEG (segment APP1) file; `nil` where it says nothing.
    public init?(_ file: [UInt8]) {
        guard let block = Self.pngBlock(file) ?? Self.jpegBlock(file), let tiff = TIFF(block),
            let directory = tiff.entry(0x8769, in: tiff.first).map({ Int($0.value) }),
            let date = tiff.entry(0x9003, in: directory).flatMap(tiff.text)
        else { return nil }
        self.date = date
        offset = tiff.entry(0x9011, in: directory).flatMap(tiff.text)
    }

    private static func pngBlock(_ file: [UInt8]) -> ArraySlice<UInt8>? {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        var index = 8
        while index + 12 <= file.count {
            let length = file[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
            let (from, to) = (index + 8, index + 8 + length)
            guard to + 4 <= file.count else { return nil }
            if file[(index + 4)..<from].elementsEqual("eXIf".utf8) { return file[from..<to] }
            index = to + 4
        }
        return nil
    }

    private static func jpegBlock(_ file: [UInt8]) -> ArraySlice<UInt8>? {
        guard file.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 4 <= file.count, file[index] == 0xFF, file[index + 1] != 0xDA {
            let to = index + 2 + (Int(file[index + 2]) << 8 | Int(file[index + 3]))
            guard to <= file.count, to > index + 3 else { return nil }
            let body = file[(index + 4)..<to]
            if file[index + 1] == 0xE1, body.starts(with: "Exif\0\0".utf8) { return body.dropFirst(6) }
            index = to
        }
        return nil
    }
}

/// The directories of a TIFF block (as TIFF 6.0 lays them out), as far as they hold dates.
private struct TIFF {
    struct Entry {
        var count: Int
        /// The value, or where it stands.
        var value: UInt32
    }

    private let bytes: ArraySlice<UInt8>
    private let isLittle: Bool
    /// Where the first directory stands.
    let first: Int

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        self.bytes = bytes
        isLittle = bytes.first == UInt8(ascii: "I")
        first = Int(Self.number(bytes, at: 4, size: 4, isLittle: isLittle) ?? 0)
    }

    func entry(_ tag: UInt32, in directory: Int) -> Entry? {
        guard let count = number(at: directory, size: 2) else { return nil }
        for place in 0..<Int(count) {
            let at = directory + 2 + place * 12
            guard let found = number(at: at, size: 2) else { return nil }
            guard found == tag else { continue }
            guard let count = number(at: at + 4, size: 4), let value = number(at: at + 8, size: 4) else { return nil }
            return Entry(count: Int(count), value: value)
        }
        return nil
    }

    /// Text of more than four bytes, which stands elsewhere.
    func text(_ entry: Entry) -> String? {
        let (from, to) = (Int(entry.value), Int(entry.value) + entry.count)
        guard entry.count > 4, entry.count <= 64, to <= bytes.count else { return nil }
        let text = bytes[(bytes.startIndex + from)..<(bytes.startIndex + to)].prefix { $0 != 0 }
        return String(decoding: text, as: UTF8.self)
    }

    private func number(at offset: Int, size: Int) -> UInt32? {
        Self.number(bytes, at: offset, size: size, isLittle: isLittle)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int, isLittle: Bool) -> UInt32? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        let part = bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + size)]
        return isLittle
            ? part.reversed().reduce(0) { $0 << 8 | UInt32($1) } : part.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
