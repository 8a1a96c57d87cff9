import Model

/// The frame around every pcapng block: type, length, body, and the length once more.
struct PcapNGBlock {
    let type: UInt32
    /// The whole block in the window.
    let range: Range<Int>

    var body: Range<Int> { (range.lowerBound + 8)..<(range.upperBound - 4) }

    static let sectionHeader: UInt32 = 0x0a0d_0d0a
    static let interfaceDescription: UInt32 = 1
    static let obsoletePacket: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let nameResolution: UInt32 = 4
    static let interfaceStatistics: UInt32 = 5
    static let enhancedPacket: UInt32 = 6
    static let decryptionSecrets: UInt32 = 10
    static let custom: UInt32 = 0x0000_0bad
    static let customNotCopied: UInt32 = 0x4000_0bad

    var holdsPacket: Bool {
        type == PcapNGBlock.enhancedPacket || type == PcapNGBlock.simplePacket || type == PcapNGBlock.obsoletePacket
    }

    enum Measured {
        case whole(PcapNGBlock)
        /// It goes on after the window.
        case partial
        case damaged(String)
    }

    /// The block at `offset`, read in the byte order of its section; without a section only a section header is one.
    static func measure(_ window: borrowing Span<UInt8>, at offset: Int, _ sectionOrder: ByteOrder?) -> Measured {
        guard let head = window.uint32(at: offset) else { return .partial }
        let order: ByteOrder
        if head == sectionHeader {
            guard window.count - offset >= 12 else { return .partial }
            guard let own = PcapNGSection.byteOrder(window, blockAt: offset) else {
                return .damaged("a section header without byte-order magic")
            }
            order = own
        } else {
            guard let sectionOrder else { return .damaged("expected a section header") }
            order = sectionOrder
        }
        guard let type = window.uint32(at: offset, order), let length = window.uint32(at: offset + 4, order) else {
            return .partial
        }
        guard length >= 12, length.isMultiple(of: 4), length <= PcapNGReader.largestBlock else {
            return .damaged("a block of type \(type) claims \(length) bytes")
        }
        guard Int(length) <= window.count - offset else { return .partial }
        let end = offset + Int(length)
        guard let echo = window.uint32(at: end - 4, order), echo == length else {
            return .damaged("a block of type \(type) claims \(length) bytes at its start and not at its end")
        }
        return .whole(PcapNGBlock(type: type, range: offset..<end))
    }

    enum Candidate {
        case yes, no, needsMore
    }

    /// Whether the bytes at `offset`, found by searching, are a block: known type, sane length, and its echo.
    static func candidate(_ window: borrowing Span<UInt8>, at offset: Int, _ sectionOrder: ByteOrder?) -> Candidate {
        guard let head = window.uint32(at: offset) else { return .needsMore }
        if head != sectionHeader {
            guard let sectionOrder else { return .no }
            let type = sectionOrder == .big ? head : head.byteSwapped
            guard (interfaceDescription...enhancedPacket).contains(type) || type == decryptionSecrets else {
                return .no
            }
        }
        switch measure(window, at: offset, sectionOrder) {
        case .whole: return .yes
        case .partial: return .needsMore
        case .damaged: return .no
        }
    }
}

/// Why the content of a whole block could not be read.
struct PcapNGFailure: Error {
    let code: DiagnosticCode
    let detail: String
    /// The block held a packet, or what is needed to read packets.
    let hidesPackets: Bool

    static func packet(_ detail: String) -> PcapNGFailure {
        PcapNGFailure(code: .pcapngPacketDamaged, detail: detail, hidesPackets: true)
    }

    static func other(_ detail: String, hidesPackets: Bool = false) -> PcapNGFailure {
        PcapNGFailure(code: .pcapngBlockMalformed, detail: detail, hidesPackets: hidesPackets)
    }
}

/// Blocks that were skipped for their type, counted per type in order of first appearance.
struct UnknownBlocks {
    private var kinds: [(type: UInt32, count: Int, bytes: Int, first: Range<Int>)] = []
    /// A hostile file may use a new type in each block.
    private static let mostKinds = 256

    mutating func count(_ type: UInt32, _ range: Range<Int>) {
        let known = kinds.firstIndex { $0.type == type } ?? (kinds.count < Self.mostKinds ? nil : kinds.count - 1)
        if let known {
            kinds[known].count += 1
            kinds[known].bytes += range.count
        } else {
            kinds.append((type, 1, range.count, range))
        }
    }

    /// - Returns: the bytes accounted for.
    mutating func report(into outbox: inout Outbox<PacketEvent>) -> Int {
        var bytes = 0
        for kind in kinds {
            bytes += kind.bytes
            outbox.report(
                Diagnostic(
                    .pcapngBlockUnknown, locator: .bytes(kind.first), subject: "0x\(String(kind.type, radix: 16))",
                    detail: "\(kind.count) blocks of type 0x\(String(kind.type, radix: 16))", units: kind.bytes))
        }
        kinds = []
        return bytes
    }
}

/// Diagnostics that hide packets, held until the next frame tells when the blindness ended.
struct WaitingBlinds {
    private var held: [Diagnostic] = []
    /// Beyond so many between two frames, each is reported at once with an open end.
    private static let mostHeld = 64

    mutating func hold(_ diagnostic: Diagnostic, from: Timestamp?, into outbox: inout Outbox<PacketEvent>) {
        var diagnostic = diagnostic
        diagnostic.blind = Blind(from: from)
        if held.count < Self.mostHeld {
            held.append(diagnostic)
        } else {
            outbox.report(diagnostic)
        }
    }

    mutating func release(until: Timestamp?, into outbox: inout Outbox<PacketEvent>) {
        guard !held.isEmpty else { return }
        for var diagnostic in held {
            diagnostic.blind = Blind(from: diagnostic.blind?.from, to: until)
            outbox.report(diagnostic)
        }
        held = []
    }
}
