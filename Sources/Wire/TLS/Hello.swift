/// What a ClientHello says (RFC 8446 section 4.1.2).
struct ClientHello: Sendable, Hashable {
    var random: [UInt8] = []
    var sessionID: [UInt8] = []
    var cipherSuites: [CipherSuite] = []
    var serverName: String?
    var applicationProtocols: [String] = []
    var supportedVersions: [UInt16] = []
    /// It is followed by data under a key of an earlier session (0-RTT).
    var offersEarlyData = false
    /// The outer ClientHello of Encrypted Client Hello; browsers also send it without meaning it.
    var hasEncryptedClientHello = false
    var quicTransportParameters: [UInt8]?

    init(_ body: ArraySlice<UInt8>) throws(FieldReader.Short) {
        var reader = FieldReader(body)
        _ = try reader.uint16()
        random = Array(try reader.take(32))
        sessionID = Array(try reader.vector8())
        var suites = FieldReader(try reader.vector16())
        while !suites.isAtEnd { cipherSuites.append(CipherSuite(try suites.uint16())) }
        _ = try reader.vector8()
        for (type, value) in try Extensions.read(&reader) {
            try take(type, value)
        }
    }

    /// How many bytes ``begins(_:)`` looks at: a record header, a handshake header and a version.
    static let recognisedLength = 11

    /// Whether a record with the beginning of a ClientHello starts here, told by its lengths and versions (RFC 8446,
    /// sections 4 and 5.1).
    static func begins(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= recognisedLength, bytes[0] == 22, bytes[1] == 3, bytes[2] <= 3 else { return false }
        let record = Int(bytes[3]) << 8 | Int(bytes[4])
        let message = Int(bytes[6]) << 16 | Int(bytes[7]) << 8 | Int(bytes[8])
        return (6...(1 << 14)).contains(record) && bytes[5] == 1 && (shortest...longest).contains(message)
            && bytes[9] == 3 && bytes[10] <= 3
    }

    /// Version, random, empty session id, one cipher suite, one compression method.
    private static let shortest = 2 + 32 + 1 + 4 + 2
    /// More than any client sends; a message may be of 16 MB.
    private static let longest = 1 << 16

    private mutating func take(_ type: UInt16, _ value: ArraySlice<UInt8>) throws(FieldReader.Short) {
        var reader = FieldReader(value)
        switch type {
        case Extensions.serverName:
            serverName = try Extensions.hostName(&reader)
        case Extensions.applicationProtocols:
            applicationProtocols = try Extensions.protocolNames(&reader)
        case Extensions.supportedVersions:
            var versions = FieldReader(try reader.vector8())
            while !versions.isAtEnd { supportedVersions.append(try versions.uint16()) }
        case Extensions.earlyData:
            offersEarlyData = true
        case Extensions.encryptedClientHello:
            hasEncryptedClientHello = true
        case Extensions.quicTransportParameters:
            quicTransportParameters = Array(value)
        default:
            break
        }
    }
}

/// What a ServerHello says (RFC 8446 section 4.1.3, RFC 5246 section 7.4.1.3).
struct ServerHello: Sendable, Hashable {
    var version: TLSVersion
    var random: [UInt8] = []
    var sessionID: [UInt8] = []
    var cipherSuite: CipherSuite
    /// The protocol chosen, when it is in the clear (TLS 1.2 and before).
    var applicationProtocol: String?
    var usesEncryptThenMAC = false
    /// TLS 1.2 and before: the master secret depends on the handshake's hash (RFC 7627).
    var usesExtendedMasterSecret = false
    /// A key of an earlier session was chosen (TLS 1.3).
    var selectsPreSharedKey = false

    /// It asks for another ClientHello (RFC 8446 section 4.1.4).
    var isRetryRequest: Bool { random == Self.retryRandom }

    init(_ body: ArraySlice<UInt8>) throws(FieldReader.Short) {
        var reader = FieldReader(body)
        version = TLSVersion(try reader.uint16())
        random = Array(try reader.take(32))
        sessionID = Array(try reader.vector8())
        cipherSuite = CipherSuite(try reader.uint16())
        _ = try reader.uint8()
        for (type, value) in try Extensions.read(&reader) {
            var field = FieldReader(value)
            switch type {
            case Extensions.supportedVersions: version = TLSVersion(try field.uint16())
            case Extensions.applicationProtocols:
                applicationProtocol = try Extensions.protocolNames(&field).first
            case Extensions.encryptThenMAC: usesEncryptThenMAC = true
            case Extensions.extendedMasterSecret: usesExtendedMasterSecret = true
            case Extensions.preSharedKey: selectsPreSharedKey = true
            default: break
            }
        }
    }

    /// SHA-256 of "HelloRetryRequest" (RFC 8446 section 4.1.3).
    private static let retryRandom: [UInt8] = [
        0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
        0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
    ]
}

/// What the server adds under the handshake keys (RFC 8446 section 4.3.1).
struct EncryptedExtensions: Sendable, Hashable {
    var applicationProtocol: String?
    var acceptsEarlyData = false
    var quicTransportParameters: [UInt8]?

    init(_ body: ArraySlice<UInt8>) throws(FieldReader.Short) {
        var reader = FieldReader(body)
        for (type, value) in try Extensions.read(&reader) {
            var field = FieldReader(value)
            switch type {
            case Extensions.applicationProtocols:
                applicationProtocol = try Extensions.protocolNames(&field).first
            case Extensions.earlyData: acceptsEarlyData = true
            case Extensions.quicTransportParameters: quicTransportParameters = Array(value)
            default: break
            }
        }
    }
}

/// The extension block and the extensions that more than one message carries.
private enum Extensions {
    static let serverName: UInt16 = 0
    static let applicationProtocols: UInt16 = 16
    static let encryptThenMAC: UInt16 = 22
    static let extendedMasterSecret: UInt16 = 23
    static let preSharedKey: UInt16 = 41
    static let earlyData: UInt16 = 42
    static let supportedVersions: UInt16 = 43
    static let quicTransportParameters: UInt16 = 57
    static let encryptedClientHello: UInt16 = 0xfe0d

    /// Old peers leave the whole block out.
    static func read(_ reader: inout FieldReader) throws(FieldReader.Short) -> [(UInt16, ArraySlice<UInt8>)] {
        guard !reader.isAtEnd else { return [] }
        var block = FieldReader(try reader.vector16())
        var extensions: [(UInt16, ArraySlice<UInt8>)] = []
        while !block.isAtEnd {
            let type = try block.uint16()
            extensions.append((type, try block.vector16()))
        }
        return extensions
    }

    /// RFC 6066 section 3; a host name is ASCII and compared without case.
    static func hostName(_ reader: inout FieldReader) throws(FieldReader.Short) -> String? {
        var list = FieldReader(try reader.vector16())
        while !list.isAtEnd {
            let type = try list.uint8()
            let name = try list.vector16()
            if type == 0, !name.isEmpty { return String(decoding: name, as: UTF8.self).lowercased() }
        }
        return nil
    }

    /// RFC 7301 section 3.1.
    static func protocolNames(_ reader: inout FieldReader) throws(FieldReader.Short) -> [String] {
        var list = FieldReader(try reader.vector16())
        var names: [String] = []
        while !list.isAtEnd { names.append(String(decoding: try list.vector8(), as: UTF8.self)) }
        return names
    }
}
