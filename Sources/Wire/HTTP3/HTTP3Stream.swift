import Model

/// What the identifier of a QUIC stream says (RFC 9000 section 2.1).
struct HTTP3StreamID: Sendable, Hashable {
    var value: UInt64

    var isUnidirectional: Bool { value & 0x2 != 0 }
    /// Opened by the client in both directions: one request and its response.
    var isRequest: Bool { value & 0x3 == 0 }
}

/// What a unidirectional stream is for (RFC 9114 section 6.2, RFC 9204 section 4.2).
enum HTTP3StreamRole: Sendable, Hashable {
    case control
    case push
    case encoder
    /// The decoder stream, reserved types, and those whose type is missing.
    case ignored

    init(type: UInt64) {
        switch type {
        case 0x0: self = .control
        case 0x1: self = .push
        case 0x2: self = .encoder
        default: self = .ignored
        }
    }
}

/// One direction of one stream, with what waits behind a blocked field section.
struct HTTP3Half: Sendable {
    struct Key: Sendable, Hashable {
        var stream: UInt64
        var direction: Direction
    }

    /// Something read from the stream, in its order.
    enum Item: Sendable {
        case fields(block: [UInt8], promised: Int?, first: Mark, whole: Mark)
        case content(ArraySlice<UInt8>, Mark)
        case missing(length: Int?, Mark)
        case end(Mark)

        var byteCount: Int {
            switch self {
            case .fields(let block, _, _, _): block.count
            case .content(let bytes, _): bytes.count
            case .missing, .end: 0
            }
        }
    }

    let key: Key
    var reader: HTTP3FrameReader
    /// Of a unidirectional stream, once its type is known.
    var role: HTTP3StreamRole?
    /// The exchange of a push stream, once its push identifier is known.
    var push: Int?
    var waiting: [Item] = []
    var hasEnded = false

    /// The number that its messages have among the exchanges of the connection.
    var exchange: Int { push ?? Int(clamping: key.stream) }
}
