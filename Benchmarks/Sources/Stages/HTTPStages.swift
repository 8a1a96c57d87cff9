import Foundation
import Model
import NIOCore
import NIOHPACK

@testable import Wire

extension Stages {
    /// Blocks as `make_captures.py` writes them: four bytes of length, big-endian, then the block.
    private static func blocks(_ file: String) throws -> [[UInt8]] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        var blocks: [[UInt8]] = []
        var at = 0
        while at + 4 <= bytes.count {
            let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            blocks.append(Array(bytes[(at + 4)..<min(bytes.count, at + 4 + length)]))
            at += 4 + length
        }
        return blocks
    }

    static func decodeHeaderBlocks(_ file: String, _: String?) throws -> Work {
        let blocks = try blocks(file)
        var decoder = HPACKDecoder()
        return measure(bytes: blocks.map(\.count).reduce(0, +)) {
            var fields = 0
            for block in blocks { fields += decoder.decode(block).lines.count }
            return fields
        }
    }

    static func decodeHeaderBlocksWithNIO(_ file: String, _: String?) throws -> Work {
        let blocks = try blocks(file).map { ByteBuffer(bytes: $0) }
        var decoder = NIOHPACK.HPACKDecoder(allocator: ByteBufferAllocator())
        return try measure(bytes: blocks.map(\.readableBytes).reduce(0, +)) {
            var fields = 0
            for var block in blocks { fields += try decoder.decodeHeaders(from: &block).count }
            return fields
        }
    }

    /// Requests and responses of one keep-alive connection, in pieces as TCP brings them.
    static func decodeHTTP1(_ file: String, _: String?) throws -> Work {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        var decoder = HTTP1Decoder(flow: HTTPFlow(scheme: "http", connection: Exchange.Connection(flow: 1)))
        var outbox = Outbox<HTTPEvent>()
        let mark = Mark(at: Timestamp(microseconds: 0), frames: 1...1)
        var pieces: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: 1_448) {
            pieces.append(Array(bytes[start..<min(bytes.count, start + 1_448)]))
        }
        return measure(bytes: bytes.count) {
            var heads = 0
            for piece in pieces {
                decoder.feed(.bytes(.toServer, piece, mark), into: &outbox)
                for case .event(.request) in outbox.items { heads += 1 }
                outbox.removeAll()
            }
            return heads
        }
    }
}
