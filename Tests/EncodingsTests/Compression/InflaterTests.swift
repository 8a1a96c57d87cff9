import Encodings
import TestSupport
import Testing

struct InflaterTests {
    /// `hello hello hello hello`, made with Python's gzip and zlib.
    private static let gzip: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57,
        0xc8, 0x40, 0x27, 0x01, 0xe3, 0x51, 0x3d, 0x8d, 0x17, 0x00, 0x00, 0x00,
    ]
    private static let zlib: [UInt8] = [
        0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xb1,
    ]
    /// 4 MiB of zeros: the middle of their compressed form is zeros too.
    private static let bomb: [UInt8] =
        [
            0x78, 0xda, 0xed, 0xc1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x82,
            0x20, 0xff, 0xaf, 0x6e, 0x48, 0x40, 0x01, 0x00, 0x00, 0x00,
        ] + [UInt8](repeating: 0, count: 4046) + [
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x00, 0x00, 0x7c, 0x1b, 0x03, 0xc0, 0x00, 0x01,
        ]
    private let limits = InflateLimits(outputBytes: 1 << 20)
    private let text = Array("hello hello hello hello".utf8)

    @Test(arguments: [gzip, zlib])
    func whole(input: [UInt8]) throws {
        #expect(try Inflater.inflate(input.span, limits: limits) == text)
    }

    @Test func membersInARow() throws {
        #expect(try Inflater.inflate((Self.gzip + Self.gzip).span, limits: limits) == text + text)
    }

    @Test(arguments: [1, 2, 7])
    func inPieces(size: Int) throws {
        var inflater = Inflater(limits: limits)
        var output: [UInt8] = []
        for start in stride(from: 0, to: Self.gzip.count, by: size) {
            var piece = Array(Self.gzip[start..<min(start + size, Self.gzip.count)])
            while true {
                let before = output.count
                let used = try inflater.expand(piece.span, into: &output, room: 5)
                piece.removeFirst(used)
                if piece.isEmpty, output.count - before < 5 { break }
            }
        }
        #expect(output == text)
        let finished = inflater.isFinished
        #expect(finished)
    }

    @Test func everyPrefixIsTruncated() {
        for length in 0..<Self.gzip.count {
            #expect(throws: InflateFailure.truncated) {
                try Inflater.inflate(Array(Self.gzip[..<length]).span, limits: limits)
            }
        }
    }

    @Test func damage() {
        var damaged = Self.gzip
        damaged[12] ^= 0xFF
        #expect(throws: InflateFailure.self) { try Inflater.inflate(damaged.span, limits: limits) }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let mutant = Mutation.mutate(Self.zlib, using: &random)
            do throws(InflateFailure) {
                _ = try Inflater.inflate(mutant.span, limits: limits)
            } catch {
                #expect(error != .outOfMemory)
            }
        }
    }

    @Test func limitsHold() {
        #expect(throws: InflateFailure.tooLarge(limit: 1 << 20)) {
            try Inflater.inflate(Self.bomb.span, limits: InflateLimits(outputBytes: 1 << 20))
        }
        #expect(throws: InflateFailure.ratioExceeded(limit: 100)) {
            try Inflater.inflate(Self.bomb.span, limits: InflateLimits(outputBytes: 1 << 30, ratio: 100))
        }
    }
}
