import Model

/// The TCP connections of a capture: found by their endpoints, closed when they are over, bounded in number and memory.
struct FlowTable: Sendable {
    /// A connection that is over takes its last packets for so long before it is given out …
    private static let linger: Int64 = 2_000_000
    /// … and its endpoints are remembered for so long, so that late repetitions open no new one.
    private static let remembrance: Int64 = 120_000_000

    private let limits: WireLimits
    private var flows: [Flow] = []
    private var indices: [FlowKey: Int] = [:]
    private var free: [Int] = []
    private var closing = DueQueue()
    private var remembered = DueQueue()
    private var last: (key: FlowKey, index: Int)?
    private var sweep = 0
    private var heldBytes = 0
    private var scratch = Outbox<StreamEvent>()

    init(limits: WireLimits) {
        self.limits = limits
    }

    /// Takes one segment.
    ///
    /// - Parameter nextNumber: the number for a new flow; counted up when it is used.
    mutating func receive(
        _ segment: TCPSegment, _ packet: IPPacket, _ frame: Span<UInt8>, _ mark: Mark, _ secrets: SecretStore,
        nextNumber: inout Int, tally: inout FrameTally, into outbox: inout Outbox<WireEvent>
    ) {
        close(before: mark.at, secrets, into: &outbox)
        let source = Endpoint(address: packet.source, port: segment.sourcePort)
        let destination = Endpoint(address: packet.destination, port: segment.destinationPort)
        let key = FlowKey(source, destination)
        var index = find(key)
        if let known = index, flows[known].isReplaced(by: segment, from: source) {
            remove(known, secrets, into: &outbox)
            index = nil
        }
        let place: Int
        if let index {
            place = index
        } else {
            if indices.count >= limits.flows { evict(mark, secrets, into: &outbox) }
            place = insert(
                Flow(
                    number: nextNumber, source: source, destination: destination, segment, frame, mark, limits: limits),
                key)
            nextNumber += 1
        }
        let before = flows[place].tcp.heldBytes
        flows[place].receive(segment, from: source, frame, mark, secrets, scratch: &scratch, into: &outbox)
        heldBytes += flows[place].tcp.heldBytes - before
        if heldBytes > limits.heldBytes {
            let held = flows[place].tcp.heldBytes
            flows[place].flush(secrets, scratch: &scratch, into: &outbox)
            heldBytes += flows[place].tcp.heldBytes - held
            outbox.report(
                Diagnostic(
                    .tcpMemoryLimit, locator: .frames(mark.frames), at: mark.at,
                    subject: flows[place].server.description,
                    detail: "more than \(limits.heldBytes) bytes wait for missing ones; \(held) were given out"))
        }
        if flows[place].tcp.isOver, !flows[place].isClosing {
            flows[place].isClosing = true
            closing.add(
                at: mark.at.advanced(byMicroseconds: Self.linger), index: place, number: flows[place].number)
        }
    }

    /// The capture is over: all connections are given out, in the order they began.
    mutating func finish(_ secrets: SecretStore, into outbox: inout Outbox<WireEvent>) {
        for index in indices.values.sorted(by: { flows[$0].number < flows[$1].number }) {
            flows[index].finish(secrets, scratch: &scratch, into: &outbox)
        }
        flows = []
        indices = [:]
        free = []
        last = nil
        heldBytes = 0
        closing = DueQueue()
        remembered = DueQueue()
    }

    private mutating func find(_ key: FlowKey) -> Int? {
        // Packets come in runs of one connection.
        if let last, last.key == key { return last.index }
        guard let index = indices[key] else { return nil }
        last = (key, index)
        return index
    }

    private mutating func insert(_ flow: Flow, _ key: FlowKey) -> Int {
        let index: Int
        if let reused = free.popLast() {
            flows[reused] = flow
            index = reused
        } else {
            flows.append(flow)
            index = flows.count - 1
        }
        indices[key] = index
        last = (key, index)
        return index
    }

    private mutating func close(before now: Timestamp, _ secrets: SecretStore, into outbox: inout Outbox<WireEvent>) {
        while let due = closing.next(before: now) {
            guard flows[due.index].number == due.number, !flows[due.index].isFinished else { continue }
            give(due.index, secrets, into: &outbox)
            remembered.add(
                at: now.advanced(byMicroseconds: Self.remembrance), index: due.index, number: due.number)
        }
        while let due = remembered.next(before: now) {
            guard flows[due.index].number == due.number else { continue }
            remove(due.index, secrets, into: &outbox)
        }
    }

    /// Gives out a flow, keeping its place.
    private mutating func give(_ index: Int, _ secrets: SecretStore, into outbox: inout Outbox<WireEvent>) {
        let held = flows[index].tcp.heldBytes
        flows[index].finish(secrets, scratch: &scratch, into: &outbox)
        heldBytes += flows[index].tcp.heldBytes - held
    }

    private mutating func remove(_ index: Int, _ secrets: SecretStore, into outbox: inout Outbox<WireEvent>) {
        give(index, secrets, into: &outbox)
        // A place may be freed once only.
        guard indices[flows[index].key] == index else { return }
        indices[flows[index].key] = nil
        free.append(index)
        last = nil
    }

    /// Makes room: of the next few places, the connection that was idle longest goes.
    private mutating func evict(_ mark: Mark, _ secrets: SecretStore, into outbox: inout Outbox<WireEvent>) {
        var sample = 64
        var oldest: Int?
        for _ in 0..<flows.count where sample > 0 {
            sweep = sweep + 1 < flows.count ? sweep + 1 : 0
            guard indices[flows[sweep].key] == sweep else { continue }
            sample -= 1
            if oldest.map({ flows[sweep].lastMark.at < flows[$0].lastMark.at }) ?? true { oldest = sweep }
        }
        guard let oldest else { return }
        if !flows[oldest].isFinished {
            outbox.report(
                Diagnostic(
                    .tcpFlowLimit, locator: .frames(mark.frames), at: mark.at,
                    subject: flows[oldest].server.description,
                    detail: "more than \(limits.flows) connections at once",
                    // What it was about to say, and all that it says in answers to what was forgotten.
                    blind: Blind(
                        from: flows[oldest].lastMark.at, host: flows[oldest].conversation.onlyHost,
                        server: flows[oldest].server.description,
                        manyHosts: flows[oldest].conversation.mayCarryManyHosts)))
        }
        remove(oldest, secrets, into: &outbox)
    }

    /// Things to do at a time, in the order they were added.
    private struct DueQueue: Sendable {
        private var entries: [(at: Timestamp, index: Int, number: Int)] = []
        private var head = 0

        mutating func add(at: Timestamp, index: Int, number: Int) {
            entries.append((at, index, number))
        }

        @inline(__always)
        mutating func next(before now: Timestamp) -> (index: Int, number: Int)? {
            guard head < entries.count, entries[head].at < now else { return nil }
            let entry = entries[head]
            head += 1
            if head > 1_024, head * 2 > entries.count {
                entries.removeFirst(head)
                head = 0
            }
            return (entry.index, entry.number)
        }
    }
}
