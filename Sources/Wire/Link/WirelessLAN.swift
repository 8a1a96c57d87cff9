import Model

/// Frames of IEEE 802.11, as interfaces in monitor mode give them. What is encrypted on the air is not decrypted.
enum WirelessLAN {
    /// LINKTYPE_IEEE802_11_RADIOTAP: its own header, whose length is at a fixed place (radiotap.org).
    static func radiotap(_ frame: Span<UInt8>, at offset: Int = 0) -> LinkPayload {
        guard let length = frame.uint16(at: offset + 2, .little), let fields = frame.uint32(at: offset + 4, .little)
        else { return .cut }
        return payload(
            frame, at: offset + Int(length), isPadded: hasPadding(frame, fields, at: offset), shortest: 8, Int(length))
    }

    /// LINKTYPE_PPI: a header with its length and the link type of what follows.
    static func perPacketInformation(_ frame: Span<UInt8>) -> LinkPayload {
        guard let length = frame.uint16(at: 2, .little), let inner = frame.uint32(at: 4, .little) else { return .cut }
        return inner == 105
            ? payload(frame, at: Int(length), shortest: 8, Int(length)) : .hidden("PPI with link type \(inner)")
    }

    /// LINKTYPE_IEEE802_11_PRISM and _AVS: a word that tells them apart, then the header's length.
    static func prism(_ frame: Span<UInt8>) -> LinkPayload {
        guard let word = frame.uint32(at: 0), var length = frame.uint32(at: 4) else { return .cut }
        // AVS is in the network's byte order, Prism in that of the capturing machine.
        if word >> 16 != 0x8021, length > 0xffff { length = length.byteSwapped }
        return payload(frame, at: Int(length), shortest: 8, Int(length))
    }

    static func frame(_ frame: Span<UInt8>, at offset: Int = 0) -> LinkPayload {
        payload(frame, at: offset)
    }

    private static func payload(
        _ frame: Span<UInt8>, at offset: Int, isPadded: Bool = false, shortest: Int = 0, _ length: Int = 0
    ) -> LinkPayload {
        guard length >= shortest else { return .hidden("802.11 behind a header of \(length) bytes") }
        guard let control = frame.uint16(at: offset) else { return .cut }
        let (kind, flags) = (control >> 8, control & 0xff)
        switch kind & 0x0f {
        case 0x00: return .notIP("802.11 management")
        case 0x04: return .notIP("802.11 control")
        case 0x08: break
        default: return .notIP("802.11 extension")
        }
        // Subtypes with this bit carry no data.
        guard kind & 0x40 == 0 else { return .notIP("802.11 without data") }
        guard flags & 0x40 == 0 else { return .hidden("encrypted 802.11") }
        guard let sequence = frame.uint16(at: offset + 22, .little) else { return .cut }
        guard flags & 0x04 == 0, sequence & 0x0f == 0 else { return .hidden("802.11 fragments") }
        var header = flags & 3 == 3 ? 30 : 24
        var isAggregate = false
        if kind & 0x80 != 0 {
            guard let quality = frame.uint8(at: offset + header) else { return .cut }
            isAggregate = quality & 0x80 != 0
            header += flags & 0x80 != 0 ? 6 : 2
        }
        if isPadded { header = (header + 3) / 4 * 4 }
        return isAggregate
            ? aggregate(frame, at: offset + header) : Ethernet.logicalLink(frame, at: offset + header)
    }

    /// An A-MSDU: subframes with addresses and a length, each padded to 4 bytes.
    private static func aggregate(_ frame: Span<UInt8>, at start: Int) -> LinkPayload {
        var packets: [Range<Int>] = []
        var offset = start
        while let length = frame.uint16(at: offset + 12), length > 0 {
            let end = min(frame.count, offset + 14 + Int(length))
            if case .ip(let range) = Ethernet.logicalLink(frame.extracting(0..<end), at: offset + 14) {
                packets.append(range)
            }
            offset += (14 + Int(length) + 3) / 4 * 4
        }
        return packets.isEmpty ? .notIP("802.11 aggregate") : .packets(packets)
    }

    /// Whether zeros stand between the header and its content: a bit of the field "flags", the second there can be.
    private static func hasPadding(_ frame: Span<UInt8>, _ fields: UInt32, at offset: Int) -> Bool {
        guard fields & 2 != 0 else { return false }
        var place = offset + 4
        while let word = frame.uint32(at: place, .little) {
            place += 4
            guard word & 0x8000_0000 != 0 else { break }
        }
        // The time before it is aligned to 8 bytes.
        if fields & 1 != 0 { place = offset + (place - offset + 7) / 8 * 8 + 8 }
        return frame.uint8(at: place).map { $0 & 0x20 != 0 } ?? false
    }
}
