/// A frame, as far as a reader of captures needs it (RFC 9000 section 19, RFC 9221).
enum QUICFrame {
    case crypto(offset: UInt64, ArraySlice<UInt8>)
    case stream(Stream)
    case resetStream(id: UInt64, finalSize: UInt64)
    case newConnectionID([UInt8], resetToken: [UInt8])
    case datagram(ArraySlice<UInt8>)
    case ack([ClosedRange<UInt64>])
    case connectionClose(code: UInt64, isApplication: Bool, reason: String)
    /// PADDING, PING, flow control, path validation and others that carry nothing for the layers above.
    case other

    /// Bytes of one direction of a stream, from an offset on.
    struct Stream: Sendable {
        var id: UInt64
        var offset: UInt64
        var bytes: ArraySlice<UInt8>
        /// The direction ends behind them.
        var isFinal: Bool
    }

    /// The frame type is in no RFC that is read here: the rest of the packet cannot be split.
    struct Unknown: Error {
        var type: UInt64
    }

    static func read(_ reader: inout FieldReader) throws -> QUICFrame {
        let type = try reader.varint()
        switch type {
        case 0x00, 0x01, 0x1e, 0x1f: return .other
        case 0x02, 0x03: return try ack(&reader, hasCounts: type == 0x03)
        case 0x04, 0x24:
            let id = try reader.varint()
            _ = try reader.varint()
            let size = try reader.varint()
            // RESET_STREAM_AT promises that the bytes up to its reliable size arrive.
            if type == 0x24 { _ = try reader.varint() }
            return .resetStream(id: id, finalSize: size)
        case 0x06:
            let offset = try reader.varint()
            return .crypto(offset: offset, try reader.varintVector())
        case 0x07:
            _ = try reader.varintVector()
            return .other
        case 0x08...0x0f:
            let id = try reader.varint()
            let offset = type & 4 != 0 ? try reader.varint() : 0
            let data = type & 2 != 0 ? try reader.varintVector() : try reader.take(reader.remaining)
            return .stream(Stream(id: id, offset: offset, bytes: data, isFinal: type & 1 != 0))
        case 0x18:
            _ = try reader.varint()
            _ = try reader.varint()
            let id = Array(try reader.vector8())
            return .newConnectionID(id, resetToken: Array(try reader.take(16)))
        case 0x1a, 0x1b:
            _ = try reader.take(8)
            return .other
        case 0x1c, 0x1d:
            let code = try reader.varint()
            if type == 0x1c { _ = try reader.varint() }
            let reason = String(decoding: try reader.varintVector(), as: UTF8.self)
            return .connectionClose(code: code, isApplication: type == 0x1d, reason: reason)
        case 0x30: return .datagram(try reader.take(reader.remaining))
        case 0x31: return .datagram(try reader.varintVector())
        default:
            guard let fields = integerFields[type] else { throw Unknown(type: type) }
            for _ in 0..<fields { _ = try reader.varint() }
            return .other
        }
    }

    /// Frames that are nothing but integers, by how many: STOP_SENDING, MAX_DATA and its kin, RETIRE_CONNECTION_ID,
    /// ACK_FREQUENCY, TIMESTAMP (draft-huitema-quic-ts).
    private static let integerFields: [UInt64: Int] = [
        0x05: 2, 0x10: 1, 0x11: 2, 0x12: 1, 0x13: 1, 0x14: 1, 0x15: 2, 0x16: 1, 0x17: 1, 0x19: 1, 0xaf: 4,
        0x02f5: 1,
    ]

    private static func ack(_ reader: inout FieldReader, hasCounts: Bool) throws(FieldReader.Short) -> QUICFrame {
        let largest = try reader.varint()
        _ = try reader.varint()
        let count = try reader.varint()
        let first = try reader.varint()
        guard first <= largest else { throw FieldReader.Short() }
        var ranges = [(largest - first)...largest]
        var low = largest - first
        var read: UInt64 = 0
        while read < count {
            read += 1
            let gap = try reader.varint()
            let length = try reader.varint()
            guard gap &+ 2 <= low, length <= low - gap - 2 else { throw FieldReader.Short() }
            let high = low - gap - 2
            low = high - length
            ranges.append(low...high)
        }
        if hasCounts { for _ in 0..<3 { _ = try reader.varint() } }
        return .ack(ranges)
    }
}
