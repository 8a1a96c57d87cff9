import Model

/// The file header of a pcap file: what is needed to read its records.
struct PcapHeader: Sendable, Hashable {
    static let length = 24

    let variant: Variant
    let minorVersion: UInt16
    let snapLength: Int
    let linkType: Int

    /// `nil` when the magic number or the version is not one of pcap.
    init?(_ window: borrowing Span<UInt8>) {
        guard let variant = Variant(magicIn: window),
            let major = window.uint16(at: 4, variant.order), major == 2,
            let minor = window.uint16(at: 6, variant.order),
            let snapLength = window.uint32(at: 16, variant.order),
            let linkField = window.uint32(at: 20, variant.order)
        else { return nil }
        self.variant = variant
        self.minorVersion = minor
        self.snapLength = Int(snapLength)
        // The upper bits hold the length of the frame check sequence.
        self.linkType = Int(linkField & 0x03ff_ffff)
    }

    /// Byte order, unit of time and record layout, all told by the magic number.
    struct Variant: Sendable, Hashable {
        let order: ByteOrder
        let hasNanoseconds: Bool
        /// Kuznetzov's libpcap patch: interface, protocol and packet type follow in each record header.
        let hasLongRecordHeader: Bool

        init?(magicIn window: borrowing Span<UInt8>) {
            switch window.uint32(at: 0) {
            case 0xa1b2_c3d4: self.init(.big)
            case 0xd4c3_b2a1: self.init(.little)
            case 0xa1b2_3c4d: self.init(.big, hasNanoseconds: true)
            case 0x4d3c_b2a1: self.init(.little, hasNanoseconds: true)
            case 0xa1b2_cd34: self.init(.big, hasLongRecordHeader: true)
            case 0x34cd_b2a1: self.init(.little, hasLongRecordHeader: true)
            default: return nil
            }
        }

        private init(_ order: ByteOrder, hasNanoseconds: Bool = false, hasLongRecordHeader: Bool = false) {
            self.order = order
            self.hasNanoseconds = hasNanoseconds
            self.hasLongRecordHeader = hasLongRecordHeader
        }
    }

    struct Record {
        let at: Timestamp
        let capturedLength: Int
        let originalLength: Int
    }

    var recordHeaderLength: Int { variant.hasLongRecordHeader ? 24 : 16 }

    /// The largest captured length that is believed: what libpcap accepts, or the snap length where that is larger.
    var largestRecord: Int {
        let libpcapLimit = 262_144
        let ceiling = 16 << 20
        return snapLength <= ceiling ? max(libpcapLimit, snapLength) : libpcapLimit
    }

    /// The record header at `offset`; `nil` when it is not all there.
    func record(_ window: borrowing Span<UInt8>, at offset: Int) -> Record? {
        guard let seconds = window.uint32(at: offset, variant.order),
            let fraction = window.uint32(at: offset + 4, variant.order),
            var captured = window.uint32(at: offset + 8, variant.order),
            var original = window.uint32(at: offset + 12, variant.order)
        else { return nil }
        // Until version 2.3 the two lengths were stored the other way round; 2.3 itself was written both ways.
        if minorVersion < 3 || (minorVersion == 3 && captured > original) {
            swap(&captured, &original)
        }
        let microseconds = Int64(variant.hasNanoseconds ? fraction / 1_000 : fraction)
        return Record(
            at: Timestamp(microseconds: Int64(seconds) * 1_000_000 + microseconds),
            capturedLength: Int(captured), originalLength: Int(original))
    }
}
