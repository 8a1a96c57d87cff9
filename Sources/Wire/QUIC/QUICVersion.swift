/// A QUIC version by its number on the wire, with what differs between the versions that are read.
public struct QUICVersion: Sendable, Hashable {
    public let code: UInt32

    public init(_ code: UInt32) {
        self.code = code
    }

    public static let v1 = QUICVersion(0x0000_0001)
    public static let v2 = QUICVersion(0x6b33_43cf)

    public var name: String {
        switch code {
        case Self.v1.code: return "QUIC v1"
        case Self.v2.code: return "QUIC v2"
        case 0xff00_0000...0xff00_00ff: return "QUIC draft-\(code & 0xff)"
        case 0x5130_3000...0x5130_3939, 0x5430_3000...0x5430_3939:
            let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
            return "Google QUIC " + String(decoding: letters, as: UTF8.self)
        default: return "QUIC 0x" + String(code, radix: 16)
        }
    }

    var isSupported: Bool { self == .v1 || self == .v2 }

    /// The salt of the Initial secrets (RFC 9001 section 5.2, RFC 9369 section 3.3.1).
    var initialSalt: [UInt8] {
        self == .v2
            ? [
                0x0d, 0xed, 0xe3, 0xde, 0xf7, 0x00, 0xa6, 0xdb, 0x81, 0x93, 0x81, 0xbe, 0x6e, 0x26, 0x9d, 0xcb, 0xf9,
                0xbd, 0x2e, 0xd9,
            ]
            : [
                0x38, 0x76, 0x2c, 0xf7, 0xf5, 0x59, 0x34, 0xb3, 0x4d, 0x17, 0x9a, 0xe6, 0xa4, 0xc8, 0x0c, 0xad, 0xcc,
                0xbb, 0x7f, 0x0a,
            ]
    }

    /// The label of a derived key: `key`, `iv`, `hp`, `ku` (RFC 9001 section 5.1, RFC 9369 section 3.3.2).
    func label(_ purpose: String) -> String {
        (self == .v2 ? "quicv2 " : "quic ") + purpose
    }

    /// The packet type that the two bits of a long header mean (RFC 9000 section 17.2, RFC 9369 section 3.2).
    func packetType(_ bits: UInt8) -> QUICPacketType {
        let types: [QUICPacketType] =
            self == .v2 ? [.retry, .initial, .zeroRTT, .handshake] : [.initial, .zeroRTT, .handshake, .retry]
        return types[Int(bits & 3)]
    }
}

enum QUICPacketType: Sendable, Hashable {
    case initial, zeroRTT, handshake, retry, oneRTT
}
