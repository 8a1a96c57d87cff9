import Capture
import Encodings
import Model
import TestSupport
import Testing

@testable import Pipeline

/// Lines as units, so that a test sees exactly what the window showed.
private struct LineDecoder: WindowDecoder {
    var ledger = Ledger(unit: "lines")
    var outbox = Outbox<String>()
    private(set) var windows: [Int] = []

    mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        windows.append(window.count)
        var start = 0
        for place in window.indices where window[place] == UInt8(ascii: "\n") {
            outbox.emit(text(window, start..<place))
            start = place + 1
        }
        if isFinal, start < window.count {
            outbox.emit(text(window, start..<window.count))
            start = window.count
        }
        return start
    }

    private func text(_ window: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { window[$0] }, as: UTF8.self)
    }
}

struct SlidingWindowTests {
    private func read(
        _ bytes: [UInt8], limits: InflateLimits = InflateLimits(outputBytes: 1 << 30)
    ) throws -> (lines: [String], windows: [Int], damage: String?, sha256: String, compressed: Bool) {
        let folder = try TemporaryFolder()
        let source = try ByteSource(path: folder.write(bytes, to: "input"))
        var window = try SlidingWindow(over: source, limits: limits)
        var decoder = LineDecoder()
        var lines: [String] = []
        try window.run(&decoder) { (outbox, _) throws(PipelineFailure) in lines += outbox.events }
        if window.stop?.detail == nil { #expect(source.bytesRead == bytes.count) }
        return (lines, decoder.windows, window.stop?.detail, source.sha256, window.wasCompressed)
    }

    private static func lines(_ count: Int, length: Int) -> [String] {
        (0..<count).map { "\($0) " + String(repeating: "x", count: length) }
    }

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array(lines.joined(separator: "\n").utf8)
    }

    @Test(arguments: [(1, 0), (3, 10), (1_500, 900), (12, 100_000)])
    func everythingComesOutOnce(count: Int, length: Int) throws {
        let lines = Self.lines(count, length: length)
        let read = try read(Self.bytes(lines))
        #expect(read.lines == lines)
        #expect(!read.compressed && read.damage == nil)
    }

    @Test func theWindowStaysSmallWhereUnitsAre() throws {
        let read = try read(Self.bytes(Self.lines(3_000, length: 1_000)))
        #expect(read.windows.count >= 2)
        #expect(read.windows.allSatisfy { $0 <= 2 * SlidingWindow.step + 4_096 })
    }

    @Test func theWindowGrowsForOneLargeUnit() throws {
        let line = String(repeating: "y", count: 2 * SlidingWindow.step)
        let read = try read(Array("first\n\(line)\nlast".utf8))
        #expect(read.lines == ["first", line, "last"])
        #expect(read.windows.max() ?? 0 > 2 * SlidingWindow.step)
    }

    @Test func nothingAtAll() throws {
        #expect(try read([]).lines.isEmpty)
    }

    /// SHA-256 of the file as it is, compressed or not (FIPS 180-4, the example "abc").
    @Test func theHashIsOfTheFile() throws {
        let read = try read(Array("abc".utf8))
        #expect(read.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: Packed.Wrapper.allCases)
    func packed(wrapper: Packed.Wrapper) throws {
        let lines = Self.lines(4_000, length: 300)
        let read = try read(Packed.bytes(Self.bytes(lines), as: wrapper))
        #expect(read.compressed)
        #expect(read.lines == lines)
        #expect(read.damage == nil)
    }

    @Test func gzipMembersInARow() throws {
        let parts = [["a", "b"], ["c", "d"]].map {
            Packed.bytes(Array(($0.joined(separator: "\n") + "\n").utf8), as: .gzip)
        }
        #expect(try read(parts.flatMap(\.self)).lines == ["a", "b", "c", "d"])
    }

    @Test(arguments: Packed.Wrapper.allCases, [1, 9, 500])
    func cutOff(wrapper: Packed.Wrapper, missing: Int) throws {
        let lines = Self.lines(4_000, length: 300)
        let packed = Packed.bytes(Self.bytes(lines), as: wrapper)
        let read = try read(Array(packed.dropLast(missing)))
        #expect(read.damage == "the compressed data end before their end mark")
        #expect(read.lines.count > 2_000 && zip(read.lines.dropLast(), lines).allSatisfy { $0 == $1 })
    }

    @Test func damaged() throws {
        var packed = Packed.bytes(Self.bytes(Self.lines(4_000, length: 300)), as: .gzip)
        for place in packed.count / 2..<packed.count / 2 + 8 { packed[place] ^= 0xFF }
        let read = try read(packed)
        #expect(read.damage != nil)
    }

    @Test func limits() throws {
        let plain = [UInt8](repeating: 0x61, count: 3 << 20)
        let packed = Packed.bytes(plain, as: .gzip)
        let size = try read(packed, limits: InflateLimits(outputBytes: 1 << 20)).damage
        #expect(size == "the unpacked data exceed the limit of 1048576 bytes")
        let ratio = try read(packed, limits: InflateLimits(outputBytes: 1 << 30, ratio: 10)).damage
        #expect(ratio == "the data unpack to more than 10 times their size")
    }

    @Test func tooLargeForASmallFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "a", count: 3 << 20), to: "input")
        var window = try SlidingWindow(over: ByteSource(path: path), limits: InflateLimits(outputBytes: 1 << 20))
        let failure = #expect(throws: PipelineFailure.self) { try window.all(limit: 1 << 20) }
        #expect(failure?.description == "\(path): is larger than the 1048576 bytes such a file may have")
    }
}
