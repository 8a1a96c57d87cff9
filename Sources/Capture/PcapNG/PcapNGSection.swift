import Model

/// What the blocks of a section mean: its byte order, its interfaces, the packets that refer to them.
struct PcapNGSection: Emitter, Sendable {
    var outbox = Outbox<PacketEvent>()
    /// `nil` until the first section header.
    private(set) var order: ByteOrder?
    private(set) var lastFrameAt: Timestamp?

    private let readsPackets: Bool
    /// Interfaces of this section; packets name them by index.
    private var interfaces: [Interface] = []
    /// Interfaces of earlier sections, so that an index is unique inside the file.
    private var earlierInterfaces = 0
    private var frames = 0
    private var saidTimeMissing = false
    private var blinds = WaitingBlinds()

    private struct Interface: Sendable {
        var linkType: Int
        var snapLength: Int
        var clock: PcapNGClock
    }

    init(readsPackets: Bool = true) {
        self.readsPackets = readsPackets
    }

    /// The byte order that the section header at `offset` declares.
    static func byteOrder(_ window: borrowing Span<UInt8>, blockAt offset: Int) -> ByteOrder? {
        switch window.uint32(at: offset + 8) {
        case 0x1a2b_3c4d: .big
        case 0x4d3c_2b1a: .little
        default: nil
        }
    }

    /// Reads one whole block.
    ///
    /// - Returns: `false` when the block's type is not one that is read.
    mutating func read(
        _ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>
    ) throws(PcapNGFailure) -> Bool {
        guard readsPackets || !block.holdsPacket else { return true }
        switch block.type {
        case PcapNGBlock.enhancedPacket:
            try enhancedPacket(block, window)
        case PcapNGBlock.sectionHeader:
            try sectionHeader(block, window, at: file)
        case PcapNGBlock.interfaceDescription:
            try interfaceDescription(block, window, at: file)
        case PcapNGBlock.simplePacket:
            try simplePacket(block, window, at: file)
        case PcapNGBlock.obsoletePacket:
            try obsoletePacket(block, window)
        case PcapNGBlock.decryptionSecrets:
            return try decryptionSecrets(block, window, at: file)
        case PcapNGBlock.nameResolution:
            nameResolution(block, window, at: file)
        case PcapNGBlock.interfaceStatistics:
            interfaceStatistics(block, window, at: file)
        default:
            return false
        }
        return true
    }

    // MARK: Section and interfaces

    private mutating func sectionHeader(
        _ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>
    ) throws(PcapNGFailure) {
        let order = Self.byteOrder(window, blockAt: block.range.lowerBound)
        self.order = order
        earlierInterfaces += interfaces.count
        interfaces = []
        guard let order, block.body.count >= 16, let major = window.uint16(at: block.body.lowerBound + 4, order) else {
            throw .other("a section header of \(block.body.count) bytes; expected at least 16", hidesPackets: true)
        }
        guard major == 1 else {
            throw .other("a section of version \(major); only version 1 is defined", hidesPackets: true)
        }
        comments(block, window, optionsAt: block.body.lowerBound + 16, .bytes(file))
    }

    private mutating func interfaceDescription(
        _ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>
    ) throws(PcapNGFailure) {
        let body = block.body
        guard let order, body.count >= 8, let linkType = window.uint16(at: body.lowerBound, order),
            let snapLength = window.uint32(at: body.lowerBound + 4, order)
        else {
            throw .other("an interface description of \(body.count) bytes; expected at least 8", hidesPackets: true)
        }
        var described = CaptureInterface(
            index: earlierInterfaces + interfaces.count, linkType: Int(linkType), snapLength: Int(snapLength))
        var clock = PcapNGClock()
        var options = PcapNGOptions((body.lowerBound + 8)..<body.upperBound, order)
        while let option = options.next(window) {
            let value = option.value
            switch option.code {
            case PcapNGOptions.comment:
                outbox.emit(.comment(PcapNGOptions.text(window, value), .bytes(file)))
            case 2: described.name = PcapNGOptions.text(window, value)
            case 3: described.summary = PcapNGOptions.text(window, value)
            case 9: clock.resolution = window.uint8(at: value.lowerBound) ?? clock.resolution
            case 14:
                guard value.count == 8, let offset = window.uint64(at: value.lowerBound, order) else { continue }
                clock.offsetSeconds = Int64(bitPattern: offset)
            default: break
            }
        }
        interfaces.append(Interface(linkType: Int(linkType), snapLength: Int(snapLength), clock: clock))
        outbox.emit(.interface(described))
    }

