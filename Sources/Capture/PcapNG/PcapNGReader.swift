import Model

/// Reads pcapng files: any number of sections and interfaces, packets, embedded TLS secrets, names and comments.
///
/// Source: draft-ietf-opsawg-pcapng. After a damaged block the reader searches for the next place where a block of a
/// known type repeats its length at its end, and goes on there; what lies between is one diagnostic.
///
/// Embedded secrets usually precede the packets they open, but need not. Who needs all of them first runs a reader over
/// the file that steps over packets.
public struct PcapNGReader: WindowDecoder {
    public private(set) var ledger = Ledger(unit: "bytes")
    /// That of the section.
    public var outbox: Outbox<PacketEvent> {
        get { section.outbox }
        _modify { yield &section.outbox }
    }

    /// The largest block that is believed, as in Wireshark.
    static let largestBlock = 16 << 20

    /// Bytes consumed before the window of the current call.
    private var position = 0
    private var section: PcapNGSection
    /// Where the damage began that the reader is searching a way out of.
    private var damagedFrom: Int?
    private var damage = ""
    private var damageIsTail = false
    private var unknown = UnknownBlocks()

    /// - Parameter readsPackets: `false` for one who asks for the secrets alone.
    public init(readsPackets: Bool = true) {
        section = PcapNGSection(readsPackets: readsPackets)
    }

    /// Whether a file that begins with `head` is pcapng.
    public static func recognises(_ head: borrowing Span<UInt8>) -> Bool {
        guard head.uint32(at: 0) == PcapNGBlock.sectionHeader else { return false }
        return PcapNGSection.byteOrder(head, blockAt: 0) != nil
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var consumed = 0
        reading: while consumed < window.count {
            if damagedFrom != nil {
                guard search(window, &consumed, isFinal: isFinal) else { break reading }
            }
            switch PcapNGBlock.measure(window, at: consumed, section.order) {
            case .whole(let block):
                read(block, window)
                consumed = block.range.upperBound
            case .partial:
                guard isFinal else { break reading }
                beginDamage(at: consumed, "the file ends inside a block", isTail: true)
                consumed += 1
            case .damaged(let reason):
                beginDamage(at: consumed, reason, isTail: false)
                consumed += 1
            }
        }
        if isFinal {
            consumed = window.count
            finish(at: position + consumed)
        }
        ledger.input += consumed
        position += consumed
        return consumed
    }

    // MARK: Blocks

    private mutating func read(_ block: PcapNGBlock, _ window: Span<UInt8>) {
        let fileRange = (position + block.range.lowerBound)..<(position + block.range.upperBound)
        do throws(PcapNGFailure) {
            if try section.read(block, window, at: fileRange) {
                ledger.output += fileRange.count
            } else {
                unknown.count(block.type, fileRange)
            }
        } catch {
            ledger.diagnosed += fileRange.count
            let diagnostic = Diagnostic(
                error.code, locator: .bytes(fileRange), at: section.lastFrameAt, detail: error.detail,
                units: fileRange.count)
            if error.hidesPackets {
                section.hold(diagnostic)
            } else {
                outbox.report(diagnostic)
            }
        }
    }

    // MARK: Damage

    private mutating func beginDamage(at offset: Int, _ reason: String, isTail: Bool) {
        damagedFrom = position + offset
        damage = reason
        damageIsTail = isTail
    }

    /// Moves on to the next place that looks like a block; `false` when there is none in what is here.
    private mutating func search(_ window: Span<UInt8>, _ consumed: inout Int, isFinal: Bool) -> Bool {
        while consumed < window.count {
            switch PcapNGBlock.candidate(window, at: consumed, section.order) {
            case .yes:
                endDamage(at: position + consumed, reachesEnd: false)
                return true
            case .needsMore where !isFinal:
                return false
            case .no, .needsMore:
                consumed += 1
            }
        }
        return false
    }

    private mutating func endDamage(at end: Int, reachesEnd: Bool) {
        guard let start = damagedFrom else { return }
        damagedFrom = nil
        // A length that points past the end is a cut file only when nothing readable follows.
        let code: DiagnosticCode = damageIsTail && reachesEnd ? .pcapngTailCut : .pcapngBlockDamaged
        let diagnostic = Diagnostic(
            code, locator: .bytes(start..<end), at: section.lastFrameAt, detail: damage, units: end - start)
        ledger.diagnosed += end - start
        section.hold(diagnostic)
    }

    private mutating func finish(at end: Int) {
        if position == 0, end == 0 {
            outbox.report(Diagnostic(.pcapngBlockDamaged, locator: .bytes(0..<0), detail: "the file is empty"))
        }
        endDamage(at: end, reachesEnd: true)
        ledger.diagnosed += unknown.report(into: &section.outbox)
        section.releaseBlinds(until: nil)
    }
}

extension DiagnosticCode {
    public static let pcapngBlockDamaged = DiagnosticCode(
        "pcapng.block-damaged", .error, stage: "capture",
        meaning: "Bytes of a pcapng file are no readable block; reading went on at the next one.",
        remedy: "Copy the file again from where it was captured.")
    public static let pcapngTailCut = DiagnosticCode(
        "pcapng.tail-cut", .warning, stage: "capture",
        meaning: "The file ends inside its last block; what precedes it was read.",
        remedy: "Stop the capturing program before copying its file.")
    public static let pcapngPacketDamaged = DiagnosticCode(
        "pcapng.packet-damaged", .warning, stage: "capture",
        meaning: "A packet block contradicts itself or names an interface that the file does not describe.",
        remedy: "Capture again; if it recurs, the program that wrote the file is at fault.")
    public static let pcapngBlockMalformed = DiagnosticCode(
        "pcapng.block-malformed", .warning, stage: "capture",
        meaning: "A block that holds no packet is too short for its fields; it was skipped.",
        remedy: "None is needed for certification unless the block held TLS secrets.")
    public static let pcapngBlockUnknown = DiagnosticCode(
        "pcapng.block-unknown", .info, stage: "capture",
        meaning: "Blocks of a type that holds nothing for certification, or is not known, were skipped.",
        remedy: "None is needed.")
    public static let pcapngPacketsDropped = DiagnosticCode(
        "pcapng.packets-dropped", .warning, stage: "capture",
        meaning: "The capturing program says that it lost packets: whatever is not in the capture may have been sent.",
        remedy: "Capture with a larger buffer or a capture filter.")
    public static let pcapngTimeMissing = DiagnosticCode(
        "pcapng.time-missing", .warning, stage: "capture",
        meaning: "Packets were stored without their time (simple packet blocks): nothing can be said about when.",
        remedy: "Capture with a program that writes enhanced packet blocks.")
}

/// The diagnostics of the pcapng reader.
public enum PcapNGDiagnostics {
    public static let all: [DiagnosticCode] = [
        .pcapngBlockDamaged, .pcapngTailCut, .pcapngPacketDamaged, .pcapngBlockMalformed, .pcapngBlockUnknown,
        .pcapngPacketsDropped, .pcapngTimeMissing,
    ]
}
