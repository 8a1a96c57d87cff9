/// One packet of a datagram, still protected (RFC 9000 section 17).
struct QUICPacket: Sendable {
    var type: QUICPacketType
    /// `nil` in a short header.
    var version: QUICVersion?
    var destinationID: [UInt8]
    var sourceID: [UInt8]
    /// The whole packet; the packet number starts at an offset into it.
    var bytes: ArraySlice<UInt8>
    var numberOffset: Int
}

/// What starts at one place of a datagram.
enum QUICPacketHead {
    case packet(QUICPacket, next: Int)
    /// A server that does not speak the client's version lists those it does (RFC 9000 section 17.2.1).
    case versionNegotiation(destinationID: [UInt8], sourceID: [UInt8], versions: [QUICVersion])
    /// A version whose packets are not read.
    case otherVersion(QUICVersion, destinationID: [UInt8], sourceID: [UInt8])

    static let longestID = 20

    static func isLong(_ first: UInt8) -> Bool { first & 0x80 != 0 }

    /// The version and the IDs, which every version has at the same place (RFC 8999).
    static func readLong(_ datagram: [UInt8], at offset: Int) throws(FieldReader.Short) -> QUICPacketHead {
        var reader = FieldReader(datagram[offset...])
        let first = try reader.uint8()
        let version = QUICVersion(try reader.uint32())
        let destinationID = Array(try reader.vector8())
        let sourceID = Array(try reader.vector8())
        if version.code == 0 {
            var versions: [QUICVersion] = []
            while reader.remaining >= 4 { versions.append(QUICVersion(try reader.uint32())) }
            return .versionNegotiation(destinationID: destinationID, sourceID: sourceID, versions: versions)
        }
        guard version.isSupported else {
            return .otherVersion(version, destinationID: destinationID, sourceID: sourceID)
        }
        let type = version.packetType(first >> 4)
        var packet = QUICPacket(
            type: type, version: version, destinationID: destinationID, sourceID: sourceID,
            bytes: datagram[offset...], numberOffset: 0)
        if type == .retry { return .packet(packet, next: datagram.count) }
        if type == .initial { _ = try reader.varintVector() }
        let length = try reader.varint()
        packet.numberOffset = reader.position - offset
        guard length <= UInt64(reader.remaining) else { throw FieldReader.Short() }
        let end = reader.position + Int(length)
        packet.bytes = datagram[offset..<end]
        return .packet(packet, next: end)
    }

    /// A short header says nothing but the destination ID, whose length only its owner knows.
    static func short(_ datagram: [UInt8], at offset: Int, destinationID: [UInt8]) -> QUICPacket {
        QUICPacket(
            type: .oneRTT, version: nil, destinationID: destinationID, sourceID: [], bytes: datagram[offset...],
            numberOffset: 1 + destinationID.count)
    }
}