    // MARK: Packets

    private mutating func enhancedPacket(
        _ block: PcapNGBlock, _ window: Span<UInt8>
    ) throws(PcapNGFailure) {
        let body = block.body
        guard let order, body.count >= 20, let index = window.uint32(at: body.lowerBound, order) else {
            throw .packet("an enhanced packet block of \(body.count) bytes; expected at least 20")
        }
        try packet(
            interface: Int(index), timeAt: body.lowerBound + 4, data: body.dropFirst(20), window, order)
    }

    private mutating func obsoletePacket(
        _ block: PcapNGBlock, _ window: Span<UInt8>
    ) throws(PcapNGFailure) {
        let body = block.body
        guard let order, body.count >= 20, let index = window.uint16(at: body.lowerBound, order) else {
            throw .packet("a packet block of \(body.count) bytes; expected at least 20")
        }
        try packet(
            interface: Int(index), timeAt: body.lowerBound + 4, data: body.dropFirst(20), window, order)
    }

    /// Both packet blocks: time (8 bytes), captured length, original length, data padded to 4 bytes, options.
    private mutating func packet(
        interface index: Int, timeAt: Int, data: Range<Int>, _ window: Span<UInt8>, _ order: ByteOrder
    ) throws(PcapNGFailure) {
        guard index < interfaces.count else {
            throw .packet("a packet of interface \(index); the section describes \(interfaces.count)")
        }
        guard let high = window.uint32(at: timeAt, order), let low = window.uint32(at: timeAt + 4, order),
            let captured = window.uint32(at: timeAt + 8, order), let original = window.uint32(at: timeAt + 12, order)
        else { throw .packet("a packet block without its fields") }
        guard Int(captured) <= data.count else {
            throw .packet("a packet of \(captured) bytes in a block with room for \(data.count)")
        }
        let at = interfaces[index].clock.timestamp(UInt64(high) << 32 | UInt64(low))
        let end = data.lowerBound + Int(captured)
        emit(
            Frame(
                number: frames + 1, at: at, linkType: interfaces[index].linkType, bytes: data.lowerBound..<end,
                originalLength: Int(original), interface: earlierInterfaces + index))
        let options = data.lowerBound + (Int(captured) + 3) / 4 * 4
        guard options < data.upperBound else { return }
        comments(options..<data.upperBound, window, .frames(frames...frames))
    }

    private mutating func simplePacket(
        _ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>
    ) throws(PcapNGFailure) {
        let body = block.body
        guard let order, let interface = interfaces.first else {
            throw .packet("a simple packet block before any interface")
        }
        guard body.count >= 4, let original = window.uint32(at: body.lowerBound, order) else {
            throw .packet("a simple packet block of \(body.count) bytes; expected at least 4")
        }
        let limit = interface.snapLength == 0 ? Int(original) : min(interface.snapLength, Int(original))
        let start = body.lowerBound + 4
        if !saidTimeMissing {
            saidTimeMissing = true
            outbox.report(
                Diagnostic(
                    .pcapngTimeMissing, locator: .bytes(file), at: lastFrameAt,
                    detail: "packets without a time stand at the time of the packet before", blind: Blind()))
        }
        emit(
            Frame(
                number: frames + 1, at: lastFrameAt ?? Timestamp(microseconds: 0), linkType: interface.linkType,
                bytes: start..<min(body.upperBound, start + limit), originalLength: Int(original),
                interface: earlierInterfaces))
    }

