@testable import Wire

/// Frames of HTTP/2, written plainly: literals without indexing or Huffman coding unless a block is given.
enum HTTP2Writer {
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int, _ payload: [UInt8]) -> [UInt8] {
        [
            UInt8(payload.count >> 16 & 0xff), UInt8(payload.count >> 8 & 0xff), UInt8(payload.count & 0xff), type,
            flags, UInt8(stream >> 24 & 0x7f), UInt8(stream >> 16 & 0xff), UInt8(stream >> 8 & 0xff),
            UInt8(stream & 0xff),
        ] + payload
    }

    static let settings = frame(4, stream: 0, [])
    static let settingsAck = frame(4, flags: 1, stream: 0, [])

    /// - Parameter isIndexed: inserts each field into the dynamic table.
    static func block(_ fields: [(String, String)], isIndexed: Bool = false) -> [UInt8] {
        fields.flatMap { name, value -> [UInt8] in
            [isIndexed ? 0x40 : 0x00] + text(name) + text(value)
        }
    }

    static func headers(_ stream: Int, _ fields: [(String, String)], ends: Bool = true) -> [UInt8] {
        frame(1, flags: ends ? 5 : 4, stream: stream, block(fields))
    }

    static func headers(_ stream: Int, block: [UInt8], ends: Bool = true) -> [UInt8] {
        frame(1, flags: ends ? 5 : 4, stream: stream, block)
    }

    static func data(_ stream: Int, _ text: String, ends: Bool = true) -> [UInt8] {
        frame(0, flags: ends ? 1 : 0, stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: Int, code: UInt8) -> [UInt8] { frame(3, stream: stream, [0, 0, 0, code]) }
    static func goAway(_ last: UInt8) -> [UInt8] { frame(7, stream: 0, [0, 0, 0, last, 0, 0, 0, 0]) }

    static func get(_ path: String, host: String = "a.test") -> [(String, String)] {
        [(":method", "GET"), (":scheme", "https"), (":authority", host), (":path", path)]
    }

    static func status(_ status: Int, _ more: (String, String)...) -> [(String, String)] {
        [(":status", "\(status)")] + more
    }

    private static func text(_ text: String) -> [UInt8] {
        precondition(text.utf8.count < 127)
        return [UInt8(text.utf8.count)] + Array(text.utf8)
    }
}
