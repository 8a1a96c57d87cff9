/// The frame header of HTTP/2 (RFC 9113 section 4.1).
struct HTTP2FrameHeader: Sendable, Hashable {
    static let size = 9

    var length: Int
    var type: UInt8
    var flags: UInt8
    var stream: Int
    var isReserved: Bool

    /// - Parameter position: where nine bytes are present.
    init(_ bytes: Span<UInt8>, at position: Int) {
        length = Int(bytes[position]) << 16 | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
        type = bytes[position + 3]
        flags = bytes[position + 4]
        isReserved = bytes[position + 5] & 0x80 != 0
        stream =
            Int(bytes[position + 5] & 0x7f) << 24 | Int(bytes[position + 6]) << 16 | Int(bytes[position + 7]) << 8
            | Int(bytes[position + 8])
    }

    var kind: HTTP2FrameKind? { HTTP2FrameKind(rawValue: type) }
    var endsStream: Bool { flags & 0x1 != 0 }
    var endsHeaders: Bool { flags & 0x4 != 0 }
    var isPadded: Bool { flags & 0x8 != 0 }
    var hasPriority: Bool { flags & 0x20 != 0 }

    /// Whether these nine bytes could hardly be anything but a frame header: used to find the place again.
    func isPlausible(_ direction: Direction) -> Bool {
        guard !isReserved, length <= 16_384, let kind, flags & ~kind.flags == 0, kind.allows(length: length) else {
            return false
        }
        switch kind {
        case .settings: return stream == 0 && (flags == 0 || length == 0)
        case .ping, .goAway: return stream == 0
        case .windowUpdate: return stream < 1 << 24
        case .pushPromise: return direction == .toClient && stream != 0 && stream < 1 << 24
        case .data, .headers, .priority, .resetStream, .continuation:
            return stream != 0 && stream < 1 << 24
                && (direction == .toClient || stream % 2 == 1 || kind == .resetStream)
        }
    }
}

/// The frame types of RFC 9113 section 6.
enum HTTP2FrameKind: UInt8, Sendable, CaseIterable {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation

    /// The flags defined for the type.
    var flags: UInt8 {
        switch self {
        case .data: 0x09
        case .headers: 0x2d
        case .settings, .ping: 0x01
        case .pushPromise: 0x0c
        case .continuation: 0x04
        case .priority, .resetStream, .goAway, .windowUpdate: 0
        }
    }

    /// Whether a frame of this type may have this length.
    func allows(length: Int) -> Bool {
        switch self {
        case .priority: length == 5
        case .resetStream, .windowUpdate: length == 4
        case .settings: length % 6 == 0
        case .ping: length == 8
        case .goAway: length >= 8
        case .pushPromise: length >= 4
        case .headers: length > 0
        case .data, .continuation: true
        }
    }
}
