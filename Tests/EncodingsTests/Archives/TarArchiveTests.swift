import Testing

@testable import Encodings

/// Tar archives as `tar` and Python's `tarfile` write them.
struct TarArchiveTests {
    /// A header with its sum, and the content filled up to whole blocks.
    private static func entry(
        _ name: String, _ content: String = "", type: Character = "0", prefix: String = "", size: Int? = nil
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at place: Int) {
            for (offset, byte) in text.utf8.enumerated() { header[place + offset] = byte }
        }
        func octal(_ number: Int, _ width: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        put(name, at: 0)
        put(octal(size ?? content.utf8.count, 11), at: 124)
        put(String(type), at: 156)
        put("ustar\0" + "00", at: 257)
        put(prefix, at: 345)
        put("        ", at: 148)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148)
        let padding = (512 - content.utf8.count % 512) % 512
        return header + Array(content.utf8) + [UInt8](repeating: 0, count: padding)
    }

    private static let end = [UInt8](repeating: 0, count: 1024)

    private static func read(_ bytes: [UInt8]) throws(TarArchive.Failure) -> [String: String] {
        let files = try TarArchive(bytes.span).files
        return Dictionary(files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }, uniquingKeysWith: { $1 })
    }

    @Test func filesAreReadAndFoldersPassedOver() throws {
        let bytes =
            Self.entry("./pack/", type: "5") + Self.entry("./pack/a.yaml", "a: 1\n") + Self.entry("pack/empty")
            + Self.end
        #expect(try Self.read(bytes) == ["pack/a.yaml": "a: 1\n", "pack/empty": ""])
    }

    /// POSIX splits long names or writes an extended header, GNU writes a file whose content is the name.
    @Test func longNamesAreWhole() throws {
        let long = String(repeating: "x", count: 120) + ".yaml"
        let record = "path=\(long)\n"
        let length = record.utf8.count + 4
        let extended = Self.entry("PaxHeaders/x", "\(length) \(record)", type: "x") + Self.entry("cut", "1")
        let gnu = Self.entry("././@LongLink", long + "\0", type: "L") + Self.entry("cut", "2")
        let split = Self.entry("b.yaml", "3", prefix: "deep/folder")
        #expect(try Self.read(extended + Self.end) == [long: "1"])
        #expect(try Self.read(gnu + Self.end) == [long: "2"])
        #expect(try Self.read(split + Self.end) == ["deep/folder/b.yaml": "3"])
    }

    @Test(arguments: [
        (entry("a", type: "2"), TarArchive.Failure.link(path: "a")),
        (entry("../a", "x"), .leaves(path: "../a")),
        (entry("/etc/a", "x"), .leaves(path: "/etc/a")),
        (entry("a", "x", size: 9_000), .truncated(path: "a")),
        ([UInt8](repeating: 1, count: 512), .noHeader(at: 0)),
    ])
    func whatLeadsElsewhereIsRefused(bytes: [UInt8], failure: TarArchive.Failure) {
        #expect(throws: failure) { try TarArchive(bytes.span) }
    }

    /// Whatever byte is changed and wherever the archive ends: an answer, and nothing longer than what is there.
    @Test func damageIsNoCrash() {
        let whole = Self.entry("a.yaml", "a: 1\n") + Self.entry("b.yaml", String(repeating: "b", count: 700)) + Self.end
        for place in stride(from: 0, to: whole.count, by: 7) {
            var damaged = whole
            damaged[place] ^= 0x5A
            for bytes in [damaged, Array(whole.prefix(place))] {
                let files = (try? TarArchive(bytes.span).files) ?? []
                #expect(files.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
            }
        }
    }
}
