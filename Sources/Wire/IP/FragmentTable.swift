import Model

/// Puts fragmented IP datagrams together again, within limits. A datagram whose fragments overlap with other bytes is not
/// used: systems differ on which of them they take (RFC 5722).
struct FragmentTable: Sendable {
    struct Limits: Sendable {
        /// Datagrams under way at once; the oldest gives way.
        var datagrams = 256
        /// How long a datagram may take, in microseconds of capture time: RFC 8200 allows a minute.
        var lifetime: Int64 = 60_000_000
        /// The longest datagram that IP allows.
        var length = 65_535
        /// Fragments of one datagram.
        var fragments = 1_024
    }

    /// A datagram put together.
    struct Datagram: Sendable {
        let packet: IPPacket
        /// The bytes that ``IPPacket/payload`` counts in.
        let bytes: [UInt8]
        let frames: ClosedRange<Int>
        /// How many frames held its fragments.
        let frameCount: Int
    }

    private struct Key: Hashable {
        let source: IPAddress
        let destination: IPAddress
        let identification: UInt32
        let transport: UInt8
    }

    fileprivate struct Partial {
        var bytes: [UInt8] = []
        /// What has arrived, sorted and never overlapping.
        var have: [Range<Int>] = []
        var length: Int?
        var transport: UInt8
        var fragments = 0
        var frameCount = 0
        var hasMissing = false
        /// Overlapping fragments differ.
        var isDisputed = false
        var frames: ClosedRange<Int>
        let firstAt: Timestamp
        var lastAt: Timestamp
    }

    private let limits: Limits
    private var partials: [Key: Partial] = [:]
    /// Keys in order of their first fragment.
    private var order: [Key] = []
    /// Frames of datagrams that never became complete.
    private(set) var diagnosedFrames = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Takes one fragment.
    ///
    /// - Parameter frames: how many frames it stands for in the ledger: none when another packet already does.
    /// - Returns: the datagram when it is complete.
    mutating func add<Event>(
        _ packet: IPPacket, _ fragment: IPPacket.Fragment, _ frame: Span<UInt8>, _ mark: Mark,
        frames: Int = 1, into outbox: inout Outbox<Event>
    ) -> Datagram? {
        expire(before: mark.at, into: &outbox)
        // The transport of an IPv6 datagram is told by its first fragment only.
        let key = Key(
            source: packet.source, destination: packet.destination, identification: fragment.identification,
            transport: packet.source.isV4 ? packet.transport : 0)
        if partials[key] == nil {
            if partials.count >= limits.datagrams, let oldest = order.first { drop(oldest, into: &outbox) }
            order.append(key)
        }
        var partial =
            partials[key]
            ?? Partial(transport: packet.transport, frames: mark.frames, firstAt: mark.at, lastAt: mark.at)
        partial.frames =
            min(
                partial.frames.lowerBound, mark.frames.lowerBound)...max(
                partial.frames.upperBound, mark.frames.upperBound)
        partial.lastAt = mark.at
        partial.fragments += 1
        partial.frameCount += frames
        let end = fragment.offset + packet.payload.count
        guard end <= limits.length, partial.fragments <= limits.fragments else {
            partials[key] = partial
            drop(key, into: &outbox)
            return nil
        }
        if packet.missing > 0 { partial.hasMissing = true }
        if fragment.offset == 0 { partial.transport = packet.transport }
        if fragment.isLast, partial.length == nil { partial.length = end + packet.missing }
        if !packet.payload.isEmpty { partial.insert(frame.extracting(packet.payload), at: fragment.offset) }
        guard let length = partial.length, partial.have == [0..<length] else {
            partials[key] = partial
            return nil
        }
        guard !partial.isDisputed else {
            partials[key] = partial
            drop(key, into: &outbox)
            return nil
        }
        partials[key] = nil
        order.removeAll { $0 == key }
        return Datagram(
            packet: IPPacket(
                source: packet.source, destination: packet.destination, transport: partial.transport,
                payload: 0..<length, missing: 0, fragment: nil),
            bytes: Array(partial.bytes.prefix(length)), frames: partial.frames, frameCount: partial.frameCount)
    }

    /// Names the datagrams that never became complete.
    mutating func finish<Event>(into outbox: inout Outbox<Event>) {
        for key in order { report(key, into: &outbox) }
        order = []
        partials = [:]
    }

    private mutating func expire<Event>(before now: Timestamp, into outbox: inout Outbox<Event>) {
        while let oldest = order.first, let partial = partials[oldest],
            now.microseconds(since: partial.firstAt) > limits.lifetime
        {
            drop(oldest, into: &outbox)
        }
    }

    private mutating func drop<Event>(_ key: Key, into outbox: inout Outbox<Event>) {
        report(key, into: &outbox)
        partials[key] = nil
        order.removeAll { $0 == key }
    }

    private mutating func report<Event>(_ key: Key, into outbox: inout Outbox<Event>) {
        guard let partial = partials[key] else { return }
        diagnosedFrames += partial.frameCount
        outbox.report(
            Diagnostic(
                partial.isDisputed ? .ipFragmentsDisputed : .ipFragmentsIncomplete,
                locator: .frames(partial.frames), at: partial.firstAt,
                subject: key.destination.description,
                detail: "\(partial.fragments) fragments from \(key.source) to \(key.destination)"
                    + (partial.hasMissing ? ", cut by the snap length" : ""),
                units: partial.frameCount, blind: Blind(from: partial.firstAt, to: partial.lastAt)))
    }
}

extension FragmentTable.Partial {
    /// Writes what is not there yet.
    fileprivate mutating func insert(_ piece: Span<UInt8>, at offset: Int) {
        let end = offset + piece.count
        if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
        var start = offset
        for range in have where range.upperBound > start && range.lowerBound < end {
            copy(piece, offset, start..<max(start, range.lowerBound))
            let common = max(offset, range.lowerBound)..<min(end, range.upperBound)
            for index in common where bytes[index] != piece[index - offset] { isDisputed = true }
            start = range.upperBound
        }
        copy(piece, offset, start..<max(start, end))
        merge(offset..<end)
    }

    private mutating func copy(_ piece: Span<UInt8>, _ offset: Int, _ range: Range<Int>) {
        for index in range { bytes[index] = piece[index - offset] }
    }

    private mutating func merge(_ added: Range<Int>) {
        var merged = added
        var result: [Range<Int>] = []
        for range in have {
            if range.upperBound < merged.lowerBound || range.lowerBound > merged.upperBound {
                result.append(range)
            } else {
                merged = min(range.lowerBound, merged.lowerBound)..<max(range.upperBound, merged.upperBound)
            }
        }
        result.append(merged)
        have = result.sorted { $0.lowerBound < $1.lowerBound }
    }
}

extension DiagnosticCode {
    static let ipFragmentsDisputed = DiagnosticCode(
        "ip.fragments-disputed", .warning, stage: "wire",
        meaning:
            "Fragments of an IP packet overlap with different bytes, of which systems take this or that; it was not read.",
        remedy: "Look for what injects packets between the device and the capture; no system fragments like this.")
    static let ipFragmentsIncomplete = DiagnosticCode(
        "ip.fragments-incomplete", .warning, stage: "wire",
        meaning: "Fragments of an IP packet were captured without the rest of it; what it carried was not read.",
        remedy: "Capture without a filter on ports, which later fragments do not carry, and with full packets.")
}