    private mutating func emit(_ frame: Frame) {
        releaseBlinds(until: frame.at)
        frames += 1
        lastFrameAt = frame.at
        outbox.emit(.frame(frame))
    }

    // MARK: Hidden packets

    /// What hides packets is told when it is known how long.
    mutating func hold(_ diagnostic: Diagnostic) {
        blinds.hold(diagnostic, from: lastFrameAt, into: &outbox)
    }

    mutating func releaseBlinds(until time: Timestamp?) {
        blinds.release(until: time, into: &outbox)
    }

    // MARK: Other blocks

    private mutating func decryptionSecrets(
        _ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>
    ) throws(PcapNGFailure) -> Bool {
        let body = block.body
        guard let order, body.count >= 8, let kind = window.uint32(at: body.lowerBound, order),
            let length = window.uint32(at: body.lowerBound + 4, order), Int(length) <= body.count - 8
        else { throw .other("a decryption secrets block whose length does not fit") }
        let tlsKeyLog: UInt32 = 0x544c_534b
        guard kind == tlsKeyLog else { return false }
        let start = body.lowerBound + 8
        var lines = Outbox<TLSSecret>()
        var reader = KeyLogReader()
        _ = reader.decode(window.extracting(start..<(start + Int(length))), isFinal: true, into: &lines)
        for item in lines.items {
            switch item {
            case .event(let secret):
                outbox.emit(.secret(secret))
            case .diagnostic(var diagnostic):
                // The block's bytes are accounted for; lines are not this ledger's unit.
                diagnostic.units = 0
                diagnostic.locator = .bytes(file)
                outbox.report(diagnostic)
            }
        }
        return true
    }

    private mutating func nameResolution(_ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>) {
        guard let order else { return }
        // The records have the shape of options: code, length, padded value; code 0 ends them.
        var records = PcapNGOptions(block.body, order)
        while let record = records.next(window) {
            let addressLength: Int
            switch record.code {
            case 1: addressLength = 4
            case 2: addressLength = 16
            default: continue
            }
            guard record.value.count > addressLength else { continue }
            let text = window.copy(record.value.dropFirst(addressLength))
            let names = text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            let address = window.copy(record.value.prefix(addressLength))
            outbox.emit(.name(ResolvedName(address: address, names: names)))
        }
        comments(records.rest, window, .bytes(file))
    }

    private mutating func interfaceStatistics(_ block: PcapNGBlock, _ window: Span<UInt8>, at file: Range<Int>) {
        guard let order, block.body.count >= 12 else { return }
        var dropped: UInt64 = 0
        var options = PcapNGOptions(block.body.dropFirst(12), order)
        while let option = options.next(window) {
            switch option.code {
            case PcapNGOptions.comment:
                outbox.emit(.comment(PcapNGOptions.text(window, option.value), .bytes(file)))
            // isb_ifdrop and isb_osdrop.
            case 5, 7:
                guard option.value.count == 8 else { continue }
                dropped = max(dropped, window.uint64(at: option.value.lowerBound, order) ?? 0)
            default: break
            }
        }
        guard dropped > 0 else { return }
        outbox.report(
            Diagnostic(
                .pcapngPacketsDropped, locator: .bytes(file), at: lastFrameAt,
                detail: "the capturing program counted \(dropped) lost packets",
                // A connection that lost its end has no hole that would tell.
                blind: Blind(to: lastFrameAt)))
    }

    // MARK: Options

    private mutating func comments(
        _ block: PcapNGBlock, _ window: Span<UInt8>, optionsAt start: Int, _ locator: Locator
    ) {
        guard start < block.body.upperBound else { return }
        comments(start..<block.body.upperBound, window, locator)
    }

    private mutating func comments(_ range: Range<Int>, _ window: Span<UInt8>, _ locator: Locator) {
        guard let order else { return }
        var options = PcapNGOptions(range, order)
        while let option = options.next(window) {
            guard option.code == PcapNGOptions.comment else { continue }
            outbox.emit(.comment(PcapNGOptions.text(window, option.value), locator))
        }
    }
}
